// Statistics in parts small enough for one request each, and whole again.
import { noStatistics, type Statistics, type StatisticsRow, TABLES, type TableId } from "./statistics.ts";

/** Bytes of JSON in one part; a request may be a little larger than this. */
export const STATISTICS_PAGE_LIMIT = 60_000;

type Piece = { bytes: number; into: (page: Statistics) => void };

/** The statistics in parts of at most STATISTICS_PAGE_LIMIT bytes of JSON, in their order; at least one. */
export function pagesOf(statistics: Statistics): Statistics[] {
  let page = noStatistics(statistics.game);
  let left = roomIn(page);
  const pages = [page];
  for (const { bytes, into } of piecesOf(statistics)) {
    if (bytes > left) {
      page = noStatistics(statistics.game);
      left = roomIn(page);
      pages.push(page);
    }
    into(page);
    left -= bytes;
  }
  return pages;
}

/**
 * One set of statistics of all these, undefined where there are none. Of the same thing the later part tells, but a
 * counter never falls, and of two words about a target the one that is further on counts.
 */
export function mergedStatistics(parts: readonly Statistics[]): Statistics | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const merged = noStatistics(first.game);
  for (const { figures, counters, targets, tables } of parts) {
    Object.assign(merged.figures, figures);
    for (const [key, value] of Object.entries(counters)) {
      merged.counters[key] = Math.max(value, merged.counters[key] ?? value);
    }
    for (const [key, target] of Object.entries(targets)) merged.targets[key] = further(merged.targets[key], target);
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

function* piecesOf({ figures, counters, targets, tables }: Statistics): Generator<Piece> {
  for (const [id, value] of Object.entries(figures)) {
    yield { bytes: bytesOf({ [id]: value }), into: (page) => (page.figures[id] = value) };
  }
  for (const [id, value] of Object.entries(counters)) {
    yield { bytes: bytesOf({ [id]: value }), into: (page) => (page.counters[id] = value) };
  }
  for (const [id, value] of Object.entries(targets)) {
    yield { bytes: bytesOf({ [id]: value }), into: (page) => (page.targets[id] = value) };
  }
  for (const table of TABLES) {
    const rows = tables[table];
    if (rows) yield* rowPiecesOf(table, rows);
  }
}

function* rowPiecesOf(table: TableId, rows: readonly StatisticsRow[]): Generator<Piece> {
  yield { bytes: bytesOf({ [table]: [] }), into: (page) => (page.tables[table] ??= []) };
  for (const row of rows) {
    const into = (page: Statistics) => {
      page.tables[table] ??= [];
      page.tables[table].push(row);
    };
    // Each row may be the first of its table on a new page.
    yield { bytes: bytesOf({ [table]: [row] }), into };
  }
}

const roomIn = (page: Statistics): number => STATISTICS_PAGE_LIMIT - bytesOf(page);

const LONGEST_CHARACTER = 3;

/** Bytes the value takes as JSON; what is beyond ASCII is counted as its longest form. */
function bytesOf(value: unknown): number {
  const text = JSON.stringify(value);
  const beyond = text.replaceAll(/[ -~]/g, "").length;
  return text.length + beyond * (LONGEST_CHARACTER - 1);
}
