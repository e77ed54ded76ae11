import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatNumber } from "./format-number.ts";

const asIntl = (value: number, decimals: number) => value.toLocaleString("en", { maximumFractionDigits: decimals });

describe("a number in words", () => {
  test.for([
    [0, 1, "0"],
    [2.55, 1, "2.6"],
    [-2.55, 1, "-2.6"],
    [999.95, 1, "1,000"],
    [1234567, 0, "1,234,567"],
    [0.04, 1, "0"],
  ] as const)("%d with %d decimals is %s", ([value, decimals, text]) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });

  test("equals Intl for any number", () => {
    const hundredths = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => whole / 100);
    fc.assert(
      fc.property(fc.oneof(hundredths, fc.double()), fc.integer({ min: 0, max: 3 }), (value, decimals) => {
        expect(formatNumber(value, decimals)).toBe(asIntl(value, decimals));
      }),
      { numRuns: 20_000 },
    );
  });
});
