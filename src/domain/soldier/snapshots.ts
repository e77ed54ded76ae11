// What several parts tell of one soldier at one moment, as one.
import { getOwn } from "#domain/plain-values.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { noStatistics, type Statistics, type StatisticsRow } from "./statistics.ts";

/**
 * Merges statistics into one set, null for none. A later part wins, but a counter never decreases, and of two values of
 * a target the more advanced one counts.
 */
export function mergedStatistics(parts: readonly Statistics[]): Statistics | null {
  const [first] = parts;
  if (!first) return null;
  const merged = noStatistics(first.game);
  for (const { figures, counters, targets, tables } of parts) {
    Object.assign(merged.figures, figures);
    for (const [key, value] of Object.entries(counters)) {
      merged.counters[key] = Math.max(value, getOwn(merged.counters, key) ?? value);
    }
    for (const [key, target] of Object.entries(targets)) {
      merged.targets[key] = further(getOwn(merged.targets, key), target);
    }
    for (const table of TABLES) {
      const rows = tables[table];
      if (rows) merged.tables[table] = mergedRows(merged.tables[table] ?? [], rows);
    }
  }
  return merged;
}

type Target = Statistics["targets"][string];

/** The target of which more is done; the later of two alike. */
const further = (one: Target | undefined, other: Target): Target =>
  one && one[0] * other[1] > other[0] * one[1] ? one : other;

function mergedRows(rows: readonly StatisticsRow[], more: readonly StatisticsRow[]): StatisticsRow[] {
  const merged = new Map(rows.map((row) => [row.id, row]));
  for (const row of more) merged.set(row.id, { ...row, values: { ...merged.get(row.id)?.values, ...row.values } });
  return [...merged.values()];
}

// What is known of a soldier by now, put together from the newest snapshot of each source.

/**
 * All snapshots merged, newest first. A table is taken whole from the newest snapshot that has it, because its rows
 * belong together.
 */
export function mergeCurrentStatistics(newestFirst: readonly [Statistics, ...Statistics[]]): Statistics {
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const rows = newestFirst.find((reported) => reported.tables[table]?.length)?.tables[table];
    if (rows) tables[table] = rows;
  }
  const withoutTables = newestFirst.toReversed().map((reported) => ({ ...reported, tables: {} }));
  return { ...(mergedStatistics(withoutTables) ?? newestFirst[0]), tables };
}

// A figure over time. Periods without a snapshot are gaps.

export type Seen = { takenAt: string; value: number | null };
export type Point = { takenAt: string; value: number };

const MS_PER_DAY = 86_400_000;

/** More days than this between two snapshots, and nothing is known of what lay between. */
export const GAP_DAYS = 7;

/**
 * The stretches in which the figure was followed, oldest first: within one, no more than `gapDays` days lie between two
 * points. A snapshot that does not know the figure ends a stretch, too. Every known value is in one of them.
 */
export function getStretches(seen: readonly Seen[], gapDays = GAP_DAYS): Point[][] {
  const stretches: Point[][] = [];
  let last: Seen | undefined;
  for (const { takenAt, value } of inTime(seen)) {
    if (value !== null) {
      const stretch = last && last.value !== null && daysBetween(last.takenAt, takenAt) <= gapDays;
      if (!stretch) stretches.push([]);
      stretches.at(-1)?.push({ takenAt, value });
    }
    last = { takenAt, value };
  }
  return stretches;
}

const inTime = (seen: readonly Seen[]) =>
  seen.toSorted((one, other) => Date.parse(one.takenAt) - Date.parse(other.takenAt));

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;
