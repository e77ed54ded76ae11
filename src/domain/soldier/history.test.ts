import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getSegments, type HistoryEntry } from "./snapshots.ts";

const createEntry = (day: number, value: number | null): HistoryEntry => ({
  takenAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  value,
});

const getValues = (all: readonly HistoryEntry[]) =>
  getSegments(all).map((stretch) => stretch.map(({ value }) => value));

describe("the history of a figure", () => {
  test("is one segment if the snapshots are close together", () => {
    expect(getValues([createEntry(0, 1), createEntry(7, 2), createEntry(9, 3)])).toEqual([[1, 2, 3]]);
  });

  test("has a gap between snapshots that are more than a week apart", () => {
    expect(getValues([createEntry(0, 1), createEntry(8, 2), createEntry(9, 3)])).toEqual([[1], [2, 3]]);
  });

  test("has a gap at a snapshot without the figure", () => {
    expect(getValues([createEntry(0, 1), createEntry(1, null), createEntry(2, 3)])).toEqual([[1], [3]]);
    expect(getValues([createEntry(0, null)])).toEqual([]);
  });

  test("is sorted by time", () => {
    expect(getValues([createEntry(3, 3), createEntry(1, 1), createEntry(2, 2)])).toEqual([[1, 2, 3]]);
  });

  test("has exactly the values of the snapshots", () => {
    const any = fc.array(fc.tuple(fc.nat(400), fc.option(fc.nat(1000))).map(([day, value]) => createEntry(day, value)));
    fc.assert(
      fc.property(any, (all) => {
        const measured = all.filter(({ value }) => value !== null);
        const shown = getSegments(all).flat();
        expect(shown).toHaveLength(measured.length);
        expect(measured).toEqual(expect.arrayContaining(shown));
      }),
    );
  });
});
