import { describe, expect, test } from "vitest";
import { getShown, hasDisagreement } from "./figure.ts";

const createClaim = <T>(value: T, sourceId = "a") => ({ value, sourceId });

describe("a figure", () => {
  test("has the value of its first source", () => {
    expect(getShown([createClaim(700), createClaim(650, "b")])).toBe(700);
  });

  test("is unknown, not zero, without a source", () => {
    expect(getShown([])).toBeNull();
  });

  test("is disputed if the values of two sources differ", () => {
    expect(hasDisagreement([createClaim(700), createClaim(650, "b")])).toBe(true);
    expect(hasDisagreement([createClaim({ max: 30 }), createClaim({ max: 30 }, "b")])).toBe(false);
    expect(hasDisagreement([])).toBe(false);
  });
});
