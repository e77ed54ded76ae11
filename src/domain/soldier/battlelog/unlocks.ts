// Parses unlock rows anywhere in a response: the progress towards unlocking a weapon, gadget, part or vehicle option.
import { counter } from "#domain/progress/known-progress.ts";
import { targetId } from "#domain/progress/target.ts";
import { type Fields, getNumber, getText } from "#domain/soldier/parsing/fields.ts";
import type { BattlelogIndex } from "./book.ts";
import type { BattlelogResponse } from "./reading.ts";
import { createReading, omitUndefined, type Reading, toRecord, toRows } from "./reading.ts";

type Row = {
  guid: string | undefined;
  /** Other ids of the item. */
  names: string[];
  by: Fields;
  /** The weapon that the part belongs to. */
  weaponId: string | undefined;
};

type Target = [actual: number, needed: number];

/** Keys to skip: their data are not the soldier's, or are repeated elsewhere with more precision. */
const SKIPPED_KEYS = new Set(["suggestions", "criterias", "unlockDependencies", "upcomingUnlocks"]);

const MAX_DEPTH = 12;

/** Returns the unlock rows of all responses as targets, and the scores of their ladders. */
export function readUnlocks(responses: readonly BattlelogResponse[], index: BattlelogIndex): Reading {
  const rows = responses.flatMap(({ data, key }) => [...listUnlockRows(data, index, findNamedWeaponId(key, index))]);
  const rowTargets = rows.map((row) => ({ row, ids: getTargets(row, index) }));
  const targets = new Map<string, Target>();
  for (const { row, ids } of rowTargets) {
    const target = getTarget(row.by);
    for (const id of target ? ids : []) if (target && isFurther(target, targets.get(id))) targets.set(id, target);
  }
  // A row without numbers may be completed, or the item may come from a licence. Another row with numbers takes precedence.
  for (const { row, ids } of rowTargets) {
    for (const id of isDone(row.by) && !getTarget(row.by) ? ids : []) if (!targets.has(id)) targets.set(id, [1, 1]);
  }
  const unknown = new Map(rowTargets.flatMap(({ row, ids }) => (ids.length === 0 ? [[getName(row), row.by]] : [])));
  return createReading({
    statistics: { targets: Object.fromEntries(targets), counters: readLadders(rows, index) },
    understood: { unlockRows: new Set(targets.keys()) },
    ignored: [...unknown.values()].map((by) =>
      getText(by["codeNeeded"]) !== undefined && getTarget(by) ? "battlepack" : "unlock_unknown",
    ),
  });
}

function getTarget(by: Fields): Target | undefined {
  const actual = getNumber(by["actualValue"]);
  const needed = getNumber(by["valueNeeded"]);
  if (actual === undefined || needed === undefined || needed <= 0) return undefined;
  return [by["completed"] === true ? Math.max(actual, needed) : actual, needed];
}

const isDone = (by: Fields): boolean => by["completed"] === true || getNumber(by["completion"]) === 100;

const isFurther = ([actual, needed]: Target, other: Target | undefined): boolean =>
  !other || actual * other[1] > other[0] * needed;

function readLadders(rows: readonly Row[], index: BattlelogIndex): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const { by } of rows) {
    const ladderId = index.ladder(getText(by["codeNeeded"]) ?? "");
    const score = getNumber(by["actualValue"]);
    if (ladderId === undefined || score === undefined) continue;
    const key = counter.score(ladderId);
    scores[key] = Math.max(score, scores[key] ?? score);
  }
  return scores;
}

const getName = ({ guid, names: [name] }: Row): string => guid ?? name ?? "";

/** Returns the target ids of a row: an item that is listed twice and common parts of many weapons have a shared guid. */
function getTargets({ guid, names, by, weaponId }: Row, index: BattlelogIndex): string[] {
  const items = guid === undefined ? [] : index.items(guid);
  if (items.length > 0) return items.map(({ id }) => targetId.item(id));
  const parts = guid === undefined ? [] : index.parts(guid);
  if (parts.length > 0) {
    const matchingParts = parts.length === 1 ? parts : parts.filter((part) => part.weaponId === weaponId);
    return matchingParts.map((part) => targetId.part(part.weaponId, part.partId));
  }
  const step = index.step(getText(by["codeNeeded"]) ?? "", getNumber(by["valueNeeded"]) ?? Number.NaN);
  const option = names.map((name) => index.option(name)).find((each) => each) ?? step;
  if (option) return [targetId.option(option.vehicleId, option.id)];
  return names.flatMap((name) => index.item(name) ?? []).map(({ id }) => targetId.item(id));
}

function* listUnlockRows(value: unknown, index: BattlelogIndex, weaponId?: string, depth = 0): Generator<Row> {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
  const data = toRecord(value);
  const by = toRecord(data?.["unlockedBy"]);
  if (data && by) {
    yield getRow(data, by, findWeaponId(data, index) ?? weaponId);
    return;
  }
  const ownerId = data ? findWeaponId(data, index) : index.findOwner(listGuids(value));
  for (const [key, child] of Object.entries(value)) {
    const bareRow = toRecord(child);
    if (SKIPPED_KEYS.has(key) || isAwardReference(key, bareRow)) continue;
    // In `unlockProgression`, a row is not wrapped in `unlockedBy`, and its key is the item's guid.
    if (bareRow && getText(bareRow["unlockType"])) yield getRow({ guid: key }, bareRow, undefined);
    else yield* listUnlockRows(child, index, (data && findNamedWeaponId(key, index)) ?? ownerId ?? weaponId, depth + 1);
  }
}

