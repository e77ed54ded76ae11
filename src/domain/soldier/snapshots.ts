// Merges statistics of a soldier: the pages of a reading, a reading with the stored statistics, and the statistics of several sources.
import { getOwn } from "#domain/plain-values.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import type { SnapshotSource, Statistics, StatisticsRow, Values } from "./statistics.ts";

/** The groups of a snapshot's values. */
export type Group = TableId | "figures" | "counters" | "targets";

/** The position of a value. `key` is the figure, counter, target or row in the group, `id` the figure or the row's column. */
export type Place = { group: Group; key: string; id: string };

/** Returns which of two values at the same position is used. */
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

/** Merges rows by id, in the order of the older rows; `choose` decides if both have a value. */
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

/** Merges targets. If the required amount differs, the newer target is used; between pages of a reading, the one with more progress. */
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

/** Merges statistics; `choose` decides if both have a value. */
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

/** Returns the newer statistics, completed with the older values they lack. */
export const fillMissing = (older: Statistics, newer: Statistics): Statistics =>
  mergeStatistics(older, newer, getNewer);

/** Merges the pages of a reading in any order; the largest of several values is used. Returns null for an empty list. */
export function mergeParts(parts: readonly Statistics[]): Statistics | null {
  const [first, ...others] = parts;
  return first ? others.reduce((merged, part) => mergeStatistics(merged, part, getLarger), first) : null;
}

/**
 * Merges the newest snapshot of each source. Each figure comes from the newest snapshot that has it. A table is taken as a whole
 * from the newest snapshot that has it, because its rows belong together.
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

/** The source of a snapshot, and the number of restarts of the source's statistics before it. */
export type SnapshotSeries = { source: SnapshotSource; series: number };

/** Whether the difference of two snapshots is meaningful, which it is not after a restart of the source's statistics. */
export const isOneSeries = (a: SnapshotSeries, b: SnapshotSeries): boolean =>
  a.source !== b.source || a.series === b.series;

/** Returns the previous snapshot of the same source and series, from which changes are counted. */
export const findPrevious = <Snapshot extends SnapshotSeries>(
  newestFirst: readonly Snapshot[],
  newest: Snapshot | undefined = newestFirst[0],
): Snapshot | undefined =>
  newest &&
  newestFirst
    .slice(newestFirst.indexOf(newest) + 1)
    .find(({ source, series }) => source === newest.source && series === newest.series);

// The history of a figure. Periods without a snapshot are gaps.

export type HistoryEntry = { takenAt: string; value: number | null; series?: number };
export type Point = { takenAt: string; value: number };

const MS_PER_DAY = 86_400_000;

/** If more days than this lie between two snapshots, the chart has a gap. */
export const GAP_DAYS = 7;

/**
 * Returns the connected segments of the history, oldest first. Within a segment, at most `gapDays` days lie between two points. A
 * snapshot without the figure ends a segment, and so does a restart of the statistics. Every known value belongs to a segment.
 */
export function getSegments(entries: readonly HistoryEntry[], gapDays = GAP_DAYS): Point[][] {
  const segments: Point[][] = [];
  let last: HistoryEntry | undefined;
  for (const entry of sortByTime(entries)) {
    const { takenAt, value, series } = entry;
    if (value !== null) {
      const isFollowed = last && last.value !== null && getDaysBetween(last.takenAt, takenAt) <= gapDays;
      if (!isFollowed || last?.series !== series) segments.push([]);
      segments.at(-1)?.push({ takenAt, value });
    }
    last = entry;
  }
  return segments;
}

const sortByTime = (entries: readonly HistoryEntry[]) =>
  entries.toSorted((a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt));

const getDaysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;
