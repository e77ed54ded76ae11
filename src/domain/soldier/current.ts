// What is known of a soldier by now, put together from the newest snapshot of each source.
import { mergedStatistics } from "./merged.ts";
import type { Statistics } from "./statistics.ts";
import { TABLES } from "./table-id.ts";

/** All of it merged, newest first; but a table is as a whole from the newest snapshot that tells it: its rows go together. */
export function currentStatistics(newestFirst: readonly [Statistics, ...Statistics[]]): Statistics {
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const rows = newestFirst.find((told) => told.tables[table]?.length)?.tables[table];
    if (rows) tables[table] = rows;
  }
  const withoutTables = newestFirst.toReversed().map((told) => ({ ...told, tables: {} }));
  return { ...(mergedStatistics(withoutTables) ?? newestFirst[0]), tables };
}
