// Splits statistics into pages that are small enough for a request each; `mergeParts` in `snapshots.ts` merges them.

import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { createEmptyStatistics, getJsonBytes, type Statistics, type StatisticsRow } from "./statistics.ts";

/** Maximum bytes of JSON in a page; a request may be slightly larger. */
export const STATISTICS_PAGE_LIMIT = 60_000;

type Piece = { bytes: number; into: (page: Statistics) => void };

/** Returns the statistics in pages of at most STATISTICS_PAGE_LIMIT bytes of JSON; at least one page. */
export function getPages(statistics: Statistics): Statistics[] {
  let page = createEmptyStatistics(statistics.game);
  let left = getRemainingBytes(page);
  const pages = [page];
  for (const { bytes, into } of getPieces(statistics)) {
    if (bytes > left) {
      page = createEmptyStatistics(statistics.game);
      left = getRemainingBytes(page);
      pages.push(page);
    }
    into(page);
    left -= bytes;
  }
  return pages;
}

function* getPieces({ figures, counters, targets, tables }: Statistics): Generator<Piece> {
  for (const [id, value] of Object.entries(figures)) {
    yield { bytes: getJsonBytes({ [id]: value }), into: (page) => (page.figures[id] = value) };
  }
  for (const [id, value] of Object.entries(counters)) {
    yield { bytes: getJsonBytes({ [id]: value }), into: (page) => (page.counters[id] = value) };
  }
  for (const [id, value] of Object.entries(targets)) {
    yield { bytes: getJsonBytes({ [id]: value }), into: (page) => (page.targets[id] = value) };
  }
  for (const table of TABLES) {
    const rows = tables[table];
    if (rows) yield* getRowPieces(table, rows);
  }
}

function* getRowPieces(table: TableId, rows: readonly StatisticsRow[]): Generator<Piece> {
  yield { bytes: getJsonBytes({ [table]: [] }), into: (page) => (page.tables[table] ??= []) };
  for (const row of rows) {
    const add = (page: Statistics) => {
      page.tables[table] ??= [];
      page.tables[table].push(row);
    };
    // Counts the bytes of the table's key for each row, as any row may be the first of its table on a new page.
    yield { bytes: getJsonBytes({ [table]: [row] }), into: add };
  }
}

const getRemainingBytes = (page: Statistics): number => STATISTICS_PAGE_LIMIT - getJsonBytes(page);
