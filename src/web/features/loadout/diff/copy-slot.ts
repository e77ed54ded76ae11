// One slot of a build taken over into another, by the label both show it under.
import {
  BOARD_SLOT_TITLES,
  BOARD_SLOTS,
  KIT_SLOT_TITLES,
  PART_SLOT_TITLES,
  PART_SLOTS,
} from "#domain/game-data/slot.ts";
import { type Armoury, vehicleSlotTitle } from "#domain/loadout/armoury.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { withKit } from "#web/features/loadout/editor/fields/kit-change.ts";

/**
 * `a` with the slot of this label as `b` has it: a weapon comes with its parts, a kit keeps what it may carry. Null where
 * the slot cannot be taken over by itself, such as a part of another weapon.
 */
export function getWithSlot(label: string, a: Loadout, b: Loadout, armoury: Armoury): Loadout | null {
  if (isVehicleLoadout(a)) return isVehicleLoadout(b) ? copyVehicleSlot(label, a, b, armoury) : null;
  if (isVehicleLoadout(b)) return null;
  if (a.game === "bf4" && b.game === "bf4") return copyBf4Slot(label, a, b, armoury);
  return a.game === "bf2042" && b.game === "bf2042" ? copyBf2042Slot(label, a, b, armoury) : null;
}

const GUNS = ["primary", "sidearm"] as const;

function copyBf4Slot(label: string, a: Bf4Loadout, b: Bf4Loadout, armoury: Armoury): Loadout | null {
  const items: Record<string, Partial<Bf4Loadout>> = {
    [KIT_SLOT_TITLES.primary]: { primary: b.primary },
    [KIT_SLOT_TITLES.sidearm]: { sidearm: b.sidearm },
    [KIT_SLOT_TITLES.gadget1]: { gadget1Id: b.gadget1Id },
    [KIT_SLOT_TITLES.gadget2]: { gadget2Id: b.gadget2Id },
    [KIT_SLOT_TITLES.grenade]: { grenadeId: b.grenadeId },
    [KIT_SLOT_TITLES.melee]: { meleeId: b.meleeId },
    [KIT_SLOT_TITLES.fieldUpgrade]: { fieldUpgradeId: b.fieldUpgradeId },
  };
  if (label === "Kit") return withKit(a, b.kitId, armoury).loadout;
  if (items[label]) return { ...a, ...items[label] };
  for (const gun of GUNS) {
    const partSlot = PART_SLOTS.find((slot) => label === `${KIT_SLOT_TITLES[gun]}, ${PART_SLOT_TITLES[slot]}`);
    if (!partSlot || a[gun].weaponId !== b[gun].weaponId) continue;
    const { [partSlot]: _, ...others } = a[gun].attachments;
    const partId = b[gun].attachments[partSlot];
    return { ...a, [gun]: { ...a[gun], attachments: partId ? { ...others, [partSlot]: partId } : others } };
  }
  return null;
}

function copyBf2042Slot(label: string, a: Bf2042Loadout, b: Bf2042Loadout, armoury: Armoury): Loadout | null {
  const [first, second] = a.gadgetIds;
  const items: Record<string, Partial<Bf2042Loadout>> = {
    Specialist: { specialistId: b.specialistId },
    [KIT_SLOT_TITLES.primary]: { primary: b.primary },
    [KIT_SLOT_TITLES.sidearm]: { sidearm: b.sidearm },
    [KIT_SLOT_TITLES.gadget1]: { gadgetIds: [b.gadgetIds[0], second] },
    [KIT_SLOT_TITLES.gadget2]: { gadgetIds: [first, b.gadgetIds[1]] },
    Throwable: { throwableId: b.throwableId },
  };
  if (label === "Class") return withKit(a, b.classId, armoury).loadout;
  if (items[label]) return { ...a, ...items[label] };
  for (const gun of GUNS) {
    const slot = BOARD_SLOTS.find((one) => label === `${KIT_SLOT_TITLES[gun]}, ${BOARD_SLOT_TITLES[one]}`);
    if (!slot || a[gun].weaponId !== b[gun].weaponId) continue;
    return { ...a, [gun]: { ...a[gun], board: { ...a[gun].board, [slot]: b[gun].board[slot] } } };
  }
  return null;
}

function copyVehicleSlot(label: string, a: VehicleLoadout, b: VehicleLoadout, armoury: Armoury): Loadout | null {
  if (label === "Vehicle") return b;
  if (a.vehicleClassId !== b.vehicleClassId || armoury.game !== "bf4") return null;
  const known = armoury.vehicleLoadouts.get(a.vehicleClassId)?.slots.map(({ slot }) => slot) ?? [];
  const slot = [...known, ...Object.keys(b.parts)].find((one) => vehicleSlotTitle(one) === label);
  if (!slot) return null;
  const { [slot]: _, ...others } = a.parts;
  const partId = b.parts[slot];
  return { ...a, parts: partId ? { ...others, [slot]: partId } : others };
}
