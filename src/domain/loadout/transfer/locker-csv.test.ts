import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "#domain/csv.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { type Loadout, loadoutContent } from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { decodeShare, getShareGame } from "#domain/loadout/sharing/share-code.ts";
import { getVehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import {
  isLockerCsv,
  isTable,
  listSlotDifferences,
  readLockerCsv,
  type SlotNames,
  toLockerCsv,
} from "#messages/loadout/locker-csv.ts";
import type { FileLoadout } from "#messages/loadout/locker-file.ts";
import { withLanguage } from "#server/http/language.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;
const BOOKS = {
  bf4: { armoury: bf4, codebook: bf4.codebook },
  bf2042: { armoury: bf2042, codebook: bf2042.codebook },
};

const createTank = (changes: Partial<FileLoadout> = {}): Omit<FileLoadout, "id"> => ({
  name: "Métro rush",
  note: "",
  tags: [],
  folder: null,
  game: "bf4",
  loadout: getVehiclePreset("vehiclembt"),
  ...changes,
});

/** Parses the table and returns the texts of each row with the loadout decoded from its share code. */
function readBack(csv: string) {
  const read = readLockerCsv(csv);
  if ("problem" in read) throw new Error(read.problem);
  return read.rows.map(({ code, number, slotNames, ...words }) => {
    const game = getShareGame(code);
    const decoded = game && decodeShare(code, BOOKS[game].codebook);
    if (!game || decoded?.kind !== "loadout") throw new Error(`No code: ${code}`);
    return { ...words, game, loadout: decoded.loadout };
  });
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."=+-@'\",;|\\ \t\r\nab"), maxLength: 40 }),
);
const requested = fc.oneof(
  fc.constantFrom(...KIT_IDS).map((kitId) => ({ arsenal: bf4, requested: { kitId } })),
  fc.constantFrom(...KIT_IDS).map((kitId) => ({ arsenal: bf2042, requested: { kitId } })),
  fc
    .constantFrom(...bf4.vehicleLoadouts.keys())
    .map((vehicleClassId) => ({ arsenal: bf4, requested: { vehicleClassId } })),
);
const rows = fc
  .tuple(requested, fc.nat(), text, text, fc.array(text, { maxLength: 4 }))
  .map(([{ arsenal, requested }, seed, name, note, tags]) => ({
    loadout: createRandomLoadout(arsenal, requested, createRandom(seed)),
    name,
    note,
    tags,
  }))
  .map((content) => loadoutContent.safeParse(content).data)
  .filter((content) => content !== undefined);

