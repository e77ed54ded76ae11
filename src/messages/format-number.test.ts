import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatNumber } from "./format-number.ts";

const formatWithIntl = (value: number, decimals: number) =>
  value.toLocaleString("en", { maximumFractionDigits: decimals });

describe("formatNumber", () => {
  test.for([
    [0, 1, "0"],
    [2.55, 1, "2.6"],
    [-2.55, 1, "-2.6"],
    [999.95, 1, "1,000"],
    [1234567, 0, "1,234,567"],
    [0.04, 1, "0"],
  ] as const)("formats %d with %d decimals as %s", ([value, decimals, text]) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });

  test("returns the same text as Intl for any number", () => {
    const hundredths = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => whole / 100);
    fc.assert(
      fc.property(fc.oneof(hundredths, fc.double()), fc.integer({ min: 0, max: 3 }), (value, decimals) => {
        expect(formatNumber(value, decimals)).toBe(formatWithIntl(value, decimals));
      }),
      { numRuns: 20_000 },
    );
  });
});
