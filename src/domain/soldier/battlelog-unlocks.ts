// Unlock rows, wherever an answer has them: how much is done of what a weapon, gadget, part or mounting asks for.
import { counter } from "#domain/progress/counter.ts";
import { targetId } from "#domain/progress/target-id.ts";
import type { Answer } from "./battlelog-answers.ts";
import type { BattlelogIndex } from "./battlelog-index.ts";
import { type Reading, readingOf } from "./battlelog-reading.ts";
import { type Data, dataIn, numberIn, textIn } from "./battlelog-values.ts";

type Row = {
  guid: string | undefined;
  /** Other names of the thing. */
  names: string[];
  by: Data;
  /** The weapon a part is on. */
  weaponId: string | undefined;
};

type Target = [actual: number, needed: number];

/** What is not of the soldier's own, or is told twice and more roughly. */
const PASSED_OVER = new Set(["suggestions", "award", "criterias", "unlockDependencies", "upcomingUnlocks"]);

const DEEPEST = 12;

/** All unlock rows of these answers, as targets, and the score of the ladders they are counted on. */
export function readUnlocks(answers: readonly Answer[], index: BattlelogIndex): Reading {
  const rows = answers.flatMap(({ data, key }) => [...unlockRows(data, index, weaponNamed(key, index))]);
  const placed = rows.map((row) => ({ row, ids: targetsOf(row, index) }));
  const found = new Map<string, Target>();
  for (const { row, ids } of placed) {
    const target = targetOf(row.by);
    for (const id of target ? ids : []) if (target && isFurther(target, found.get(id))) found.set(id, target);
  }
  // A row may only say that it is done, or that a licence gave the item. Where another row has numbers, those count.
  for (const { row, ids } of placed) {
    for (const id of isDone(row.by) && !targetOf(row.by) ? ids : []) if (!found.has(id)) found.set(id, [1, 1]);
  }
  const unknown = new Set(placed.flatMap(({ row, ids }) => (ids.length === 0 ? nameOf(row) : [])));
  return readingOf({
    statistics: { targets: Object.fromEntries(found), counters: laddersIn(rows, index) },
    found: { unlockRows: found.size },
    ignored: [...unknown].map(() => "an unlock row of something our arsenal does not know"),
  });
}

function targetOf(by: Data): Target | undefined {
  const actual = numberIn(by["actualValue"]);
  const needed = numberIn(by["valueNeeded"]);
  if (actual === undefined || needed === undefined || needed <= 0) return undefined;
  return [by["completed"] === true ? Math.max(actual, needed) : actual, needed];
}

const isDone = (by: Data): boolean => by["completed"] === true || numberIn(by["completion"]) === 100;

const isFurther = ([actual, needed]: Target, than: Target | undefined): boolean =>
  !than || actual * than[1] > than[0] * needed;

function laddersIn(rows: readonly Row[], index: BattlelogIndex): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const { by } of rows) {
    const ladderId = index.ladder(textIn(by["codeNeeded"]) ?? "");
    const score = numberIn(by["actualValue"]);
    if (ladderId === undefined || score === undefined) continue;
    const key = counter.score(ladderId);
    scores[key] = Math.max(score, scores[key] ?? score);
  }
  return scores;
}

const nameOf = ({ guid, names: [name] }: Row): string => guid ?? name ?? "";

/** The ids a row tells of: twins share a guid, and so do plain parts of many weapons. */
function targetsOf({ guid, names, by, weaponId }: Row, index: BattlelogIndex): string[] {
  const items = guid === undefined ? [] : index.items(guid);
  if (items.length > 0) return items.map(({ id }) => targetId.item(id));
  const parts = guid === undefined ? [] : index.parts(guid);
  if (parts.length > 0) {
    const meant = parts.length === 1 ? parts : parts.filter((part) => part.weaponId === weaponId);
    return meant.map((part) => targetId.part(part.weaponId, part.partId));
  }
  const step = index.step(textIn(by["codeNeeded"]) ?? "", numberIn(by["valueNeeded"]) ?? Number.NaN);
  const option = names.map((name) => index.option(name)).find((each) => each) ?? step;
  if (option) return [targetId.option(option.vehicleId, option.id)];
  return names.flatMap((name) => index.item(name) ?? []).map(({ id }) => targetId.item(id));
}

function* unlockRows(value: unknown, index: BattlelogIndex, weaponId?: string, depth = 0): Generator<Row> {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return;
  const data = dataIn(value);
  const by = dataIn(data?.["unlockedBy"]);
  if (data && by) {
    yield rowOf(data, by, weaponIn(data, index) ?? weaponId);
    return;
  }
  const own = data ? weaponIn(data, index) : index.ownerOf(guidsIn(value));
  for (const [key, child] of Object.entries(value)) {
    if (PASSED_OVER.has(key)) continue;
    const bare = dataIn(child);
    // `unlockProgression` has the rows bare, under the guid of their item.
    if (bare && textIn(bare["unlockType"])) yield rowOf({ guid: key }, bare, undefined);
    else yield* unlockRows(child, index, (data && weaponNamed(key, index)) ?? own ?? weaponId, depth + 1);
  }
}

const rowOf = (data: Data, by: Data, weaponId: string | undefined): Row => ({
  guid: textIn(data["guid"]),
  names: ["unlockId", "slug"].flatMap((key) => textIn(data[key]) ?? []),
  by,
  weaponId,
});

const guidsIn = (rows: object): string[] => Object.values(rows).flatMap((row) => textIn(dataIn(row)?.["guid"]) ?? []);

/** The weapon this object is of, by what it says itself. */
const weaponIn = (data: Data, index: BattlelogIndex): string | undefined =>
  ["parentId", "weaponGuid", "guid"].map((key) => weaponNamed(data[key], index)).find((id) => id);

const weaponNamed = (name: unknown, index: BattlelogIndex): string | undefined => index.weapon(textIn(name) ?? "")?.id;
