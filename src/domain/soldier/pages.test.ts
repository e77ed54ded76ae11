import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyStatistics } from "#test/fixtures/any-statistics.ts";
import { getPages, STATISTICS_PAGE_LIMIT } from "./pages.ts";
import { mergeParts } from "./snapshots.ts";
import { noStatistics, type Statistics } from "./statistics.ts";

const getBytes = (page: unknown) => new TextEncoder().encode(JSON.stringify(page)).length;

/** So much that one page cannot hold it. */
const targets: Statistics["targets"] = Object.fromEntries(
  Array.from({ length: 4_000 }, (_, at) => [`part:weapon-é-${at}/part`, [at, 9_000]]),
);

describe("statistics in pages", () => {
  test("come together as they were", () => {
    fc.assert(
      fc.property(anyStatistics, (statistics) => {
        expect(mergeParts(getPages(statistics))).toEqual(statistics);
      }),
      { numRuns: 50 },
    );
  });

  test("are never larger than their limit, however much there is", () => {
    fc.assert(
      fc.property(anyStatistics, (statistics) => {
        const pages = getPages({ ...statistics, targets: { ...statistics.targets, ...targets } });
        expect(pages.length).toBeGreaterThan(2);
        for (const page of pages) expect(getBytes(page)).toBeLessThanOrEqual(STATISTICS_PAGE_LIMIT);
      }),
      { numRuns: 20 },
    );
  });

  test("are one page when there is nothing", () => {
    expect(getPages(noStatistics("bf4"))).toEqual([noStatistics("bf4")]);
    expect(mergeParts([])).toBeNull();
  });
});

describe("of two sources, merged", () => {
  const parts = (one: object, other: object) =>
    mergeParts([one, other].map((part) => ({ ...noStatistics("bf4"), ...part })));

  test("the higher counter counts, whichever is later", () => {
    expect(parts({ counters: { a: 3, b: 1 } }, { counters: { a: 2, b: 4 } })?.counters).toEqual({ a: 3, b: 4 });
  });

  test("a word that every object answers to is a name like any other", () => {
    const [counters, targets] = [{ constructor: 3 }, { constructor: [1, 10] }];
    expect(parts({ counters, targets }, {})).toEqual({ ...noStatistics("bf4"), counters, targets });
  });

  test("the target of which more is done counts", () => {
    expect(
      parts({ targets: { a: [9, 10], b: [1, 10] } }, { targets: { a: [100, 1000], b: [3, 20] } })?.targets,
    ).toEqual({
      a: [9, 10],
      b: [3, 20],
    });
  });

  test("a row holds the values of both", () => {
    const row = (values: object) => ({ tables: { weapons: [{ id: "ak-12", name: "AK-12", isKnown: true, values }] } });
    expect(parts(row({ kills: 1, damage: 2 }), row({ kills: 3 }))?.tables.weapons).toMatchObject([
      { values: { kills: 3, damage: 2 } },
    ]);
  });
});
