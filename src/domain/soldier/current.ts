// What is known of a soldier by now, put together from the newest snapshot of each source.
import type { Statistics } from "./statistics.ts";
import { TABLES } from "./table-id.ts";

/** Each figure and each table from the newest snapshot that tells it; a count of progress never falls. Newest first. */
export function currentStatistics(newestFirst: readonly [Statistics, ...Statistics[]]): Statistics {
  const oldestFirst = newestFirst.toReversed();
  const counters: Record<string, number> = {};
  for (const [key, count] of oldestFirst.flatMap((told) => Object.entries(told.counters))) {
    counters[key] = Math.max(count, counters[key] ?? 0);
  }
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const rows = newestFirst.find((told) => told.tables[table]?.length)?.tables[table];
    if (rows) tables[table] = rows;
  }
  return {
    game: newestFirst[0].game,
    figures: Object.assign({}, ...oldestFirst.map((told) => told.figures)),
    tables,
    counters,
    targets: Object.assign({}, ...oldestFirst.map((told) => told.targets)),
  };
}
