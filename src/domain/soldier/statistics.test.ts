import { expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { getVocabulary } from "#messages/progress/vocabulary.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createEmptyStatistics, limitStatistics, type Statistics } from "./statistics.ts";

const MAX_NUMBER = -1.2345678901234567e300;
const MAX_NAME = "漢".repeat(100);
const EXPORT_PAGE_BYTES = 1_000_000;

/** Returns statistics with every known name, the longest values, and the maximum number of rows. */
function createLargestStatistics(game: Statistics["game"]): Statistics {
  const { figures, counters, targets, columns } = getVocabulary(ARSENALS, game);
  const fill = <Value>(names: Iterable<string>, value: Value) =>
    Object.fromEntries([...names].map((name) => [name, value]));
  const tables = Object.entries(columns).map(([table, names]) => {
    const row = { id: MAX_NAME, name: MAX_NAME, isKnown: false, values: fill(names ?? [], MAX_NUMBER) };
    return [table, Array.from({ length: 500 }, () => row)] as const;
  });
  return {
    game,
    figures: fill(figures, MAX_NUMBER),
    counters: fill(counters, MAX_NUMBER),
    targets: fill(targets, [MAX_NUMBER, MAX_NUMBER] as [number, number]),
    tables: Object.fromEntries(tables),
  };
}

test.for(GAMES)("the largest snapshot of %s fits into a page of an export", (game) => {
  const largest = limitStatistics(createLargestStatistics(game));
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(EXPORT_PAGE_BYTES);
  expect(Object.values(largest.tables).every((rows) => rows.length > 0)).toBe(true);
});

test("a table has at most 300 rows", () => {
  const row = { id: "a", name: "A", isKnown: false, values: {} };
  const modes = Array.from({ length: 301 }, () => row);
  expect(limitStatistics({ ...createEmptyStatistics("bf4"), tables: { modes } }).tables.modes).toHaveLength(300);
});
