import { type Statistics, TABLES } from "./statistics.ts";

/** What the parts of one import tell together, in their order; null where there is no part. */
export function mergedStatistics([first, ...rest]: readonly Statistics[]): Statistics | null {
  if (!first) return null;
  const merged = copyOf(first);
  for (const part of rest) {
    for (const map of ["figures", "counters", "targets"] as const) Object.assign(merged[map], part[map]);
    for (const table of TABLES) {
      const rows = part.tables[table];
      if (rows) merged.tables[table] = [...(merged.tables[table] ?? []), ...rows];
    }
  }
  return merged;
}

const copyOf = ({ game, figures, tables, counters, targets }: Statistics): Statistics => ({
  game,
  figures: { ...figures },
  tables: { ...tables },
  counters: { ...counters },
  targets: { ...targets },
});
