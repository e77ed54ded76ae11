import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import { type Bf4Loadout, type Bf2042Loadout, loadout } from "#domain/loadout/loadout.ts";
import { createEmptyBoard, createStarterLoadout } from "#domain/loadout/starter.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { readArsenals } from "#server/arsenals.ts";
import { findViolations } from "./rules.ts";

const { bf4: BF4, bf2042: BF2042 } = readArsenals("data");
const ARSENALS = { bf4: BF4, bf2042: BF2042 };

function createBf4Loadout(changes: Partial<Bf4Loadout> = {}, kitId: KitId = "assault"): Bf4Loadout {
  const starter = createStarterLoadout(BF4, kitId);
  if (starter.game !== "bf4") throw new Error("The starter is of another game.");
  return { ...starter, ...changes };
}

function createBf2042Loadout(changes: Partial<Bf2042Loadout> = {}, classId: KitId = "assault"): Bf2042Loadout {
  const starter = createStarterLoadout(BF2042, classId);
  if (starter.game !== "bf2042") throw new Error("The starter is of another game.");
  return { ...starter, ...changes };
}

const createAk12 = (attachments: Bf4Loadout["primary"]["attachments"]) => ({ weaponId: "ak-12", attachments });
const createAk24 = (board: Partial<Bf2042Loadout["primary"]["board"]>) => ({
  weaponId: "ak-24",
  board: { ...createEmptyBoard(), ...board },
});

describe("the starter loadout", () => {
  test.for(KIT_IDS.flatMap((kitId) => [["bf4", kitId] as const, ["bf2042", kitId] as const]))(
    "of %s for %s is complete, legal and parses",
    ([game, kitId]) => {
      const starter = createStarterLoadout(ARSENALS[game], kitId);
      expect(findViolations(starter, ARSENALS[game])).toEqual([]);
      expect(loadout.parse(starter)).toEqual(starter);
    },
  );
});

describe("any Battlefield 4 kit", () => {
  test("may carry each of its weapons with default parts, and each of its grenades, melee weapons and field upgrades", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KIT_IDS), fc.nat(), fc.nat(), fc.nat(), (kitId, weapon, pistol, item) => {
        const slots = BF4.kits.get(kitId)?.slots;
        const pick = (ids: readonly string[] = [], at = 0) => ids[at % ids.length] ?? null;
        const changes = {
          primary: { weaponId: pick(slots?.primary, weapon), attachments: {} },
          sidearm: { weaponId: pick(slots?.sidearm, pistol), attachments: {} },
          grenadeId: pick(slots?.grenade, item),
          meleeId: pick(slots?.melee, item),
          fieldUpgradeId: pick(slots?.fieldUpgrade, item),
        };
        expect(findViolations(createBf4Loadout(changes, kitId), BF4)).toEqual([]);
      }),
    );
  });
});

