// Unlock rows, wherever an answer has them: how much is done of what a weapon, gadget, part or mounting asks for.
import { counter } from "#domain/progress/known-progress.ts";
import { targetId } from "#domain/progress/target.ts";
import { type Fields, getNumber, getText } from "#domain/soldier/parsing/fields.ts";
import type { BattlelogIndex } from "./book.ts";
import type { Answer } from "./reading.ts";
import { asRecord, asRows, getReading, present, type Reading } from "./reading.ts";

type Row = {
  guid: string | undefined;
  /** Other names of the thing. */
  names: string[];
  by: Fields;
  /** The weapon a part is on. */
  weaponId: string | undefined;
};

type Target = [actual: number, needed: number];

/** Skipped: not the soldier's own data, or repeated elsewhere with more precision. */
const PASSED_OVER = new Set(["suggestions", "criterias", "unlockDependencies", "upcomingUnlocks"]);

const DEEPEST = 12;

/** All unlock rows of these answers, as targets, and the score of the ladders they are counted on. */
export function readUnlocks(answers: readonly Answer[], index: BattlelogIndex): Reading {
  const rows = answers.flatMap(({ data, key }) => [...unlockRows(data, index, weaponNamed(key, index))]);
  const placed = rows.map((row) => ({ row, ids: getTargets(row, index) }));
  const targets = new Map<string, Target>();
  for (const { row, ids } of placed) {
    const target = getTarget(row.by);
    for (const id of target ? ids : []) if (target && isFurther(target, targets.get(id))) targets.set(id, target);
  }
  // A row may only say that it is done, or that a licence gave the item. Where another row has numbers, those count.
  for (const { row, ids } of placed) {
    for (const id of isDone(row.by) && !getTarget(row.by) ? ids : []) if (!targets.has(id)) targets.set(id, [1, 1]);
  }
  const unknown = new Map(placed.flatMap(({ row, ids }) => (ids.length === 0 ? [[getName(row), row.by]] : [])));
  return getReading({
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

const isFurther = ([actual, needed]: Target, than: Target | undefined): boolean =>
  !than || actual * than[1] > than[0] * needed;

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

/** The target ids a row refers to: twin items share a guid, and so do plain parts of many weapons. */
function getTargets({ guid, names, by, weaponId }: Row, index: BattlelogIndex): string[] {
  const items = guid === undefined ? [] : index.items(guid);
  if (items.length > 0) return items.map(({ id }) => targetId.item(id));
  const parts = guid === undefined ? [] : index.parts(guid);
  if (parts.length > 0) {
    const meant = parts.length === 1 ? parts : parts.filter((part) => part.weaponId === weaponId);
    return meant.map((part) => targetId.part(part.weaponId, part.partId));
  }
  const step = index.step(getText(by["codeNeeded"]) ?? "", getNumber(by["valueNeeded"]) ?? Number.NaN);
  const option = names.map((name) => index.option(name)).find((each) => each) ?? step;
  if (option) return [targetId.option(option.vehicleId, option.id)];
  return names.flatMap((name) => index.item(name) ?? []).map(({ id }) => targetId.item(id));
}

function* unlockRows(value: unknown, index: BattlelogIndex, weaponId?: string, depth = 0): Generator<Row> {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return;
  const data = asRecord(value);
  const by = asRecord(data?.["unlockedBy"]);
  if (data && by) {
    yield getRow(data, by, findWeaponId(data, index) ?? weaponId);
    return;
  }
  const own = data ? findWeaponId(data, index) : index.ownerOf(listGuids(value));
  for (const [key, child] of Object.entries(value)) {
    const bare = asRecord(child);
    if (PASSED_OVER.has(key) || isAwardInWords(key, bare)) continue;
    // `unlockProgression` has the rows bare, under the guid of their item.
    if (bare && getText(bare["unlockType"])) yield getRow({ guid: key }, bare, undefined);
    else yield* unlockRows(child, index, (data && weaponNamed(key, index)) ?? own ?? weaponId, depth + 1);
  }
}

/** The award a row names; the group of rows that awards complete has the same key and no code. */
const isAwardInWords = (key: string, child: Fields | undefined): boolean =>
  key === "award" && getText(child?.["code"]) !== undefined;

const getRow = (data: Fields, by: Fields, weaponId: string | undefined): Row => ({
  guid: getText(data["guid"]),
  names: ["unlockId", "slug"].flatMap((key) => getText(data[key]) ?? []),
  by,
  weaponId,
});

const listGuids = (rows: object): string[] =>
  Object.values(rows).flatMap((row) => getText(asRecord(row)?.["guid"]) ?? []);

/** The weapon that the object names itself. */
const findWeaponId = (data: Fields, index: BattlelogIndex): string | undefined =>
  ["parentId", "weaponGuid", "guid"].map((key) => weaponNamed(data[key], index)).find((id) => id);

const weaponNamed = (name: unknown, index: BattlelogIndex): string | undefined => index.weapon(getText(name) ?? "")?.id;

// Medals, ribbons and assignments: how often each was earned, and how far the next one is.
const COMPLETE = 100;

export function readAwards({ data }: Answer, index: BattlelogIndex): Reading {
  const rows = ["medalAwardByCode", "ribbonAwardByCode"].flatMap((key) => coded(data[key]));
  const ours = rows.filter(([code]) => index.isAward(code));
  return getReading({
    statistics: {
      counters: present(
        Object.fromEntries(ours.map(([code, row]) => [counter.award(code), getNumber(row["timesTaken"])])),
      ),
      targets: Object.fromEntries(
        ours.flatMap(([code, row]) => getAwardTarget(code, row["actualValue"], row["valueNeeded"])),
      ),
    },
    understood: { awards: listCodes(ours) },
    ignored: rows.slice(ours.length).map(() => "award_unknown" as const),
  });
}

export function readAssignments({ data }: Answer, index: BattlelogIndex): Reading {
  const missions = coded(data["allMissions"]);
  const ours = missions.filter(([code]) => index.isAward(code));
  const criteria = ours.flatMap(([, mission]) => asRows(mission["criterias"]));
  const done = ours.filter(([, { completion }]) => getNumber(completion) === COMPLETE);
  return getReading({
    statistics: {
      counters: Object.fromEntries([
        ...criteria.flatMap(getCountedCodes),
        ...done.map(([code]) => [counter.award(code), 1] as const),
      ]),
      targets: Object.fromEntries(ours.flatMap(onlyTargetOf)),
    },
    understood: { assignments: listCodes(ours) },
    ignored: missions.slice(ours.length).map(() => "assignment_unknown" as const),
  });
}

const listCodes = (rows: readonly (readonly [code: string, row: Fields])[]): ReadonlySet<string> =>
  new Set(rows.map(([code]) => code.toLowerCase()));

/** Each row with the award's code, which is also its key. */
const coded = (rows: unknown): [code: string, row: Fields][] =>
  Object.entries(asRecord(rows) ?? {}).flatMap(([key, value]) => {
    const row = asRecord(value);
    const code = getText(asRecord(row?.["award"])?.["code"]) ?? getText(key);
    return row && code !== undefined ? [[code, row]] : [];
  });

/** What a criterion asks for stands in its original; some answers repeat it beside the value. */
const getOriginal = (criterion: Fields): Fields => ({ ...criterion, ...asRecord(criterion["originalCriteria"]) });

function getCountedCodes(criterion: Fields): [string, number][] {
  const statCode = getText(getOriginal(criterion)["statCode"]);
  const actual = getNumber(criterion["actualValue"]);
  return statCode === undefined || actual === undefined ? [] : [[counter.stat(statCode), actual]];
}

/** An assignment of one criterion has that one's numbers; of several, each is counted by its own code. */
function onlyTargetOf([code, mission]: [string, Fields]): [string, [number, number]][] {
  const [criterion, another] = asRows(mission["criterias"]);
  if (!criterion || another) return [];
  return getAwardTarget(code, criterion["actualValue"], getOriginal(criterion)["completionValue"]);
}

function getAwardTarget(code: string, actualValue: unknown, valueNeeded: unknown): [string, [number, number]][] {
  const actual = getNumber(actualValue);
  const needed = getNumber(valueNeeded);
  if (actual === undefined || needed === undefined || needed <= 0) return [];
  return [[targetId.award(code), [actual, needed]]];
}
