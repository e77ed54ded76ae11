import { describe, expect, test } from "vitest";
import { getShown, sourcesDisagree } from "./figure.ts";

const claim = <T>(value: T, sourceId = "a") => ({ value, sourceId });

describe("a figure", () => {
  test("shows the value of its first source", () => {
    expect(getShown([claim(700), claim(650, "b")])).toBe(700);
  });

  test("without a source is unknown, not zero", () => {
    expect(getShown([])).toBeNull();
  });

  test("is disputed where values differ", () => {
    expect(sourcesDisagree([claim(700), claim(650, "b")])).toBe(true);
    expect(sourcesDisagree([claim({ max: 30 }), claim({ max: 30 }, "b")])).toBe(false);
    expect(sourcesDisagree([])).toBe(false);
  });
});
