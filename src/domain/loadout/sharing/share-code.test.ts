import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { PATCHES } from "#domain/game-data/patch.ts";
import {
  type Bf4Carried,
  type Bf4Loadout,
  type Bf2042Carried,
  loadout as loadoutSchema,
  omitRecord,
} from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { withRecord } from "#domain/loadout/record.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createEmptyBoard, createStarterLoadout } from "#domain/loadout/starter.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { decodeShare, encodeShare, getShareGame, type ShareContent } from "./share-code.ts";
import { createWriter } from "./share-frame.ts";

const { bf4, bf2042 } = ARSENALS;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const REQUESTED = [
  ...KIT_IDS.map((kitId) => ({ arsenal: bf4, requested: { kitId } })),
  ...KIT_IDS.map((kitId) => ({ arsenal: bf2042, requested: { kitId } })),
  ...[...bf4.vehicleLoadouts.keys()].map((vehicleClassId) => ({ arsenal: bf4, requested: { vehicleClassId } })),
];
const LONG_NAME = "Long range overwatch with the heavy barrel and the bipod for the third map of us";

const getBook = ({ loadout }: ShareContent) => ARSENALS[loadout.game].codebook;
const roundTrip = (shared: ShareContent) => decodeShare(encodeShare(shared, getBook(shared)), getBook(shared));

/** Generates any loadout that the game would accept. */
const legalLoadouts = fc.record({ index: fc.nat(REQUESTED.length - 1), seed: fc.nat() }).map(({ index, seed }) => {
  const { arsenal, requested } = REQUESTED[index] ?? { arsenal: bf4, requested: { kitId: "assault" as const } };
  return createRandomLoadout(arsenal, requested, createRandom(seed));
});

const names = fc.oneof(
  fc.constant(""),
  fc.string({ minLength: 1, maxLength: 80 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...ALPHABET, " "), minLength: 1, maxLength: 80 }),
);
const trimmedNames = names.map((name) => name.trim()).filter((name) => name.length <= 80);

/** Returns the weapon with the most slots, each with its last option. */
function createFullWeapon(weaponIds: readonly string[]): Bf4Carried {
  const getSlots = (id: string) => bf4.attachments.get(id)?.slots ?? [];
  const weaponId = weaponIds.toSorted((a, b) => getSlots(b).length - getSlots(a).length)[0] ?? null;
  const parts = getSlots(weaponId ?? "").map(({ slot, options }) => [slot, options.at(-1)?.id]);
  return { weaponId, attachments: Object.fromEntries(parts) };
}

function createFullSoldier(): Bf4Loadout {
  const slots = bf4.kits.get("assault")?.slots;
  const starter = createStarterLoadout(bf4, "assault");
  if (!slots || starter.game !== "bf4") throw new Error("There is no such kit.");
  return { ...starter, primary: createFullWeapon(slots.primary), sidearm: createFullWeapon(slots.sidearm) };
}

describe("a share code", () => {
  test("of any legal loadout of both games is decoded to the same loadout", () => {
    fc.assert(
      fc.property(legalLoadouts, trimmedNames, (loadout, name) => {
        expect(findViolations(loadout, ARSENALS[loadout.game])).toEqual([]);
        expect(roundTrip({ name, loadout })).toEqual({ kind: "loadout", name, loadout });
        expect(getShareGame(encodeShare({ name, loadout }, getBook({ name, loadout })))).toBe(loadout.game);
      }),
      { numRuns: 2_000, seed: 4 },
    );
  });

  test("encodes every part of every weapon", () => {
    const soldier = createStarterLoadout(bf4, "assault");
    for (const { weaponId, slots } of bf4.attachments.values()) {
      for (const { slot, options } of slots) {
        for (const { id } of options) {
          const loadout = { ...soldier, primary: { weaponId, attachments: { [slot]: id } } } as Bf4Loadout;
          expect(roundTrip({ name: "", loadout })).toEqual({ kind: "loadout", name: "", loadout });
        }
      }
    }
  });

  test("preserves empty slots and the order of a Plus board", () => {
    const nothing: Bf4Carried = { weaponId: null, attachments: {} };
    const items = { gadget1Id: null, gadget2Id: null, grenadeId: null, meleeId: null, fieldUpgradeId: null };
    const empty: Bf4Loadout = { game: "bf4", kitId: "recon", primary: nothing, sidearm: nothing, ...items };
    expect(roundTrip({ name: "Empty", loadout: empty })).toEqual({ kind: "loadout", name: "Empty", loadout: empty });
    const primary: Bf2042Carried = {
      weaponId: "ak-24",
      board: { ...createEmptyBoard(), barrel: ["wrapped-suppressor", "6ku-suppressor", "extended-barrel"] },
    };
    const loadout = {
      ...createStarterLoadout(bf2042, "recon"),
      primary,
      specialistId: null,
    } as ShareContent["loadout"];
    expect(roundTrip({ name: "Order", loadout })).toEqual({ kind: "loadout", name: "Order", loadout });
  });

  test("of a soldier with all parts and a name of 80 ASCII characters is shorter than 120 characters", () => {
    const loadout = createFullSoldier();
    expect(LONG_NAME).toHaveLength(80);
    expect(Object.keys(loadout.primary.attachments).length).toBeGreaterThanOrEqual(5);
    const code = encodeShare({ name: LONG_NAME, loadout }, bf4.codebook);
    expect(code.length).toBeLessThan(120);
    expect(code).toMatch(/^[\w-]+$/);
    expect(decodeShare(code, bf4.codebook)).toEqual({ kind: "loadout", name: LONG_NAME, loadout });
  });

  test("of the longest name in any script has at most 400 characters", () => {
    const loadout = createRandomLoadout(bf2042, { kitId: "recon" }, () => 0.999);
    expect(encodeShare({ name: "漢".repeat(80), loadout }, bf2042.codebook).length).toBeLessThanOrEqual(400);
  });
});

