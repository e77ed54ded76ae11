import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type SoldierLoadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import {
  BOARD_SLOT_TITLES,
  CLASS_SLOT_TITLES,
  getVehicleClassTitle,
  KIT_SLOT_TITLES,
  KIT_TITLES,
  PART_SLOT_TITLES,
} from "#messages/game/titles.ts";

export type LoadoutLine = {
  label: string;
  value: string;
  /** The item in a slot of a soldier; null in an empty slot. */
  itemId?: string | null;
  /** For a weapon: its slot. */
  weaponSlot?: WeaponSlot;
  /** For a part: the slot of its weapon, and the title of the part's slot. */
  part?: { of: WeaponSlot; title: string };
};

type WeaponSlot = "primary" | "sidearm";

/**
 * Returns a loadout as lines of text in the order of the screen, with the chosen parts of each weapon, or every slot of a vehicle.
 * An unknown id is shown as it is.
 */
export function describeLoadout(loadout: Loadout, armoury: Armoury): readonly LoadoutLine[] {
  if (isVehicleLoadout(loadout)) return listVehicleLines(loadout, armoury);
  return loadout.game === "bf4" ? listBf4Lines(loadout, armoury) : listBf2042Lines(loadout, armoury);
}

function listBf4Lines(loadout: Bf4Loadout, armoury: Armoury): LoadoutLine[] {
  const getLine = (label: string, itemId: string | null) => getItemLine(label, itemId, armoury);
  return [
    { label: m.build_kit(), value: KIT_TITLES[loadout.kitId] },
    ...listWeaponLines("primary", loadout, armoury),
    ...listWeaponLines("sidearm", loadout, armoury),
    getLine(KIT_SLOT_TITLES.gadget1, loadout.gadget1Id),
    getLine(KIT_SLOT_TITLES.gadget2, loadout.gadget2Id),
    getLine(KIT_SLOT_TITLES.grenade, loadout.grenadeId),
    getLine(KIT_SLOT_TITLES.melee, loadout.meleeId),
    getLine(KIT_SLOT_TITLES.fieldUpgrade, loadout.fieldUpgradeId),
  ];
}

function listBf2042Lines(loadout: Bf2042Loadout, armoury: Armoury): LoadoutLine[] {
  const getLine = (label: string, itemId: string | null) => getItemLine(label, itemId, armoury);
  return [
    { label: m.build_class(), value: KIT_TITLES[loadout.classId] },
    getLine(CLASS_SLOT_TITLES.specialist, loadout.specialistId),
    ...listWeaponLines("primary", loadout, armoury),
    ...listWeaponLines("sidearm", loadout, armoury),
    getLine(CLASS_SLOT_TITLES.gadget1, loadout.gadgetIds[0]),
    getLine(CLASS_SLOT_TITLES.gadget2, loadout.gadgetIds[1]),
    getLine(CLASS_SLOT_TITLES.throwable, loadout.throwableId),
  ];
}

function listVehicleLines({ vehicleClassId, parts }: VehicleLoadout, armoury: Armoury): LoadoutLine[] {
  const vehicle = armoury.game === "bf4" ? armoury.vehicleLoadouts.get(vehicleClassId) : undefined;
  const unknownSlots = Object.keys(parts).filter((slot) => !vehicle?.slots.some((place) => place.slot === slot));
  return [
    { label: m.build_vehicle(), value: vehicle ? getVehicleClassTitle(vehicle) : vehicleClassId },
    ...(vehicle?.slots ?? []).map(({ slot, options }) => {
      const mountedId = parts[slot] ?? options[0]?.id;
      const value = options.find(({ id }) => id === mountedId)?.name ?? mountedId ?? m.build_empty();
      return { label: m.game_vehicle_slot({ slot }), value };
    }),
    ...unknownSlots.map((slot) => ({ label: m.game_vehicle_slot({ slot }), value: parts[slot] ?? m.build_empty() })),
  ];
}

/** Returns the label of a part's slot: "Primary, Optic". */
export const getPartLabel = (slot: WeaponSlot, title: string): string =>
  m.loadout_slot_part({ slot: KIT_SLOT_TITLES[slot], part: title });

