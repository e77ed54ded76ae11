import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getStretches, type Seen } from "./snapshots.ts";

const seen = (day: number, value: number | null): Seen => ({
  takenAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  value,
});

const getValues = (all: readonly Seen[]) => getStretches(all).map((stretch) => stretch.map(({ value }) => value));

describe("a figure over time", () => {
  test("is one stretch while it was looked at", () => {
    expect(getValues([seen(0, 1), seen(7, 2), seen(9, 3)])).toEqual([[1, 2, 3]]);
  });

  test("has a gap where snapshots are further apart", () => {
    expect(getValues([seen(0, 1), seen(8, 2), seen(9, 3)])).toEqual([[1], [2, 3]]);
  });

  test("has a gap where a snapshot did not know it, and no value there", () => {
    expect(getValues([seen(0, 1), seen(1, null), seen(2, 3)])).toEqual([[1], [3]]);
    expect(getValues([seen(0, null)])).toEqual([]);
  });

  test("is in the order of time, however it is given", () => {
    expect(getValues([seen(3, 3), seen(1, 1), seen(2, 2)])).toEqual([[1, 2, 3]]);
  });

  test("holds what was seen and nothing else", () => {
    const any = fc.array(fc.tuple(fc.nat(400), fc.option(fc.nat(1000))).map(([day, value]) => seen(day, value)));
    fc.assert(
      fc.property(any, (all) => {
        const measured = all.filter(({ value }) => value !== null);
        const shown = getStretches(all).flat();
        expect(shown).toHaveLength(measured.length);
        expect(measured).toEqual(expect.arrayContaining(shown));
      }),
    );
  });
});
