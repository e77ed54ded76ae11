import { describe, expect, test } from "vitest";
import { readArsenalSearch, searchOf, termsOf } from "./terms.ts";

describe("an arsenal address", () => {
  test("without a search stands for the defaults", () => {
    expect(termsOf(readArsenalSearch({}))).toMatchObject({ q: "", class: null, rangeM: 30, sort: "class" });
  });

  test("that spells out the defaults is shortened to nothing", () => {
    expect(readArsenalSearch({ range: "30", sort: "class", dir: "asc", view: "table", hs: "0", q: "" })).toEqual({});
  });

  test("keeps what differs from the defaults, and survives being written and read again", () => {
    const search = readArsenalSearch({ q: "ak", class: "lmg", kit: "support", range: "75", hs: "all", item: "m249" });
    expect(search).toEqual({ q: "ak", class: "lmg", kit: "support", range: 75, hs: "all", item: "m249" });
    expect(readArsenalSearch({ ...searchOf(termsOf(search)), item: "m249" })).toEqual(search);
  });

  test.for([
    ["an unknown class", { class: "railgun" }],
    ["an unknown column", { sort: "luck" }],
    ["a range in words", { range: "far" }],
    ["an empty range", { range: "" }],
    ["a value that is no text", { q: { $ne: 1 } }],
  ] as const)("with %s falls back to the default", ([, search]) => {
    expect(readArsenalSearch(search)).toEqual({});
  });

  test.for([
    ["-20", 0],
    ["9999", 150],
    ["41", 40],
    [12.5, 15],
  ] as const)("puts a range of %s at %i m", ([range, metres]) => {
    expect(termsOf(readArsenalSearch({ range })).rangeM).toBe(metres);
  });
});
