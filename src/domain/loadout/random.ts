// A random loadout: legal by construction, complete, and validated at the end.
import type { KitId } from "#domain/game-data/kit-id.ts";
import { BOARD_LIMIT, BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import { findBf4Violations } from "#domain/loadout/rules/bf4-rules.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "./armoury.ts";
import type { Bf4Carried, Bf4Loadout, Bf2042Carried, Bf2042Loadout, Loadout, VehicleLoadout } from "./loadout.ts";
import { emptyBoard } from "./starter.ts";

/** At least 0, less than 1, such as `Math.random`. */
export type Random = () => number;

/**
 * A loadout the game would accept, out of everything the kit, class or class of vehicles may carry. Parts are those the
 * armoury knows; a weapon whose parts it does not know stays as issued.
 */
export function randomLoadout(
  armoury: Armoury,
  requested: { kitId: KitId } | { vehicleClassId: string },
  random: Random,
): Loadout {
  if (armoury.game === "bf2042") {
    return fixAll(randomBf2042(armoury, "kitId" in requested ? requested.kitId : "assault", random), armoury);
  }
  if ("vehicleClassId" in requested) return randomVehicle(armoury, requested.vehicleClassId, random);
  return fixAll(randomBf4(armoury, requested.kitId, random), armoury);
}

function randomVehicle({ vehicleLoadouts }: Bf4Armoury, vehicleClassId: string, random: Random): VehicleLoadout {
  const slots = vehicleLoadouts.get(vehicleClassId)?.slots ?? [];
  const parts = slots.map(({ slot, options }) => [slot, getOne(options, random)?.id ?? ""]);
  return { game: "bf4", vehicleClassId, parts: Object.fromEntries(parts) };
}

function randomBf4(armoury: Bf4Armoury, kitId: KitId, random: Random): Bf4Loadout {
  const slots = armoury.kits.get(kitId)?.slots;

  const pick = (slot: "gadget1" | "grenade" | "melee" | "fieldUpgrade") =>
    getOne((slots?.[slot] ?? []).filter(isItem), random) ?? null;
  const items = {
    gadget1Id: pick("gadget1"),
    grenadeId: pick("grenade"),
    meleeId: pick("melee"),
    fieldUpgradeId: pick("fieldUpgrade"),
  };
  const none = { weaponId: null, attachments: {} };
  const bare: Bf4Loadout = { game: "bf4", kitId, primary: none, sidearm: none, gadget2Id: null, ...items };
  const isCompatible = (gadget2Id: string) =>
    !findBf4Violations({ ...bare, gadget2Id }, armoury).some(({ rule }) => rule !== "empty-slot");
  return {
    ...bare,
    gadget2Id: shuffled((slots?.gadget2 ?? []).filter(isItem), random).find(isCompatible) ?? null,
    primary: randomCarried("primary", bare, armoury, random),
    sidearm: randomCarried("sidearm", bare, armoury, random),
  };
}

/** The data has an item for an empty place, such as "no-gadget". */
const isItem = (id: string): boolean => !id.startsWith("no-");

/** A place is left empty only where nothing goes with what is mounted before. */
const emptyLast = <Part extends { id: string }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((one, other) => Number(isItem(other.id)) - Number(isItem(one.id)));

/** Slot after slot the first of its parts, in random order, that goes with those mounted before. */
function randomCarried(slot: "primary" | "sidearm", bare: Bf4Loadout, armoury: Bf4Armoury, random: Random): Bf4Carried {
  const weaponId = getOne(armoury.kits.get(bare.kitId)?.slots[slot] ?? [], random) ?? null;
  const offered = armoury.attachments.get(weaponId ?? "")?.slots ?? [];
  let weaponChoice: Bf4Carried = { weaponId, attachments: {} };
  for (const partSlot of PART_SLOTS) {
    const options = offered.find((place) => place.slot === partSlot)?.options ?? [];
    const mounted = emptyLast(shuffled(options, random)).map(({ id }) => ({
      weaponId,
      attachments: { ...weaponChoice.attachments, [partSlot]: id },
    }));
    const isLegal = (tried: Bf4Carried) =>
      !findBf4Violations({ ...bare, [slot]: tried }, armoury).some(
        (violation) => violation.rule !== "empty-slot" && "slot" in violation && violation.slot === slot,
      );
    weaponChoice = mounted.find(isLegal) ?? weaponChoice;
  }
  return weaponChoice;
}

function randomBf2042(armoury: Bf2042Armoury, classId: KitId, random: Random): Bf2042Loadout {
  const kit = armoury.kits.get(classId);
  const [gadget1 = null, gadget2 = null] = shuffled(kit?.gadgetIds ?? [], random);
  const weapons = [...armoury.weapons.values()].filter(({ allOutWarfare }) => allOutWarfare);
  const carry = (isSidearm: boolean): Bf2042Carried => {
    const weapon = getOne(
      weapons.filter((one) => (one.class === "sidearm") === isSidearm),
      random,
    );
    return { weaponId: weapon?.id ?? null, board: randomBoard(weapon?.id ?? "", armoury, random) };
  };
  return {
    game: "bf2042",
    classId,
    specialistId: getOne(kit?.specialistIds ?? [], random) ?? null,
    primary: carry(false),
    sidearm: carry(true),
    gadgetIds: [gadget1, gadget2],
    throwableId: getOne(kit?.throwableIds ?? [], random) ?? null,
  };
}

function randomBoard(weaponId: string, { attachments }: Bf2042Armoury, random: Random): Bf2042Carried["board"] {
  const board = emptyBoard();
  for (const slot of BOARD_SLOTS) {
    const options = attachments.get(weaponId)?.options.filter((option) => option.slot === slot) ?? [];
    const count = 1 + Math.floor(random() * BOARD_LIMIT);
    board[slot] = shuffled(options, random)
      .slice(0, count)
      .map(({ id }) => id);
  }
  return board;
}

const getOne = <T>(items: readonly T[], random: Random): T | undefined => items[Math.floor(random() * items.length)];

/** A copy in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
