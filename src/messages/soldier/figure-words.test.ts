import { describe, expect, test } from "vitest";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import { formatAge, formatChange, formatFigure, formatGain, formatWait } from "./figure-words.ts";

describe("the formats of a figure", () => {
  test.for([
    [1204, "count", "1,204"],
    [0.1254, "share", "12.5 %"],
    [1.2, "ratio", "1.20"],
    [612.34, "metres", "612.3 m"],
    [59, "seconds", "0 min"],
    [3900, "seconds", "1 h 5 min"],
    [7200, "seconds", "2 h"],
    [504_300, "seconds", "140 h"],
  ] as const)("a value of %d with the unit %s is formatted as %s", ([value, unit, text]) => {
    expect(formatFigure(value, unit)).toBe(text);
  });

  test.for([
    [10, 50, "count", "+40"],
    [1.25, 1.2, "ratio", "−0.05"],
    [1.201, 1.203, "ratio", null],
  ] as [number, number, Unit, string | null][])(
    "the gain from %d to %d with the unit %s is formatted as %s",
    ([from, to, unit, text]) => {
      expect(formatGain(from, to, unit)).toBe(text);
    },
  );

  test.for([
    [{ from: 1, to: 5, by: 4, between: null, unit: "count" }, "+4"],
    [{ from: 5, to: 5, by: 0, between: null, unit: "count" }, "unchanged"],
    [{ from: 1, to: 2, by: null, between: 3, unit: "ratio" }, "3.00 in this time"],
    [{ from: 0.1, to: 0.2, by: null, between: null, unit: "share" }, "10 % → 20 %"],
    [{ from: null, to: 2, by: null, between: null, unit: "count" }, "one side unknown"],
  ] as const)("the change %j is formatted as %s", ([change, text]) => {
    expect(formatChange({ id: "x", labelId: "kills", ...change })).toBe(text);
  });
});

describe("the time until or since an instant", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const toInstant = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  test.for([
    [0.5, "just now"],
    [-0.5, "just now"],
    [-5, "5 min ago"],
    [-185, "3 h ago"],
    [-47 * 60, "47 h ago"],
    [-12 * 1440, "12 days ago"],
  ] as const)("an instant %d minutes from now is formatted as %s", ([minutes, text]) => {
    expect(formatAge(toInstant(minutes), now)).toBe(text);
  });
  test.for([
    [-1, "now"],
    [0.1, "in 1 min"],
    [3.5, "in 4 min"],
    [61, "in 1 h"],
  ] as const)("a wait of %d minutes is formatted as %s", ([minutes, text]) => {
    expect(formatWait(toInstant(minutes), now)).toBe(text);
  });
});
