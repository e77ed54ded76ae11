// Statistics of one soldier put together: the parts of one reading, a reading with what is stored, the sources with each other.
import { getOwn } from "#domain/plain-values.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import type { SnapshotSource, Statistics, StatisticsRow, Values } from "./statistics.ts";

/** A list of a snapshot's values. */
export type Group = TableId | "figures" | "counters" | "targets";

/** Where a value is: `key` is the figure, counter, target or row of the group, `id` the figure or the column of the row. */
export type Place = { group: Group; key: string; id: string };

/** Which of two values of one place counts. */
export type Choose = (older: number, newer: number, place: Place) => number;

const getLarger: Choose = (older, newer) => Math.max(older, newer);
const getNewer: Choose = (_, newer) => newer;

function mergeValues(older: Values, newer: Values, choose: Choose, place: (id: string) => Place) {
  const merged: Record<string, number> = { ...older };
  for (const [id, value] of Object.entries(newer)) {
    const before = getOwn(older, id);
    merged[id] = before === undefined ? value : choose(before, value, place(id));
  }
  return merged;
}

/** Rows with each thing once, with the values of both, in the order of the older ones. */
export function mergeRows(
  older: readonly StatisticsRow[],
  newer: readonly StatisticsRow[],
  table: TableId = "weapons",
  choose: Choose = getLarger,
): StatisticsRow[] {
  const merged = new Map(older.map((row) => [row.id, row]));
  for (const row of newer) {
    const before = merged.get(row.id)?.values ?? {};
    const values = mergeValues(before, row.values, choose, (id) => ({ group: table, key: row.id, id }));
    merged.set(row.id, { ...row, values });
  }
  return [...merged.values()];
}

type Targets = Statistics["targets"];

/** Of one that needs another amount by now the newer counts; among the parts of one reading, that of which more is done. */
function mergeTargets(older: Targets, newer: Targets, choose: Choose): Targets {
  const merged = { ...older };
  for (const [key, [done, needed]] of Object.entries(newer)) {
    const before = getOwn(older, key);
    if (!before) merged[key] = [done, needed];
    else if (before[1] === needed) merged[key] = [choose(before[0], done, { group: "targets", key, id: key }), needed];
    else if (choose !== getLarger || before[0] * needed <= done * before[1]) merged[key] = [done, needed];
  }
  return merged;
}

/** The values of both; `choose` decides where both have one. */
export function mergeStatistics(older: Statistics, newer: Statistics, choose: Choose): Statistics {
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const [before = [], after = []] = [older.tables[table], newer.tables[table]];
    if (older.tables[table] ?? newer.tables[table]) tables[table] = mergeRows(before, after, table, choose);
  }
  return {
    game: newer.game,
    figures: mergeValues(older.figures, newer.figures, choose, (id) => ({ group: "figures", key: id, id })),
    tables,
    counters: mergeValues(older.counters, newer.counters, choose, (id) => ({ group: "counters", key: id, id })),
    targets: mergeTargets(older.targets, newer.targets, choose),
  };
}

/** The newer ones, with those of the older ones that they lack. */
export const fillMissing = (older: Statistics, newer: Statistics): Statistics =>
  mergeStatistics(older, newer, getNewer);

/** The parts of one reading as one, in whatever order they come: of a value in several the largest. Null for none. */
export function mergeParts(parts: readonly Statistics[]): Statistics | null {
  const [first, ...others] = parts;
  return first ? others.reduce((merged, part) => mergeStatistics(merged, part, getLarger), first) : null;
}

/**
 * The newest snapshot of each source as one, newest first: each figure from the newest that has it. A table is taken whole from
 * the newest snapshot that has it, because its rows belong together.
 */
export function mergeCurrentStatistics(newestFirst: readonly [Statistics, ...Statistics[]]): Statistics {
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const rows = newestFirst.find((statistics) => statistics.tables[table]?.length)?.tables[table];
    if (rows) tables[table] = rows;
  }
  const oldestFirst = newestFirst.toReversed();
  const merged = oldestFirst.reduce((older, newer) => fillMissing(older, newer));
  return { ...merged, tables };
}

/** Where a snapshot stands: its source, and how often the statistics of this source were restarted before it. */
export type SnapshotSeries = { source: SnapshotSource; series: number };

/** Whether what lies between two snapshots can be counted: a restart of the statistics lies between others. */
export const isOneSeries = (one: SnapshotSeries, other: SnapshotSeries): boolean =>
  one.source !== other.source || one.series === other.series;

/** The snapshot that changes are counted from: of a list, newest first, the last before this one of its source and series. */
export const findPrevious = <Snapshot extends SnapshotSeries>(
  newestFirst: readonly Snapshot[],
  newest: Snapshot | undefined = newestFirst[0],
): Snapshot | undefined =>
  newest &&
  newestFirst
    .slice(newestFirst.indexOf(newest) + 1)
    .find(({ source, series }) => source === newest.source && series === newest.series);

// A figure over time. Periods without a snapshot are gaps.

export type Seen = { takenAt: string; value: number | null; series?: number };
export type Point = { takenAt: string; value: number };

const MS_PER_DAY = 86_400_000;

/** More days than this between two snapshots, and nothing is known of what lay between. */
export const GAP_DAYS = 7;

/**
 * The stretches in which the figure was followed, oldest first: within one, no more than `gapDays` days lie between two
 * points. A snapshot that does not know the figure ends a stretch, and so does a restart of the statistics. Every known value is
 * in one of them.
 */
export function getStretches(seen: readonly Seen[], gapDays = GAP_DAYS): Point[][] {
  const stretches: Point[][] = [];
  let last: Seen | undefined;
  for (const seenAt of inTime(seen)) {
    const { takenAt, value, series } = seenAt;
    if (value !== null) {
      const isFollowed = last && last.value !== null && daysBetween(last.takenAt, takenAt) <= gapDays;
      if (!isFollowed || last?.series !== series) stretches.push([]);
      stretches.at(-1)?.push({ takenAt, value });
    }
    last = seenAt;
  }
  return stretches;
}

const inTime = (seen: readonly Seen[]) =>
  seen.toSorted((one, other) => Date.parse(one.takenAt) - Date.parse(other.takenAt));

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;
