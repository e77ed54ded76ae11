// Share codes live for ever: whatever a loadout may hold has its one number, and no number ever changes.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Codebook, numberedParts, numberedSlots } from "#domain/game-data/codebook.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { CODEBOOK_LIMITS } from "#domain/loadout/sharing/share-code.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;

/** How many entries of each list have been given away, and their hash. More may follow; these stay. */
const GIVEN = {
  bf4: {
    weapons: [103, "a54032166b6bc243"],
    items: [89, "2947eb8c6755912a"],
    parts: [375, "4ab78b38301a3550"],
    vehicleClasses: [9, "07cfb7dea93a97c0"],
    vehicleParts: [43, "1233687dbbb0c4ad"],
  },
  bf2042: {
    weapons: [61, "b1bd7e07e7408bd3"],
    items: [32, "326295406a7658d9"],
    specialists: [14, "ab8cf2dc907d9a60"],
    parts: [227, "eed9e8b6b13916a6"],
  },
} as const satisfies Record<string, Record<string, readonly [entries: number, hash: string]>>;

const getHash = (entries: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);

const getLists = ({ game: _, ...lists }: Codebook): Record<string, readonly unknown[]> => lists;

/** What is wrong: ids the list lacks or has twice. It may hold more, of what the data have lost since. */
function getFaults(listed: readonly string[], requested: Iterable<string>): readonly string[] {
  const missing = [...requested].filter((id) => !listed.includes(id));
  return [...missing, ...listed.filter((id, at) => listed.indexOf(id) !== at)];
}

describe("the codebook", () => {
  test.for([bf4.codebook, bf2042.codebook])("of $game begins as it always did", (codebook) => {
    const given = Object.entries(getLists(codebook)).map(([name, entries]) => {
      const recorded = new Map<string, readonly [number, string]>(Object.entries(GIVEN[codebook.game])).get(name);
      const length = recorded?.[0] ?? entries.length;
      return [name, [length, getHash(entries.slice(0, length))]];
    });
    expect(Object.fromEntries(given)).toEqual(GIVEN[codebook.game]);
  });

  test("of Battlefield 4 lists every id a soldier may carry exactly once", () => {
    const slots = [...bf4.kits.values()].map((kit) => kit.slots);
    const weapons = slots.flatMap(({ primary, sidearm }) => [...primary, ...sidearm]);
    const items = slots.flatMap((kit) => [kit.gadget1, kit.gadget2, kit.grenade, kit.melee, kit.fieldUpgrade].flat());
    expect(getFaults(bf4.codebook.weapons, new Set(weapons))).toEqual([]);
    expect(getFaults(bf4.codebook.items, new Set(items))).toEqual([]);
    for (const { weaponId, slots: places } of bf4.attachments.values()) {
      for (const { slot, options } of places) {
        const listed = numberedParts(bf4.codebook.parts, weaponId, slot);
        expect(
          getFaults(
            listed,
            options.map(({ id }) => id),
          ),
        ).toEqual([]);
      }
    }
  });

  test("of Battlefield 4 lists every slot and option of its vehicles exactly once", () => {
    const { vehicleClasses, vehicleParts } = bf4.codebook;
    expect(getFaults(vehicleClasses, bf4.vehicleLoadouts.keys())).toEqual([]);
    for (const { id, slots } of bf4.vehicleLoadouts.values()) {
      expect(
        getFaults(
          numberedSlots(vehicleParts, id),
          slots.map(({ slot }) => slot),
        ),
      ).toEqual([]);
      expect(slots.length).toBeLessThanOrEqual(CODEBOOK_LIMITS.vehicleSlots);
      for (const { slot, options } of slots) {
        const listed = numberedParts(vehicleParts, id, slot);
        expect(
          getFaults(
            listed,
            options.map((option) => option.id),
          ),
        ).toEqual([]);
      }
    }
  });

  test("of Battlefield 2042 lists every id a soldier may carry exactly once", () => {
    const kits = [...bf2042.kits.values()];
    const weapons = [...bf2042.weapons.values()].filter(({ allOutWarfare }) => allOutWarfare).map(({ id }) => id);
    const items = kits.flatMap(({ gadgetIds, throwableIds }) => [...gadgetIds, ...throwableIds]);
    expect(getFaults(bf2042.codebook.weapons, weapons)).toEqual([]);
    expect(getFaults(bf2042.codebook.items, new Set(items))).toEqual([]);
    expect(getFaults(bf2042.codebook.specialists, new Set(kits.flatMap(({ specialistIds }) => specialistIds)))).toEqual(
      [],
    );
    for (const weaponId of weapons) {
      const options = bf2042.attachments.get(weaponId)?.options ?? [];
      for (const slot of BOARD_SLOTS) {
        const offered = options.filter((option) => option.slot === slot).map(({ id }) => id);
        expect(getFaults(numberedParts(bf2042.codebook.parts, weaponId, slot), offered)).toEqual([]);
      }
    }
  });

  test.for([bf4.codebook, bf2042.codebook])("of $game fits into the bits of a code", (codebook) => {
    const { parts, ...lists } = getLists(codebook);
    const limits = new Map<string, number>(Object.entries(CODEBOOK_LIMITS));
    for (const [name, entries] of Object.entries(lists)) {
      expect(entries.length, name).toBeLessThanOrEqual(limits.get(name) ?? Number.POSITIVE_INFINITY);
    }
    for (const [owner, slot] of codebook.parts) {
      expect(numberedParts(codebook.parts, owner, slot).length).toBeLessThanOrEqual(CODEBOOK_LIMITS.parts);
    }
    expect(parts).toBe(codebook.parts);
  });
});