describe("a Battlefield 4 loadout", () => {
  test.for<[string, Partial<Bf4Loadout>, object, string]>([
    ["without a grenade", { grenadeId: null }, { rule: "empty-slot", slot: "grenade" }, "Grenade is empty."],
    [
      "with an unknown weapon",
      { primary: { weaponId: "railgun", attachments: {} } },
      { rule: "unknown-weapon", slot: "primary" },
      "Primary holds a weapon that is not in Battlefield 4.",
    ],
    [
      "with the LMG of another kit",
      { primary: { weaponId: "lsat", attachments: {} } },
      { rule: "weapon-not-for-kit", weaponId: "lsat", kitId: "assault" },
      "LMGs are Support-only in Battlefield 4.",
    ],
    [
      "with a pistol as primary",
      { primary: { weaponId: "p226", attachments: {} } },
      { rule: "weapon-not-for-slot", weaponId: "p226" },
      "The P226 is not a primary weapon.",
    ],
    [
      "with the scope of another rifle",
      { primary: createAk12({ optic: "sv-98-hunter-20x" }) },
      { rule: "part-does-not-fit", partSlot: "optic", partId: "sv-98-hunter-20x" },
      "This attachment does not fit the AK-12.",
    ],
    [
      "with a part of another slot",
      { primary: createAk12({ barrel: "ak-12-acog-4x" }) },
      { rule: "part-does-not-fit", partSlot: "barrel" },
      "ACOG (4x) does not fit the AK-12.",
    ],
    [
      "with a magnifier behind a scope",
      { primary: createAk12({ optic: "ak-12-acog-4x", accessory: "ak-12-magnifier-2x" }) },
      { rule: "parts-exclude-each-other", partIds: ["ak-12-acog-4x", "ak-12-magnifier-2x"] },
      "ACOG (4x) and Magnifier (2x) cannot be mounted together on the AK-12.",
    ],
    [
      "with canted sights and the default iron sights",
      { primary: createAk12({ accessory: "ak-12-canted-ironsights" }) },
      { rule: "part-needs-optic", partId: "ak-12-canted-ironsights" },
      "Canted Ironsights on the AK-12 needs another optic, e.g. ACOG (4x).",
    ],
    [
      "with an unknown gadget",
      { gadget2Id: "teapot" },
      { rule: "unknown-item", slot: "gadget2", itemId: "teapot" },
      "Gadget 2 holds something that is not in Battlefield 4.",
    ],
    [
      "with the gadget of another kit",
      { gadget2Id: "repair-tool" },
      { rule: "item-not-for-kit", itemId: "repair-tool", kitId: "assault" },
      "Repair Tool is not for Assault.",
    ],
    [
      "with a knife as grenade",
      { grenadeId: "bayonet" },
      { rule: "item-not-for-slot", slot: "grenade", itemId: "bayonet" },
      "Bayonet does not go into Grenade.",
    ],
    [
      "with two underslung launchers",
      { gadget1Id: "m320-he", gadget2Id: "m26-mass" },
      { rule: "one-per-category", category: "underslung", itemIds: ["m320-he", "m26-mass"] },
      "You can only carry one of these: M320 HE and M26 MASS.",
    ],
  ])("%s breaks one rule", ([, changes, violation, sentence]) => {
    const violations = findViolations(createBf4Loadout(changes), BF4);
    expect(violations).toMatchObject([violation]);
    expect(violations.map((broken) => describeViolation(broken, BF4))).toEqual([sentence]);
  });

  test("may have no gadgets", () => {
    const changes = { gadget1Id: "no-gadget1", gadget2Id: "no-gadget" };
    expect(findViolations(createBf4Loadout(changes), BF4)).toEqual([]);
  });

  test("may combine an accessory with an optic that it fits", () => {
    const primary = createAk12({
      optic: "ak-12-kobra-rds",
      accessory: "ak-12-magnifier-2x",
      barrel: "ak-12-heavy-barrel",
    });
    expect(findViolations(createBf4Loadout({ primary }), BF4)).toEqual([]);
  });

  test("without any item breaks one rule in each slot", () => {
    const nothing = { weaponId: null, attachments: {} };
    const empty: Bf4Loadout = {
      game: "bf4",
      kitId: "recon",
      primary: nothing,
      sidearm: nothing,
      gadget1Id: null,
      gadget2Id: null,
      grenadeId: null,
      meleeId: null,
      fieldUpgradeId: null,
    };
    expect(findViolations(empty, BF4).map(({ rule }) => rule)).toEqual(Array(7).fill("empty-slot"));
  });

  test("is no loadout of Battlefield 2042", () => {
    const violations = findViolations(createBf4Loadout(), BF2042);
    expect(violations.map((broken) => describeViolation(broken, BF2042))).toEqual([
      "This loadout is not for Battlefield 2042.",
    ]);
  });
});