describe("a changed share code", () => {
  const samples = fc.sample(legalLoadouts, { numRuns: 25, seed: 9 }).map((loadout) => ({ name: "Réveil 7", loadout }));

  test("is refused if any single character differs", () => {
    for (const shared of samples) {
      const code = encodeShare(shared, getBook(shared));
      for (let index = 0; index < code.length; index += 1) {
        for (const other of ALPHABET) {
          if (other === code[index]) continue;
          const changed = code.slice(0, index) + other + code.slice(index + 1);
          if (decodeShare(changed, getBook(shared)).kind !== "damaged") expect.fail(`${code} became ${changed}`);
        }
      }
    }
  });

  test("is refused if two adjacent characters are swapped, or if it is cut or extended", () => {
    for (const shared of samples) {
      const book = getBook(shared);
      const code = encodeShare(shared, book);
      for (let index = 0; index < code.length; index += 1) {
        const swapped = code.slice(0, index) + (code[index + 1] ?? "") + (code[index] ?? "") + code.slice(index + 2);
        const changed = [code.slice(0, index), code.slice(index + 1), `${code}${ALPHABET[index % 64]}`, swapped];
        for (const text of changed.filter((other) => other !== code)) {
          expect(decodeShare(text, book)).toEqual({ kind: "damaged" });
        }
      }
    }
  });

  test("never makes the decoder throw", () => {
    const noise = fc.oneof(fc.string({ maxLength: 500 }), fc.string({ unit: fc.constantFrom(...ALPHABET) }));
    fc.assert(
      fc.property(noise, (text) => {
        expect(["damaged", "newer", "loadout"]).toContain(decodeShare(text, bf4.codebook).kind);
      }),
    );
    expect(decodeShare("A".repeat(100_000), bf4.codebook)).toEqual({ kind: "damaged" });
  });

  test("with a valid checksum decodes to a loadout that the schema accepts, or is refused", () => {
    const numbers = fc.array(fc.nat(63), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, fc.constantFrom(bf4, bf2042), (values, { codebook }) => {
        const writer = createWriter(1);
        for (const value of values) writer.write(value, 6);
        const decoded = decodeShare(writer.finish(), codebook);
        if (decoded.kind === "loadout") expect(loadoutSchema.safeParse(decoded.loadout).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the record of figures in a share code", () => {
  const loadout = createStarterLoadout(bf2042, "assault");

  test("is preserved, and the code without one has the format of version 0.1.0", () => {
    for (const patch of PATCHES) {
      const shared = { name: "Dated", loadout: withRecord(loadout, patch) };
      expect(roundTrip(shared)).toEqual({ kind: "loadout", ...shared });
      expect(getShareGame(encodeShare(shared, bf2042.codebook))).toBe("bf2042");
    }
    expect(roundTrip({ name: "", loadout })).toEqual({ kind: "loadout", name: "", loadout: omitRecord(loadout) });
  });

  test("makes the code newer if it is of a later release", () => {
    const writer = createWriter(2);
    for (const [value, bits] of [
      [2, 2],
      [0, 9],
      [PATCHES.length, 6],
    ] as const)
      writer.write(value, bits);
    expect(decodeShare(writer.finish(), bf2042.codebook)).toEqual({ kind: "newer", version: 2 });
  });
});

describe("a share code of a later release", () => {
  test("is distinguished from a damaged one", () => {
    const writer = createWriter(3);
    writer.write(12_345, 20);
    expect(decodeShare(writer.finish(), bf4.codebook)).toEqual({ kind: "newer", version: 3 });
    expect(getShareGame(writer.finish())).toBeNull();
  });

  test("is newer if it has a weapon that this codebook does not list", () => {
    const shared = { name: "", loadout: createFullSoldier() };
    const later = { ...bf4.codebook, weapons: [...bf4.codebook.weapons, "new-gun"] };
    const loadout: Bf4Loadout = { ...shared.loadout, primary: { weaponId: "new-gun", attachments: {} } };
    const code = encodeShare({ name: "", loadout }, later);
    expect(decodeShare(code, bf4.codebook)).toEqual({ kind: "newer", version: 1 });
    expect(decodeShare(encodeShare(shared, bf4.codebook), later)).toMatchObject({ kind: "loadout" });
  });

  test("is damaged if its game is not that of the codebook", () => {
    const code = encodeShare({ name: "", loadout: createFullSoldier() }, bf4.codebook);
    expect(decodeShare(code, bf2042.codebook)).toEqual({ kind: "damaged" });
    expect(() => encodeShare({ name: "", loadout: createFullSoldier() }, bf2042.codebook)).toThrow(RangeError);
  });

  test("is not created for unknown items or too long names", () => {
    const illegal: Bf4Loadout = { ...createFullSoldier(), grenadeId: "teapot" };
    expect(() => encodeShare({ name: "", loadout: illegal }, bf4.codebook)).toThrow(RangeError);
    expect(() => encodeShare({ name: "x".repeat(81), loadout: createFullSoldier() }, bf4.codebook)).toThrow(RangeError);
  });
});