function listWeaponLines(slot: WeaponSlot, loadout: SoldierLoadout, armoury: Armoury): LoadoutLine[] {
  const { weaponId } = loadout[slot];
  const toPartName = (id: string) => getPartName(weaponId, id, armoury);
  const weapon = { ...getItemLine(KIT_SLOT_TITLES[slot], weaponId, armoury), weaponSlot: slot };
  const getLine = (title: string, value: string): LoadoutLine => ({
    label: getPartLabel(slot, title),
    value,
    part: { of: slot, title },
  });
  if (loadout.game === "bf4") {
    const { attachments } = loadout[slot];
    const parts = PART_SLOTS.flatMap((partSlot) => {
      const id = attachments[partSlot];
      return id === undefined ? [] : [getLine(PART_SLOT_TITLES[partSlot], toPartName(id))];
    });
    return [weapon, ...parts];
  }
  const { board } = loadout[slot];
  const parts = BOARD_SLOTS.filter((boardSlot) => board[boardSlot].length > 0).map((boardSlot) =>
    getLine(BOARD_SLOT_TITLES[boardSlot], board[boardSlot].map(toPartName).join(", ")),
  );
  return [weapon, ...parts];
}

const getItemLine = (label: string, itemId: string | null, armoury: Armoury): LoadoutLine => ({
  label,
  value: getName(itemId, armoury),
  itemId,
});

function getName(id: string | null, armoury: Armoury): string {
  if (id === null) return m.build_empty();
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.weapons.get(id) ?? armoury.gadgets.get(id) ?? specialist)?.name ?? id;
}

/** Returns the part's name; its id if the armoury does not list it. */
function getPartName(weaponId: string | null, partId: string, armoury: Armoury): string {
  if (weaponId === null) return partId;
  const options =
    armoury.game === "bf4"
      ? armoury.attachments.get(weaponId)?.slots.flatMap((slot) => slot.options)
      : armoury.attachments.get(weaponId)?.options;
  return options?.find(({ id }) => id === partId)?.name ?? partId;
}

/** A line without a part's, with the parts of a weapon. */
export type LoadoutItem = LoadoutLine & { parts: readonly string[] };

/** Returns the lines of `describeLoadout` with the parts at their weapon. */
export const listItems = (lines: readonly LoadoutLine[]): readonly LoadoutItem[] =>
  lines
    .filter(({ part }) => !part)
    .map((line) => ({
      ...line,
      parts: lines.flatMap(({ part, value }) => (part && part.of === line.weaponSlot ? [value] : [])),
    }));

// The lines of a loadout in groups.
export type LoadoutGroup = { title: string; lines: readonly LoadoutLine[] };

/**
 * Groups the lines of `describeLoadout`: the kit, each weapon with its parts, other equipment; for a vehicle, its class and its parts.
 * Labels within a group omit the group's name, and empty groups are omitted.
 */
export function getGroups(lines: readonly LoadoutLine[]): readonly LoadoutGroup[] {
  const [first, ...others] = lines;
  if (first?.label === m.build_vehicle())
    return omitEmptyGroups([createGroup(m.build_vehicle(), [first]), createGroup(m.build_mounted(), others)]);
  const [soldier, equipment] = [m.build_soldier(), m.build_equipment()];
  const weapons = [KIT_SLOT_TITLES.primary, KIT_SLOT_TITLES.sidearm];
  const soldierLabels = [m.build_kit(), m.build_class(), CLASS_SLOT_TITLES.specialist];
  const groups = new Map<string, LoadoutLine[]>([soldier, ...weapons, equipment].map((title) => [title, []]));
  for (const { label, value, part } of lines) {
    const weapon = part ? KIT_SLOT_TITLES[part.of] : weapons.find((title) => label === title);
    if (weapon) groups.get(weapon)?.push({ label: part?.title ?? m.build_weapon(), value });
    else groups.get(soldierLabels.includes(label) ? soldier : equipment)?.push({ label, value });
  }
  return omitEmptyGroups([...groups].map(([title, groupLines]) => createGroup(title, groupLines)));
}

const createGroup = (title: string, lines: readonly LoadoutLine[]): LoadoutGroup => ({ title, lines });

const omitEmptyGroups = (groups: readonly LoadoutGroup[]) => groups.filter(({ lines }) => lines.length > 0);
