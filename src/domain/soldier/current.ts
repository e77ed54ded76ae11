// What is known of a soldier by now, put together from the newest snapshot of each source.

import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { mergedStatistics } from "./merged.ts";
import type { Statistics } from "./statistics.ts";

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
