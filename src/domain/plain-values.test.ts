import { expect, test } from "vitest";
import { compareTexts, stableStringify } from "./plain-values.ts";

test("texts are sorted by their code units, capitals first", () => {
  expect(["b", "a", "é", "B", "a"].sort(compareTexts)).toEqual(["B", "a", "a", "b", "é"]);
});

test("stableStringify ignores the order of keys, but not of list entries", () => {
  expect(stableStringify({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  expect(stableStringify([1, 2])).not.toBe(stableStringify([2, 1]));
});
