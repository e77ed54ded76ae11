// The initial loadout of the editor. It has, in each slot, the first legal item in the order of the game.
import type { KitId } from "#domain/game-data/kit-id.ts";
import { findBf4Violations } from "#domain/loadout/rules/bf4-rules.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "./armoury.ts";
import type { Bf4Loadout, Bf2042Loadout, SoldierLoadout, VehicleLoadout } from "./loadout.ts";
import { getStarterParts, STARTER_GEAR } from "./range-starters.ts";

/** Returns a legal loadout of the kit or class, with default parts on every weapon. */
export function createStarterLoadout(armoury: Armoury, kitId: KitId): SoldierLoadout {
  return armoury.game === "bf4" ? createBf4Starter(armoury, kitId) : createBf2042Starter(armoury, kitId);
}

/** Returns the loadout of a vehicle class with default parts. */
export function createVehicleStarter(vehicleClassId: string): VehicleLoadout {
  return { game: "bf4", vehicleClassId, parts: {} };
}

/** Returns the kit's range preset with this weapon; null if no preset of the kit has the weapon. */
export function getStarterBuild(armoury: Armoury, kitId: KitId, weaponId: string): SoldierLoadout | null {
  const parts = getStarterParts(armoury.game, kitId, weaponId);
  if (!parts || !armoury.weapons.has(weaponId)) return null;
  const starter = createStarterLoadout(armoury, kitId);
  if (starter.game === "bf4") {
    const attachments = Object.fromEntries([...parts].map(([slot, part]) => [slot, `${weaponId}-${part}`]));
    return { ...starter, ...STARTER_GEAR.bf4[kitId], primary: { weaponId, attachments } };
  }
  const mounted = Object.fromEntries([...parts].map(([slot, part]) => [slot, [part]]));
  const { gadgetIds, throwableId } = STARTER_GEAR.bf2042[kitId];
  const [first, second] = gadgetIds;
  const primary = { weaponId, board: { ...createEmptyBoard(), ...mounted } };
  return { ...starter, primary, gadgetIds: [first, second], throwableId };
}

function createBf4Starter(armoury: Bf4Armoury, kitId: KitId): Bf4Loadout {
  const slots = armoury.kits.get(kitId)?.slots;
  const starter: Bf4Loadout = {
    game: "bf4",
    kitId,
    primary: { weaponId: slots?.primary[0] ?? null, attachments: {} },
    sidearm: { weaponId: slots?.sidearm[0] ?? null, attachments: {} },
    gadget1Id: slots?.gadget1[0] ?? null,
    gadget2Id: null,
    grenadeId: slots?.grenade[0] ?? null,
    meleeId: slots?.melee[0] ?? null,
    fieldUpgradeId: slots?.fieldUpgrade[0] ?? null,
  };
  const isLegal = (gadget2Id: string) => findBf4Violations({ ...starter, gadget2Id }, armoury).length === 0;
  return { ...starter, gadget2Id: slots?.gadget2.find(isLegal) ?? null };
}

function createBf2042Starter(armoury: Bf2042Armoury, classId: KitId): Bf2042Loadout {
  const kit = armoury.kits.get(classId);
  const weapons = [...armoury.weapons.values()].filter(({ allOutWarfare }) => allOutWarfare);
  const primaries = weapons.filter((weapon) => weapon.class !== "sidearm");
  const primary = primaries.find((weapon) => weapon.class === kit?.proficiency[0]?.value) ?? primaries[0];
  const sidearm = weapons.find((weapon) => weapon.class === "sidearm");
  return {
    game: "bf2042",
    classId,
    specialistId: kit?.specialistIds[0] ?? null,
    primary: { weaponId: primary?.id ?? null, board: createEmptyBoard() },
    sidearm: { weaponId: sidearm?.id ?? null, board: createEmptyBoard() },
    gadgetIds: [kit?.gadgetIds[0] ?? null, kit?.gadgetIds[1] ?? null],
    throwableId: kit?.throwableIds[0] ?? null,
  };
}

/** Returns a Plus board with the default part in every slot. */
export function createEmptyBoard(): Bf2042Loadout["primary"]["board"] {
  return { sight: [], ammunition: [], underbarrel: [], barrel: [] };
}
