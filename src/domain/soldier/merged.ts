// What several parts tell of one soldier at one moment, as one.
import { getOwn } from "#domain/get-own.ts";
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