describe("a Battlefield 2042 loadout", () => {
  test.for<[string, Partial<Bf2042Loadout>, object, string]>([
    ["without a throwable", { throwableId: null }, { rule: "empty-slot", slot: "throwable" }, "Throwable is empty."],
    [
      "with a weapon of Portal",
      { primary: { weaponId: "m416-bf3", board: createEmptyBoard() } },
      { rule: "weapon-only-in-portal", weaponId: "m416-bf3" },
      "The M416 is only found in Battlefield Portal.",
    ],
    [
      "with a pistol as primary",
      { primary: { weaponId: "g57", board: createEmptyBoard() } },
      { rule: "weapon-not-for-slot", slot: "primary", weaponId: "g57" },
      "The G57 is not a primary weapon.",
    ],
    [
      "with a rifle as sidearm",
      { sidearm: createAk24({}) },
      { rule: "weapon-not-for-slot", slot: "sidearm", weaponId: "ak-24" },
      "The AK-24 is not a sidearm.",
    ],
    [
      "with a barrel in the sight slot",
      { primary: createAk24({ sight: ["6ku-suppressor"] }) },
      { rule: "part-does-not-fit", partSlot: "sight", partId: "6ku-suppressor" },
      "6KU Suppressor does not fit the AK-24.",
    ],
    [
      "with four barrels",
      {
        primary: createAk24({
          barrel: ["6ku-suppressor", "extended-barrel", "wrapped-suppressor", "champion-muzzle-brake"],
        }),
      },
      { rule: "too-many-parts", partSlot: "barrel", limit: 3 },
      "Barrel on the AK-24 takes at most 3 attachments.",
    ],
    [
      "with a barrel twice",
      { primary: createAk24({ barrel: ["extended-barrel", "extended-barrel"] }) },
      { rule: "same-part-twice", partSlot: "barrel", partId: "extended-barrel" },
      "Extended Barrel is in the Plus menu of the AK-24 twice.",
    ],
    [
      "with the specialist of another class",
      { specialistId: "irish" },
      { rule: "specialist-not-for-class", specialistId: "irish", kitId: "assault" },
      "Irish is not a specialist of Assault.",
    ],
    [
      "with an unknown specialist",
      { specialistId: "unknown" },
      { rule: "unknown-item", slot: "specialist" },
      "Specialist holds something that is not in Battlefield 2042.",
    ],
    [
      "with the gadget of another class",
      { gadgetIds: ["med-pen", "repair-tool"] },
      { rule: "gadget-not-for-class", slot: "gadget2", itemId: "repair-tool" },
      "Repair Tool is not for Assault.",
    ],
    [
      "with a gadget twice",
      { gadgetIds: ["med-pen", "med-pen"] },
      { rule: "same-gadget-twice", itemId: "med-pen" },
      "Med-Pen is chosen twice; gadgets must differ.",
    ],
    [
      "with a throwable of another class",
      { throwableId: "anti-tank-grenade" },
      { rule: "throwable-not-for-class", itemId: "anti-tank-grenade" },
      "Anti-Tank Grenade is not for Assault.",
    ],
  ])("%s breaks one rule", ([, changes, violation, sentence]) => {
    const violations = findViolations(createBf2042Loadout(changes), BF2042);
    expect(violations).toMatchObject([violation]);
    expect(violations.map((broken) => describeViolation(broken, BF2042))).toEqual([sentence]);
  });

  test("of any class may carry any weapon of All-Out Warfare, with up to three parts in a slot", () => {
    const weapons = [...BF2042.weapons.values()].filter((weapon) => weapon.allOutWarfare && weapon.class !== "sidearm");
    fc.assert(
      fc.property(fc.constantFrom(...KIT_IDS), fc.constantFrom(...weapons), fc.nat(3), (classId, weapon, count) => {
        const options = BF2042.attachments.get(weapon.id)?.options ?? [];
        const first = (slot: string) =>
          options
            .filter((o) => o.slot === slot)
            .slice(0, count)
            .map(({ id }) => id);
        const board = {
          sight: first("sight"),
          ammunition: first("ammunition"),
          underbarrel: first("underbarrel"),
          barrel: first("barrel"),
        };
        expect(
          findViolations(createBf2042Loadout({ primary: { weaponId: weapon.id, board } }, classId), BF2042),
        ).toEqual([]);
      }),
    );
  });
});
