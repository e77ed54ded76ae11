// Share codes never expire, so each id of a loadout has a unique number in the codebook, and no number may change.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Codebook, listNumberedParts, listNumberedSlots } from "#domain/game-data/codebook.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { CODEBOOK_LIMITS } from "#domain/loadout/sharing/share-code.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";

const { bf4, bf2042 } = ARSENALS;

/** The length and hash of each list as released. New entries may only be appended. */
const RELEASED = {
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

/** Returns the ids that the list lacks or contains twice. The list may contain ids that the data no longer has. */
function findFaults(listed: readonly string[], required: Iterable<string>): readonly string[] {
  const missing = [...required].filter((id) => !listed.includes(id));
  return [...missing, ...listed.filter((id, index) => listed.indexOf(id) !== index)];
}

describe("the codebook", () => {
  test.for([bf4.codebook, bf2042.codebook])("of $game starts with the released entries", (codebook) => {
    const current = Object.entries(getLists(codebook)).map(([name, entries]) => {
      const released = new Map<string, readonly [number, string]>(Object.entries(RELEASED[codebook.game])).get(name);
      const length = released?.[0] ?? entries.length;
      return [name, [length, getHash(entries.slice(0, length))]];
    });
    expect(Object.fromEntries(current)).toEqual(RELEASED[codebook.game]);
  });

  test("of Battlefield 4 lists every id of a soldier's loadout exactly once", () => {
    const slots = [...bf4.kits.values()].map((kit) => kit.slots);
    const weapons = slots.flatMap(({ primary, sidearm }) => [...primary, ...sidearm]);
    const items = slots.flatMap((kit) => [kit.gadget1, kit.gadget2, kit.grenade, kit.melee, kit.fieldUpgrade].flat());
    expect(findFaults(bf4.codebook.weapons, new Set(weapons))).toEqual([]);
    expect(findFaults(bf4.codebook.items, new Set(items))).toEqual([]);
    for (const { weaponId, slots: places } of bf4.attachments.values()) {
      for (const { slot, options } of places) {
        const listed = listNumberedParts(bf4.codebook.parts, weaponId, slot);
        expect(
          findFaults(
            listed,
            options.map(({ id }) => id),
          ),
        ).toEqual([]);
      }
    }
  });

  test("of Battlefield 4 lists every slot and option of its vehicles exactly once", () => {
    const { vehicleClasses, vehicleParts } = bf4.codebook;
    expect(findFaults(vehicleClasses, bf4.vehicleLoadouts.keys())).toEqual([]);
    for (const { id, slots } of bf4.vehicleLoadouts.values()) {
      expect(
        findFaults(
          listNumberedSlots(vehicleParts, id),
          slots.map(({ slot }) => slot),
        ),
      ).toEqual([]);
      expect(slots.length).toBeLessThanOrEqual(CODEBOOK_LIMITS.vehicleSlots);
      for (const { slot, options } of slots) {
        const listed = listNumberedParts(vehicleParts, id, slot);
        expect(
          findFaults(
            listed,
            options.map((option) => option.id),
          ),
        ).toEqual([]);
      }
    }
  });

  test("of Battlefield 2042 lists every id of a soldier's loadout exactly once", () => {
    const kits = [...bf2042.kits.values()];
    const weapons = [...bf2042.weapons.values()].filter(({ allOutWarfare }) => allOutWarfare).map(({ id }) => id);
    const items = kits.flatMap(({ gadgetIds, throwableIds }) => [...gadgetIds, ...throwableIds]);
    expect(findFaults(bf2042.codebook.weapons, weapons)).toEqual([]);
    expect(findFaults(bf2042.codebook.items, new Set(items))).toEqual([]);
    expect(
      findFaults(bf2042.codebook.specialists, new Set(kits.flatMap(({ specialistIds }) => specialistIds))),
    ).toEqual([]);
    for (const weaponId of weapons) {
      const options = bf2042.attachments.get(weaponId)?.options ?? [];
      for (const slot of BOARD_SLOTS) {
        const offered = options.filter((option) => option.slot === slot).map(({ id }) => id);
        expect(findFaults(listNumberedParts(bf2042.codebook.parts, weaponId, slot), offered)).toEqual([]);
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
      expect(listNumberedParts(codebook.parts, owner, slot).length).toBeLessThanOrEqual(CODEBOOK_LIMITS.parts);
    }
    expect(parts).toBe(codebook.parts);
  });
});