describe("a locker as CSV", () => {
  test("is parsed to the loadouts it was written from", () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (contents) => {
        const all = contents.map((content) => ({ ...content, folder: null, game: content.loadout.game }));
        const csv = toLockerCsv(all, BOOKS);
        expect(isLockerCsv(csv)).toBe(true);
        expect(readBack(csv)).toEqual(all);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test("has a column with the item names of each slot", () => {
    const soldier = { ...createTank(), loadout: createRandomLoadout(bf4, { kitId: "recon" }, createRandom(5)) };
    const [head = [], first = [], second = []] = readCsv(
      toLockerCsv([createTank({ tags: ["a|b", "night"] }), soldier], BOOKS),
    );
    const get = (row: readonly string[], column: string) => row[head.indexOf(column)];
    expect(head).toContain("Gadget 2");
    expect(get(first, "Class")).toBe("Main Battle Tanks");
    expect(get(first, "Vehicle parts")).toMatch(/^Primary: AP Shell \| Secondary: Coaxial HMG \| /);
    expect(get(first, "Primary")).toBe("");
    expect(get(first, "Tags")).toBe("a\\|b | night");
    expect(get(second, "Game")).toBe("Battlefield 4");
    expect(get(second, "Class")).toBe("Recon");
    expect(get(second, "Primary attachments")).toContain(" | ");
  });

  test("has no cell that acts as a formula, and restores the original texts", () => {
    const cells = ["=1+1", "'=1+1", "@x", "-2", "+3", "'plain", 'a "quoted", one', "\tx"];
    const csv = writeCsv([["title"], ...cells.map((cell) => [cell])]);
    for (const line of csv.split("\r\n")) expect(line.replace(/^"/, "")).not.toMatch(/^[=+\-@\t\r]/);
    expect(readCsv(csv).slice(1).flat()).toEqual(cells);
  });

  test.for([[";"], ["\t"]])(
    "is parsed with the separator %j, which spreadsheets use in other countries",
    ([separator]) => {
      const csv = toLockerCsv([createTank()], BOOKS);
      const again = readCsv(csv).map((cells) => cells.map((cell) => `"${cell}"`).join(separator));
      expect(isLockerCsv(again.join("\n"))).toBe(true);
      expect(readBack(again.join("\n"))).toEqual([createTank()]);
    },
  );

  test.for([
    ["sep=;\r\n", ";"],
    ["\uFEFFSEP=;\n", ";"],
    ['"sep=|"\n', "|"],
    ["sep=^\r", "^"],
    ["sep=\t\n", "\t"],
    ["sep=;,,,,\n", ","],
    ["sep=]\n", "]"],
  ])("is parsed with the separator that its first line %j names", ([line = "", separator = ""]) => {
    const csv = toLockerCsv([createTank(), createTank({ name: "a,b;c" })], BOOKS);
    const again = readCsv(csv).map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator));
    const table = line + again.join("\n");
    expect(isLockerCsv(table)).toBe(true);
    expect(readBack(table)).toEqual([createTank(), createTank({ name: "a,b;c" })]);
  });

  test("is parsed to the end if text follows a closing quote", () => {
    expect(readCsv('a,b\n"x"y,1\n"z",2\n"open,3')).toEqual([
      ["a", "b"],
      ["xy", "1"],
      ["z", "2"],
      ['"open', "3"],
    ]);
  });

  test.for([
    ["without loadouts", "Name,Share code\r\n", /has no loadouts/],
    ["without any code", "Name,Share code\nOne,\nTwo, \n", /^No loadout of this table has a share code/],
  ] as const)("%s is refused with a message", ([, csv, sentence]) => {
    expect(readLockerCsv(csv)).toEqual({ problem: expect.stringMatching(sentence) });
  });

  test("is imported without rows that have no share code or an invalid text, and lists these rows", () => {
    const csv = "Name,Share code\nOne,\nTwo,AbC\n  ,AbC\nFour\u0081,AbC\nFive,AbC";
    expect(readLockerCsv(csv)).toMatchObject({
      rows: [
        { number: 2, name: "Two" },
        { number: 5, name: "Five" },
      ],
      omittedRows: [
        { number: 1, name: "One", reason: expect.stringMatching(/Loadout 1 .* no share code/) },
        { number: 3, name: "  ", reason: expect.stringMatching(/Loadout 3 .* not allowed/) },
        { number: 4, name: "Four\u0081", reason: expect.stringMatching(/not allowed/) },
      ],
    });
  });

  test.for([
    ["Name,Game\nOne,bf4", true],
    ["sep=;\nWeapon;Kills\nAK;3", true],
    ["Weapon,Kills", false],
    ["hello, there", false],
    ["one\ntwo", false],
  ] as const)("%j is a table: %s", ([text, expected]) => {
    expect(isTable(text)).toBe(expected);
  });
});

describe("the item names in a row", () => {
  const getSlotNames = (csv: string) => {
    const read = readLockerCsv(csv);
    return "problem" in read ? [] : read.rows.map(({ slotNames }) => slotNames);
  };
  const loadouts = [
    ...KIT_IDS.flatMap((kitId) => [
      createRandomLoadout(bf4, { kitId }, createRandom(kitId.length)),
      createRandomLoadout(bf2042, { kitId }, createRandom(kitId.length)),
      { ...createRandomLoadout(bf4, { kitId }, createRandom(1)), gadget1Id: null } as Loadout,
    ]),
    getVehiclePreset("vehiclembt"),
  ];
  const contents = loadouts.map((loadout) => ({ ...createTank(), game: loadout.game, loadout }));
  const listAll = (slotNames: readonly SlotNames[]) =>
    loadouts.flatMap((loadout, index) =>
      listSlotDifferences(slotNames[index] ?? {}, loadout, BOOKS[loadout.game].armoury),
    );

  test.for(RELEASED_LANGUAGES)("match its share code for an export in %s, parsed in each language", (language) => {
    const slotNames = getSlotNames(withLanguage(language, () => toLockerCsv(contents, BOOKS)));
    expect(slotNames).toHaveLength(loadouts.length);
    for (const otherLanguage of RELEASED_LANGUAGES)
      expect(withLanguage(otherLanguage, () => listAll(slotNames))).toEqual([]);
  });

  test("differ from its share code if the table was edited", () => {
    const loadout = createRandomLoadout(bf4, { kitId: "recon" }, createRandom(5));
    const carriedWeapon = bf4.weapons.get(
      loadout.game === "bf4" && "primary" in loadout ? (loadout.primary.weaponId ?? "") : "",
    );
    const list = (slotNames: SlotNames) => listSlotDifferences(slotNames, loadout, bf4);
    expect(list({ Primary: carriedWeapon?.name.toLowerCase() ?? "" })).toEqual([]);
    expect(list({ Primary: "Potato gun" })).toEqual([{ cellName: "Potato gun", codeName: carriedWeapon?.name }]);
    expect(list({ Sidearm: "AK-12", Primary: "" })).toMatchObject([{ cellName: "AK-12" }]);
    expect(listSlotDifferences({ Primary: "AK-12" }, getVehiclePreset("vehiclembt"), bf4)).toHaveLength(1);
  });

  test("do not differ from its share code by a name that an earlier version used", () => {
    const recon = createRandomLoadout(bf4, { kitId: "recon" }, createRandom(5));
    const loadout = { ...recon, primary: { weaponId: "l96a1", attachments: {} }, meleeId: "neck" } as Loadout;
    expect(listSlotDifferences({ Primary: "L115", Melee: "Neck" }, loadout, bf4)).toEqual([]);
    expect(listSlotDifferences({ Primary: "L96A1", Melee: "Neck Knife" }, loadout, bf4)).toEqual([]);
  });
});
