import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyStatistics } from "#test/fixtures/any-statistics.ts";
import { getPages, STATISTICS_PAGE_LIMIT } from "./pages.ts";
import { mergeParts } from "./snapshots.ts";
import { createEmptyStatistics, type Statistics } from "./statistics.ts";

const getBytes = (page: unknown) => new TextEncoder().encode(JSON.stringify(page)).length;

/** Too many targets for one page. */
const targets: Statistics["targets"] = Object.fromEntries(
  Array.from({ length: 4_000 }, (_, index) => [`part:weapon-é-${index}/part`, [index, 9_000]]),
);

describe("statistics in pages", () => {
  test("are restored by merging the pages", () => {
    fc.assert(
      fc.property(anyStatistics, (statistics) => {
        expect(mergeParts(getPages(statistics))).toEqual(statistics);
      }),
      { numRuns: 50 },
    );
  });

  test("have no page above the limit", () => {
    fc.assert(
      fc.property(anyStatistics, (statistics) => {
        const pages = getPages({ ...statistics, targets: { ...statistics.targets, ...targets } });
        expect(pages.length).toBeGreaterThan(2);
        for (const page of pages) expect(getBytes(page)).toBeLessThanOrEqual(STATISTICS_PAGE_LIMIT);
      }),
      { numRuns: 20 },
    );
  });

  test("are one page if they are empty", () => {
    expect(getPages(createEmptyStatistics("bf4"))).toEqual([createEmptyStatistics("bf4")]);
    expect(mergeParts([])).toBeNull();
  });
});

describe("the merged statistics of two sources", () => {
  const merge = (a: object, b: object) =>
    mergeParts([a, b].map((part) => ({ ...createEmptyStatistics("bf4"), ...part })));

  test("have the higher counter", () => {
    expect(merge({ counters: { a: 3, b: 1 } }, { counters: { a: 2, b: 4 } })?.counters).toEqual({ a: 3, b: 4 });
  });

  test("treat names of inherited properties like any other name", () => {
    const [counters, targets] = [{ constructor: 3 }, { constructor: [1, 10] }];
    expect(merge({ counters, targets }, {})).toEqual({ ...createEmptyStatistics("bf4"), counters, targets });
  });

  test("have the target with the greater progress", () => {
    expect(
      merge({ targets: { a: [9, 10], b: [1, 10] } }, { targets: { a: [100, 1000], b: [3, 20] } })?.targets,
    ).toEqual({
      a: [9, 10],
      b: [3, 20],
    });
  });

  test("have rows with the values of both", () => {
    const row = (values: object) => ({ tables: { weapons: [{ id: "ak-12", name: "AK-12", isKnown: true, values }] } });
    expect(merge(row({ kills: 1, damage: 2 }), row({ kills: 3 }))?.tables.weapons).toMatchObject([
      { values: { kills: 3, damage: 2 } },
    ]);
  });
});
