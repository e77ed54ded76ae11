import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createFilter, createSearch } from "./locker-query.ts";
import { createStarterLoadout } from "./starter.ts";

const buildSavedLoadout = (name: string, changes: { note?: string; tags?: string[]; folderId?: string } = {}) => ({
  name,
  note: "",
  tags: [] as string[],
  folderId: null as string | null,
  loadout: createStarterLoadout(ARSENALS.bf4, "support"),
  ...changes,
});

describe("a search of loadouts", () => {
  const isFound = (saved: ReturnType<typeof buildSavedLoadout>, q: string) => createSearch({ q })(saved);

  test("finds by prefixes of the words of name, tag and note, regardless of case, dashes and accents", () => {
    const saved = buildSavedLoadout("Métro rush", { tags: ["close"], note: "For locker nights" });
    for (const q of ["", "metro", "METRO RU", "close", "locker nig"]) expect(isFound(saved, q), q).toBe(true);
    for (const q of ["ak12", "ak 12"]) expect(isFound(buildSavedLoadout("AK-12"), q), q).toBe(true);
    for (const q of ["etro", "metro rooftop"]) expect(isFound(saved, q), q).toBe(false);
  });

  test.for([
    ["Große Straße", "grosse strasse", "STRAẞE", "straß"],
    ["Sıkı ＸＹ－９", "siki", "sıkı", "xy-9"],
    ["Łódź", "lodz", "ŁÓDŹ"],
    ["+++ ★", "+++", "+", "★"],
    ["#", "#"],
    ["´ ¨", "´", "¨ ´"],
    ["Long".repeat(10), "long".repeat(10)],
  ])(
    "finds letters in any Unicode form, and symbols only in names that contain them: %s",
    ([name = "", ...searches]) => {
      for (const q of searches) {
        expect(isFound(buildSavedLoadout(name), q), q).toBe(true);
        expect(isFound(buildSavedLoadout("Another"), q), q).toBe(false);
      }
    },
  );

  test.for(["!", "-", "*", "★★★", "##", "%", "=", "==", "¯", "ﾞ", "\u0301", "\u200D"])("finds nothing by %s", (q) => {
    for (const name of ["Große Straße", "+++ ★", "#", "´ ¨"])
      expect(isFound(buildSavedLoadout(name), q), name).toBe(false);
  });

  test("finds by a whole tag and by a kit", () => {
    const saved = buildSavedLoadout("One", { tags: ["close", "a".repeat(24)] });
    for (const filter of [
      { tag: "Close " },
      { tag: "a".repeat(24) },
      { kit: "support" },
      { tag: "close", q: "on" },
    ] as const)
      expect(createSearch(filter)(saved)).toBe(true);
    for (const filter of [{ tag: "clos" }, { kit: "recon" }, { tag: "close", q: "two" }] as const)
      expect(createSearch(filter)(saved)).toBe(false);
  });

  test("finds by the last word of a long note", () => {
    const note = Array.from({ length: 100 }, (_, index) => `word${index}`).join(" ");
    expect(isFound(buildSavedLoadout("One", { note }), "word99")).toBe(true);
  });
});

test("a filter selects loadouts by game, by folder, or those without a folder", () => {
  const [inside, outside] = [buildSavedLoadout("One", { folderId: "f" }), buildSavedLoadout("Two")];
  const find = (filter: Parameters<typeof createFilter>[0]) =>
    [inside, outside].filter(createFilter(filter)).map(({ name }) => name);
  expect(find({})).toEqual(["One", "Two"]);
  expect(find({ folderId: "f" })).toEqual(["One"]);
  expect(find({ folderId: null, game: "bf4" })).toEqual(["Two"]);
  expect(find({ game: "bf2042" })).toEqual([]);
});
