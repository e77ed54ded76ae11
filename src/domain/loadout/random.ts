// Creates a random loadout, which is complete, legal by construction, and checked at the end.
import type { KitId } from "#domain/game-data/kit-id.ts";
import { BOARD_LIMIT, BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { findBf4Violations } from "#domain/loadout/rules/bf4-rules.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "./armoury.ts";
import type { Bf4Carried, Bf4Loadout, Bf2042Carried, Bf2042Loadout, Loadout, VehicleLoadout } from "./loadout.ts";
import { createEmptyBoard } from "./starter.ts";

/** Returns a number from 0 (inclusive) to 1 (exclusive), such as `Math.random`. */
export type Random = () => number;

/**
 * Returns a random legal loadout for the kit, class or vehicle class. A weapon whose parts the armoury does not list has
 * its default parts.
 */
export function createRandomLoadout(
  armoury: Armoury,
  requested: { kitId: KitId } | { vehicleClassId: string },
  random: Random,
): Loadout {
  if (armoury.game === "bf2042") {
    return fixAll(createRandomBf2042(armoury, "kitId" in requested ? requested.kitId : "assault", random), armoury);
  }
  if ("vehicleClassId" in requested) return createRandomVehicle(armoury, requested.vehicleClassId, random);
  return fixAll(createRandomBf4(armoury, requested.kitId, random), armoury);
}

function createRandomVehicle({ vehicleLoadouts }: Bf4Armoury, vehicleClassId: string, random: Random): VehicleLoadout {
  const slots = vehicleLoadouts.get(vehicleClassId)?.slots ?? [];
  const parts = slots.map(({ slot, options }) => [slot, pickRandom(options, random)?.id ?? ""]);
  return { game: "bf4", vehicleClassId, parts: Object.fromEntries(parts) };
}

function createRandomBf4(armoury: Bf4Armoury, kitId: KitId, random: Random): Bf4Loadout {
  const slots = armoury.kits.get(kitId)?.slots;

  const pick = (slot: "gadget1" | "grenade" | "melee" | "fieldUpgrade") =>
    pickRandom((slots?.[slot] ?? []).filter(isItem), random) ?? null;
  const items = {
    gadget1Id: pick("gadget1"),
    grenadeId: pick("grenade"),
    meleeId: pick("melee"),
    fieldUpgradeId: pick("fieldUpgrade"),
  };
  const none = { weaponId: null, attachments: {} };
  const base: Bf4Loadout = { game: "bf4", kitId, primary: none, sidearm: none, gadget2Id: null, ...items };
  const isCompatible = (gadget2Id: string) =>
    !findBf4Violations({ ...base, gadget2Id }, armoury).some(({ rule }) => rule !== "empty-slot");
  return {
    ...base,
    gadget2Id: shuffle((slots?.gadget2 ?? []).filter(isItem), random).find(isCompatible) ?? null,
    primary: createRandomWeapon("primary", base, armoury, random),
    sidearm: createRandomWeapon("sidearm", base, armoury, random),
  };
}

/** Whether the id is that of an item. The data has ids such as "no-gadget" for an empty slot. */
const isItem = (id: string): boolean => !id.startsWith("no-");

/** Sorts the "no-…" option last, so that a slot stays empty only if no part fits with the parts mounted before. */
const sortEmptyLast = <Part extends { id: string }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((a, b) => Number(isItem(b.id)) - Number(isItem(a.id)));

/** Returns a random weapon. Each slot has its first part, in random order, that fits with the parts mounted before. */
function createRandomWeapon(
  slot: "primary" | "sidearm",
  base: Bf4Loadout,
  armoury: Bf4Armoury,
  random: Random,
): Bf4Carried {
  const weaponId = pickRandom(armoury.kits.get(base.kitId)?.slots[slot] ?? [], random) ?? null;
  const offered = armoury.attachments.get(weaponId ?? "")?.slots ?? [];
  let weaponChoice: Bf4Carried = { weaponId, attachments: {} };
  for (const partSlot of PART_SLOTS) {
    const options = offered.find((place) => place.slot === partSlot)?.options ?? [];
    const mounted = sortEmptyLast(shuffle(options, random)).map(({ id }) => ({
      weaponId,
      attachments: { ...weaponChoice.attachments, [partSlot]: id },
    }));
    const isLegal = (candidate: Bf4Carried) =>
      !findBf4Violations({ ...base, [slot]: candidate }, armoury).some(
        (violation) => violation.rule !== "empty-slot" && "slot" in violation && violation.slot === slot,
      );
    weaponChoice = mounted.find(isLegal) ?? weaponChoice;
  }
  return weaponChoice;
}

function createRandomBf2042(armoury: Bf2042Armoury, classId: KitId, random: Random): Bf2042Loadout {
  const kit = armoury.kits.get(classId);
  const [gadget1 = null, gadget2 = null] = shuffle(kit?.gadgetIds ?? [], random);
  const weapons = [...armoury.weapons.values()].filter(({ allOutWarfare }) => allOutWarfare);
  const createWeapon = (isSidearm: boolean): Bf2042Carried => {
    const weapon = pickRandom(
      weapons.filter((weaponOption) => (weaponOption.class === "sidearm") === isSidearm),
      random,
    );
    return { weaponId: weapon?.id ?? null, board: createRandomBoard(weapon?.id ?? "", armoury, random) };
  };
  return {
    game: "bf2042",
    classId,
    specialistId: pickRandom(kit?.specialistIds ?? [], random) ?? null,
    primary: createWeapon(false),
    sidearm: createWeapon(true),
    gadgetIds: [gadget1, gadget2],
    throwableId: pickRandom(kit?.throwableIds ?? [], random) ?? null,
  };
}

function createRandomBoard(weaponId: string, { attachments }: Bf2042Armoury, random: Random): Bf2042Carried["board"] {
  const board = createEmptyBoard();
  for (const slot of BOARD_SLOTS) {
    const options = attachments.get(weaponId)?.options.filter((option) => option.slot === slot) ?? [];
    const count = 1 + Math.floor(random() * BOARD_LIMIT);
    board[slot] = shuffle(options, random)
      .slice(0, count)
      .map(({ id }) => id);
  }
  return board;
}

const pickRandom = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

/** Returns a copy in random order (Fisher–Yates). */
function shuffle<T>(items: readonly T[], random: Random): readonly T[] {
  const remaining = [...items];
  return items.flatMap(() => remaining.splice(Math.floor(random() * remaining.length), 1));
}
