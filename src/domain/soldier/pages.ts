// Statistics in parts small enough for one request each; snapshots.ts makes them whole again.

import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { getJsonBytes, noStatistics, type Statistics, type StatisticsRow } from "./statistics.ts";

/** Bytes of JSON in one part; a request may be a little larger than this. */
export const STATISTICS_PAGE_LIMIT = 60_000;

type Piece = { bytes: number; into: (page: Statistics) => void };

/** The statistics in parts of at most STATISTICS_PAGE_LIMIT bytes of JSON, in their order; at least one. */
export function getPages(statistics: Statistics): Statistics[] {
  let page = noStatistics(statistics.game);
  let left = getRemainingBytes(page);
  const pages = [page];
  for (const { bytes, into } of getPieces(statistics)) {
    if (bytes > left) {
      page = noStatistics(statistics.game);
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
    const into = (page: Statistics) => {
      page.tables[table] ??= [];
      page.tables[table].push(row);
    };
    // Each row may be the first of its table on a new page.
    yield { bytes: getJsonBytes({ [table]: [row] }), into };
  }
}

const getRemainingBytes = (page: Statistics): number => STATISTICS_PAGE_LIMIT - getJsonBytes(page);