/** Whether the value is the award of a row. The group of rows that awards complete has the same key, but no code. */
const isAwardReference = (key: string, child: Fields | undefined): boolean =>
  key === "award" && getText(child?.["code"]) !== undefined;

const getRow = (data: Fields, by: Fields, weaponId: string | undefined): Row => ({
  guid: getText(data["guid"]),
  names: ["unlockId", "slug"].flatMap((key) => getText(data[key]) ?? []),
  by,
  weaponId,
});

const listGuids = (rows: object): string[] =>
  Object.values(rows).flatMap((row) => getText(toRecord(row)?.["guid"]) ?? []);

/** Returns the weapon that the object names. */
const findWeaponId = (data: Fields, index: BattlelogIndex): string | undefined =>
  ["parentId", "weaponGuid", "guid"].map((key) => findNamedWeaponId(data[key], index)).find((id) => id);

const findNamedWeaponId = (name: unknown, index: BattlelogIndex): string | undefined =>
  index.weapon(getText(name) ?? "")?.id;

// Medals, ribbons and assignments: how often each was earned, and the progress towards the next one.
const COMPLETE = 100;

export function readAwards({ data }: BattlelogResponse, index: BattlelogIndex): Reading {
  const rows = ["medalAwardByCode", "ribbonAwardByCode"].flatMap((key) => listCodedRows(data[key]));
  const knownRows = rows.filter(([code]) => index.isAward(code));
  return createReading({
    statistics: {
      counters: omitUndefined(
        Object.fromEntries(knownRows.map(([code, row]) => [counter.award(code), getNumber(row["timesTaken"])])),
      ),
      targets: Object.fromEntries(
        knownRows.flatMap(([code, row]) => getAwardTarget(code, row["actualValue"], row["valueNeeded"])),
      ),
    },
    understood: { awards: listCodes(knownRows) },
    ignored: rows.slice(knownRows.length).map(() => "award_unknown" as const),
  });
}

export function readAssignments({ data }: BattlelogResponse, index: BattlelogIndex): Reading {
  const missions = listCodedRows(data["allMissions"]);
  const knownRows = missions.filter(([code]) => index.isAward(code));
  const criteria = knownRows.flatMap(([, mission]) => toRows(mission["criterias"]));
  const completed = knownRows.filter(([, { completion }]) => getNumber(completion) === COMPLETE);
  return createReading({
    statistics: {
      counters: Object.fromEntries([
        ...criteria.flatMap(getCountedCodes),
        ...completed.map(([code]) => [counter.award(code), 1] as const),
      ]),
      targets: Object.fromEntries(knownRows.flatMap(getSingleTarget)),
    },
    understood: { assignments: listCodes(knownRows) },
    ignored: missions.slice(knownRows.length).map(() => "assignment_unknown" as const),
  });
}

const listCodes = (rows: readonly (readonly [code: string, row: Fields])[]): ReadonlySet<string> =>
  new Set(rows.map(([code]) => code.toLowerCase()));

/** Returns each row with its award's code, or with its key if it has no code. */
const listCodedRows = (rows: unknown): [code: string, row: Fields][] =>
  Object.entries(toRecord(rows) ?? {}).flatMap(([key, value]) => {
    const row = toRecord(value);
    const code = getText(toRecord(row?.["award"])?.["code"]) ?? getText(key);
    return row && code !== undefined ? [[code, row]] : [];
  });

/** Returns the criterion with the fields of `originalCriteria`, which has the requirement; some responses repeat it outside. */
const getOriginal = (criterion: Fields): Fields => ({ ...criterion, ...toRecord(criterion["originalCriteria"]) });

function getCountedCodes(criterion: Fields): [string, number][] {
  const statCode = getText(getOriginal(criterion)["statCode"]);
  const actual = getNumber(criterion["actualValue"]);
  return statCode === undefined || actual === undefined ? [] : [[counter.stat(statCode), actual]];
}

/** Returns the target of an assignment with a single criterion. The criteria of other assignments are counted by their codes. */
function getSingleTarget([code, mission]: [string, Fields]): [string, [number, number]][] {
  const [criterion, secondCriterion] = toRows(mission["criterias"]);
  if (!criterion || secondCriterion) return [];
  return getAwardTarget(code, criterion["actualValue"], getOriginal(criterion)["completionValue"]);
}

function getAwardTarget(code: string, actualValue: unknown, valueNeeded: unknown): [string, [number, number]][] {
  const actual = getNumber(actualValue);
  const needed = getNumber(valueNeeded);
  if (actual === undefined || needed === undefined || needed <= 0) return [];
  return [[targetId.award(code), [actual, needed]]];
}
