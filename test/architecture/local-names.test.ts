// data/names has the names of items in the six other languages, where they differ from the English ones.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { localizeArsenal } from "#domain/game-data/local-names.ts";
import { getItemNames } from "#domain/loadout/item-names.ts";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import { createSearchEntries, searchCatalogue } from "#messages/catalogue/entry.ts";
import { BASE_LANGUAGE, LANGUAGES, type Language, RELEASED_LANGUAGES } from "#messages/languages.ts";
import { getPartNames } from "#server/features/arsenal/router.ts";
import { withLanguage } from "#server/http/language.ts";
import { createLocalArsenals } from "#server/local-arsenals.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const languages = RELEASED_LANGUAGES.filter((code) => code !== BASE_LANGUAGE);
const { bf4, bf2042 } = ARSENALS;
const getNames = (records: Iterable<{ id: string; name: string | null }>) =>
  new Map(Array.from(records, ({ id, name }) => [id, name]));
const getParts = (weapons: Iterable<{ options: readonly { id: string; name: string | null }[] }>) =>
  Array.from(weapons, ({ options }) => options).flat();

/** The English names of all records that the files may name, by game and group. */
const RECORDS: Record<string, Record<string, ReadonlyMap<string, string | null>>> = {
  bf4: {
    attachments: getNames(bf4.partTypes.values()),
    gadgets: getNames(bf4.gadgets.values()),
    maps: getNames(bf4.maps.values()),
    vehicleParts: getNames(
      [...bf4.vehicleLoadouts.values()].flatMap(({ slots }) => slots.flatMap(({ options }) => options)),
    ),
    vehicles: getNames(bf4.vehicles.values()),
  },
  bf2042: {
    armament: new Map(Array.from(bf2042.armament.values(), ({ asset, name }) => [asset, name])),
    attachments: getNames(getParts([...bf2042.attachments.values(), ...bf2042.otherAttachments])),
    gadgets: getNames(bf2042.gadgets.values()),
    maps: getNames(bf2042.maps.values()),
    vehicles: getNames(bf2042.vehicles.values()),
  },
};

const getLocalNames = (game: string, code: string): Record<string, Record<string, string>> =>
  (game === "bf4" ? bf4 : bf2042).localNames[code] ?? {};

/** The rows of the table in docs/languages.md: group, number of records, and the number of names in each language. */
const getDocumentedCounts = () =>
  readFileSync("docs/languages.md", "utf8")
    .split("\n")
    .filter((line) => /^\| (bf4|bf2042) /.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe("the names of other languages", () => {
  test("are those of all released languages", () => {
    expect(readdirSync("data/names").toSorted()).toEqual(languages.map((code) => `${code}.json`).toSorted());
  });

  test.for(languages)("in %s belong to records, and differ from the English names", (code) => {
    const wrong = GAMES.flatMap((game) =>
      Object.entries(getLocalNames(game, code)).flatMap(([group, names]) =>
        Object.entries(names).filter(([id, name]) => (RECORDS[game]?.[group]?.get(id) ?? name) === name),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("are as many as documented", () => {
    const counts = GAMES.toReversed().flatMap((game) =>
      Object.entries(RECORDS[game] ?? {}).map(([group, records]) => [
        `${game} ${group}`,
        String(records.size),
        ...languages.map((code) => String(Object.keys(getLocalNames(game, code)[group] ?? {}).length)),
      ]),
    );
    expect(getDocumentedCounts()).toEqual(counts);
  });

  test.for(languages)("in %s differ within a slot", (code) => {
    const slots = [
      ...[...localizeArsenal(bf4, code).attachments.values()].flatMap((weapon) => weapon.slots),
      ...[...localizeArsenal(bf4, code).vehicleLoadouts.values()].flatMap((loadout) => loadout.slots),
      ...[...localizeArsenal(bf2042, code).attachments.values()].flatMap(({ options }) =>
        [...Map.groupBy(options, ({ slot }) => slot).values()].map((own) => ({ options: own })),
      ),
    ].map(({ options }) => options.filter(({ name }) => name !== null));
    const count = (names: (string | null)[]) => new Set(names).size;
    const wrong = slots.filter(
      (options) => count(options.map(({ name }) => name)) < count(options.map((option) => getEnglishName(option))),
    );
    expect(wrong).toEqual([]);
  });
});

describe("an arsenal in another language", () => {
  const local = createLocalArsenals(ARSENALS);
  const inLanguage = <Result>(code: Language, read: () => Result): Result => withLanguage(code, read);

  test("has the names of the active language only", () => {
    const getName = () => local.bf4.gadgets.get("repair-tool")?.name;
    expect([getName(), inLanguage("de", getName), inLanguage("pl", getName)]).toEqual([
      "Repair Tool",
      "Werkzeug",
      "Palnik",
    ]);
    expect(local.bf4).toBe(bf4);
    expect(Object.keys(LANGUAGES)).toContain("de");
  });

  test("has the same ids and links in its catalogues", () => {
    const listIds = (arsenal: Arsenal, id: "attachments" | "gadgets" | "vehicles") =>
      getCatalogue(arsenal, id).map((entry) => [entry.id, entry.otherIds]);
    for (const game of GAMES) {
      for (const id of ["attachments", "gadgets", "vehicles"] as const) {
        const getIds = () => listIds(local[game], id);
        for (const code of languages) expect(inLanguage(code, getIds)).toEqual(getIds());
      }
    }
  });

  test("is found by both names", () => {
    const getEntries = () => getCatalogue(local.bf4, "attachments");
    const entries = createSearchEntries(inLanguage("de", getEntries), getEntries());
    const find = (typed: string) => searchCatalogue(entries, typed).map(({ name }) => name);
    expect(find("suppressor")).toContain("Schalldämpfer");
    expect(find("schalldämpfer")).toContain("Schalldämpfer");
    const { names } = inLanguage("de", () => getPartNames({ attachments: local.bf4.attachments }));
    expect(names).toEqual(expect.arrayContaining(["Schalldämpfer", "Suppressor"]));
    expect(inLanguage("de", () => getItemNames(local.bf4, [])).names["repair-tool"]).toBe("Werkzeug Repair Tool");
  });
});
