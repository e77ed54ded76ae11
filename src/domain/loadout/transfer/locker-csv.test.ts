import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "#domain/csv.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { vehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { createRandom } from "#domain/weapons/simulation/simulate.ts";
import { isLockerCsv, readLockerCsv, toLockerCsv } from "#messages/loadout/locker-csv.ts";
import type { Transferred } from "#messages/loadout/locker-file.ts";
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
  return read.rows.map(({ code, ...words }) => {
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
    ["without loadouts", "Name,Share code\r\n", /has no loadouts/],
    ["with a row without a code", "Name,Share code\nOne,\n", /Loadout 1 .* no share code/],
    ["with a name that is none", "Name,Share code\n  ,AbC\n", /Loadout 1 .* not allowed/],
  ] as const)("%s is refused in a sentence", ([, csv, sentence]) => {
    expect(readLockerCsv(csv)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
