import { expect, test } from "vitest";
import { createTextMatcher } from "./text-matcher.ts";

test("a text matches parts of its words in any order, with and without dashes", () => {
  expect(
    ["", " ", "ak", "K 12", "ak12", "12 ak", "ＡＫ"].filter((typed) => !createTextMatcher(typed)("AK-12")),
  ).toEqual([]);
  expect(createTextMatcher("strasse")("Große Straße")).toBe(true);
  expect(["-", "+++", "★", "ak 15"].filter((typed) => createTextMatcher(typed)("AK-12"))).toEqual([]);
  expect(createTextMatcher("★")("★★★")).toBe(true);
});

test("a typed text without letters and digits matches only texts that contain it", () => {
  const signs = ["´", "¨", "¯", "¸", "˜", "˙", "‾", "゛", "ﾞ", "\u0301", "\u200D", "\u00AD", "´ ¨"];
  expect(signs.filter((typed) => createTextMatcher(typed)("AK-12"))).toEqual([]);
  expect(signs.filter((typed) => !createTextMatcher(typed)(`${typed}${typed}`))).toEqual([]);
});
