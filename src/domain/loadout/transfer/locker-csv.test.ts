import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "#domain/csv.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { type Loadout, loadoutContent } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { vehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import {
  isLockerCsv,
  isTable,
  listSlotDifferences,
  type NamedSlots,
  readLockerCsv,
  toLockerCsv,
} from "#messages/loadout/locker-csv.ts";
import type { Transferred } from "#messages/loadout/locker-file.ts";
import { withLanguage } from "#server/http/language.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;
const BOOKS = {
  bf4: { armoury: bf4, codebook: bf4.codebook },
  bf2042: { armoury: bf2042, codebook: bf2042.codebook },
};

const tank = (changes: Partial<Transferred> = {}): Omit<Transferred, "id"> => ({
  name: "Métro rush",
  note: "",
  tags: [],
  folder: null,
  game: "bf4",
  loadout: vehiclePreset("vehiclembt"),
  ...changes,
});

/** What a reader gets out of the table: the text of a row, and the loadout in its code. */
function readBack(csv: string) {
  const read = readLockerCsv(csv);
  if ("problem" in read) throw new Error(read.problem);
  return read.rows.map(({ code, number, named, ...words }) => {
    const game = gameOfShare(code);
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
    loadout: randomLoadout(arsenal, requested, createRandom(seed)),
    name,
    note,
    tags,
  }))
  .map((content) => loadoutContent.safeParse(content).data)
  .filter((content) => content !== undefined);

describe("a locker as a table", () => {
  test("is read back as it was written", () => {
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

  test("names each slot", () => {
    const soldier = { ...tank(), loadout: randomLoadout(bf4, { kitId: "recon" }, createRandom(5)) };
    const [head = [], first = [], second = []] = readCsv(
      toLockerCsv([tank({ tags: ["a|b", "night"] }), soldier], BOOKS),
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

  test("cannot act as a formula, and is read back as it was", () => {
    const cells = ["=1+1", "'=1+1", "@x", "-2", "+3", "'plain", 'a "quoted", one', "\tx"];
    const csv = writeCsv([["title"], ...cells.map((cell) => [cell])]);
    for (const line of csv.split("\r\n")) expect(line.replace(/^"/, "")).not.toMatch(/^[=+\-@\t\r]/);
    expect(readCsv(csv).slice(1).flat()).toEqual(cells);
  });

  test.for([[";"], ["\t"]])(
    "is read with %j between its cells, as spreadsheets of other countries save it",
    ([separator]) => {
      const csv = toLockerCsv([tank()], BOOKS);
      const again = readCsv(csv).map((cells) => cells.map((cell) => `"${cell}"`).join(separator));
      expect(isLockerCsv(again.join("\n"))).toBe(true);
      expect(readBack(again.join("\n"))).toEqual([tank()]);
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
  ])("names its separator in a first line %j", ([line = "", separator = ""]) => {
    const csv = toLockerCsv([tank(), tank({ name: "a,b;c" })], BOOKS);
    const again = readCsv(csv).map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator));
    const table = line + again.join("\n");
    expect(isLockerCsv(table)).toBe(true);
    expect(readBack(table)).toEqual([tank(), tank({ name: "a,b;c" })]);
  });

  test("goes on behind text that follows a closing quote", () => {
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
  ] as const)("%s is refused in a sentence", ([, csv, sentence]) => {
    expect(readLockerCsv(csv)).toEqual({ problem: expect.stringMatching(sentence) });
  });

  test("leaves out a row without a code or with a text that is not allowed, and lists it", () => {
    const csv = "Name,Share code\nOne,\nTwo,AbC\n  ,AbC\nFour\u0081,AbC\nFive,AbC";
    expect(readLockerCsv(csv)).toMatchObject({
      rows: [
        { number: 2, name: "Two" },
        { number: 5, name: "Five" },
      ],
      leftOut: [
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

describe("what a row names", () => {
  const getNamed = (csv: string) => {
    const read = readLockerCsv(csv);
    return "problem" in read ? [] : read.rows.map(({ named }) => named);
  };
  const loadouts = [
    ...KIT_IDS.flatMap((kitId) => [
      randomLoadout(bf4, { kitId }, createRandom(kitId.length)),
      randomLoadout(bf2042, { kitId }, createRandom(kitId.length)),
      { ...randomLoadout(bf4, { kitId }, createRandom(1)), gadget1Id: null } as Loadout,
    ]),
    vehiclePreset("vehiclembt"),
  ];
  const contents = loadouts.map((loadout) => ({ ...tank(), game: loadout.game, loadout }));
  const listAll = (named: readonly NamedSlots[]) =>
    loadouts.flatMap((loadout, at) => listSlotDifferences(named[at] ?? {}, loadout, BOOKS[loadout.game].armoury));

  test.for(RELEASED_LANGUAGES)("is what its code holds in an export in %s, read in each language", (language) => {
    const named = getNamed(withLanguage(language, () => toLockerCsv(contents, BOOKS)));
    expect(named).toHaveLength(loadouts.length);
    for (const other of RELEASED_LANGUAGES) expect(withLanguage(other, () => listAll(named))).toEqual([]);
  });

  test("differs from its code where the table was changed", () => {
    const loadout = randomLoadout(bf4, { kitId: "recon" }, createRandom(5));
    const held = bf4.weapons.get(
      loadout.game === "bf4" && "primary" in loadout ? (loadout.primary.weaponId ?? "") : "",
    );
    const list = (named: NamedSlots) => listSlotDifferences(named, loadout, bf4);
    expect(list({ Primary: held?.name.toLowerCase() ?? "" })).toEqual([]);
    expect(list({ Primary: "Potato gun" })).toEqual([{ named: "Potato gun", held: held?.name }]);
    expect(list({ Sidearm: "AK-12", Primary: "" })).toMatchObject([{ named: "AK-12" }]);
    expect(listSlotDifferences({ Primary: "AK-12" }, vehiclePreset("vehiclembt"), bf4)).toHaveLength(1);
  });
});
