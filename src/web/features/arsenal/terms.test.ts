import { describe, expect, test } from "vitest";
import { DEFAULTS, getSearch, getTerms } from "./terms.ts";
import { type ArsenalSearch, readArsenalSearch } from "./use-url-overlay.ts";

describe("an arsenal address", () => {
  test("without a search stands for the defaults", () => {
    expect(getTerms(readArsenalSearch({}))).toEqual(DEFAULTS);
  });

  test("omits the defaults", () => {
    const spelt = { range: "30", sort: "class", dir: "asc", view: "table", hs: "0", acc: "100", body: "chest" };
    expect(getSearch(getTerms(spelt))).toEqual({});
  });

  test("preserves every value that differs from its default", () => {
    const search: ArsenalSearch = {
      q: "ak",
      class: "lmg",
      kit: "support",
      range: "75",
      hit: "40",
      head: "100",
      body: "legs",
      def: "1",
    };
    expect(getSearch(getTerms(search))).toEqual(search);
    expect(getSearch(getTerms({ cols: "name,ttk", cmp: "ak-12,m416" }))).toEqual({
      cols: "name,ttk",
      cmp: "ak-12,m416",
    });
  });

  test("accepts only text of limited length", () => {
    expect(readArsenalSearch({ q: { $ne: 1 }, class: 3, wing: "left", item: "x".repeat(5000) })).toEqual({
      item: "x".repeat(300),
    });
  });

  test.for<[string, ArsenalSearch]>([
    ["an unknown class", { class: "railgun" }],
    ["an unknown column", { sort: "luck" }],
    ["a range in words", { range: "far" }],
    ["an empty range", { range: "" }],
    ["a hit rate in words", { hit: "good" }],
    ["heads in words", { head: "some" }],
    ["an order by a drawing", { sort: "strip" }],
  ])("with %s falls back to the default", ([, search]) => {
    expect(getTerms(search)).toEqual(DEFAULTS);
  });

  test.for([
    ["-20", 0],
    ["9999", 150],
    ["41", 40],
    ["12.5", 15],
  ] as const)("rounds and bounds a range of %s to %i m", ([range, metres]) => {
    expect(getTerms({ range }).rangeM).toBe(metres);
  });

  test("bounds a hit rate to 1–100 %", () => {
    expect([getTerms({ hit: "0" }).hitPercent, getTerms({ hit: "140" }).hitPercent]).toEqual([1, 100]);
  });

  test.for<[ArsenalSearch, ArsenalSearch]>([
    [{ acc: "40", hs: "0" }, { hit: "40" }],
    [{ hs: "1" }, { head: "first" }],
    [{ hs: "2" }, { head: "two" }],
    [{ hs: "all" }, { head: "100" }],
    [{ sweep: "1" }, { sort: "ttk" }],
    [{ sort: "expected" }, { sort: "ttk" }],
    [{ cols: "name,falloff,expected" }, { cols: "name,strip,ttk" }],
  ])("with earlier parameters %o becomes %o", ([earlier, now]) => {
    expect(getSearch(getTerms(earlier))).toEqual(now);
  });

  test("selects at most four different weapons", () => {
    expect(getTerms({ cmp: "a,a,b,,c,d,e" }).compared).toEqual(["a", "b", "c", "d"]);
  });

  test("puts chosen columns in the table's order, with the name", () => {
    expect(getTerms({ cols: "ttk,luck,class" }).columns).toEqual(["name", "class", "ttk"]);
  });
});
