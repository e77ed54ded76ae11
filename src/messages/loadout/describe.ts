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
  /** Of a part of a weapon: which weapon it is mounted on, and the title of its slot there. */
  part?: { of: WeaponSlot; title: string };
};

type WeaponSlot = "primary" | "sidearm";

/**
 * A loadout as lines of text, slot by slot in the order of the screen: the chosen parts of each weapon, every slot of a
 * vehicle. An id that the armoury does not know is shown as it is.
 */
export function describeLoadout(loadout: Loadout, armoury: Armoury): readonly LoadoutLine[] {
  if (isVehicleLoadout(loadout)) return vehicleLines(loadout, armoury);
  return loadout.game === "bf4" ? bf4Lines(loadout, armoury) : bf2042Lines(loadout, armoury);
}

function bf4Lines(loadout: Bf4Loadout, armoury: Armoury): LoadoutLine[] {
  const name = (id: string | null) => getName(id, armoury);
  return [
    { label: m.build_kit(), value: KIT_TITLES[loadout.kitId] },
    ...weaponLines("primary", loadout, armoury),
    ...weaponLines("sidearm", loadout, armoury),
    { label: KIT_SLOT_TITLES.gadget1, value: name(loadout.gadget1Id) },
    { label: KIT_SLOT_TITLES.gadget2, value: name(loadout.gadget2Id) },
    { label: KIT_SLOT_TITLES.grenade, value: name(loadout.grenadeId) },
    { label: KIT_SLOT_TITLES.melee, value: name(loadout.meleeId) },
    { label: KIT_SLOT_TITLES.fieldUpgrade, value: name(loadout.fieldUpgradeId) },
  ];
}

function bf2042Lines(loadout: Bf2042Loadout, armoury: Armoury): LoadoutLine[] {
  const name = (id: string | null) => getName(id, armoury);
  return [
    { label: m.build_class(), value: KIT_TITLES[loadout.classId] },
    { label: CLASS_SLOT_TITLES.specialist, value: name(loadout.specialistId) },
    ...weaponLines("primary", loadout, armoury),
    ...weaponLines("sidearm", loadout, armoury),
    { label: CLASS_SLOT_TITLES.gadget1, value: name(loadout.gadgetIds[0]) },
    { label: CLASS_SLOT_TITLES.gadget2, value: name(loadout.gadgetIds[1]) },
    { label: CLASS_SLOT_TITLES.throwable, value: name(loadout.throwableId) },
  ];
}

function vehicleLines({ vehicleClassId, parts }: VehicleLoadout, armoury: Armoury): LoadoutLine[] {
  const vehicle = armoury.game === "bf4" ? armoury.vehicleLoadouts.get(vehicleClassId) : undefined;
  const strange = Object.keys(parts).filter((slot) => !vehicle?.slots.some((place) => place.slot === slot));
  return [
    { label: m.build_vehicle(), value: vehicle ? getVehicleClassTitle(vehicle) : vehicleClassId },
    ...(vehicle?.slots ?? []).map(({ slot, options }) => {
      const mountedId = parts[slot] ?? options[0]?.id;
      const value = options.find(({ id }) => id === mountedId)?.name ?? mountedId ?? m.build_empty();
      return { label: m.game_vehicle_slot({ slot }), value };
    }),
    ...strange.map((slot) => ({ label: m.game_vehicle_slot({ slot }), value: parts[slot] ?? m.build_empty() })),
  ];
}

/** The label of a part's slot: "Primary, Optic". */
export const getPartLabel = (slot: WeaponSlot, title: string): string =>
  m.loadout_slot_part({ slot: KIT_SLOT_TITLES[slot], part: title });

function weaponLines(slot: WeaponSlot, loadout: SoldierLoadout, armoury: Armoury): LoadoutLine[] {
  const { weaponId } = loadout[slot];
  const part = (id: string) => partName(weaponId, id, armoury);
  const weapon = { label: KIT_SLOT_TITLES[slot], value: getName(weaponId, armoury) };
  const getLine = (title: string, value: string): LoadoutLine => ({
    label: getPartLabel(slot, title),
    value,
    part: { of: slot, title },
  });
  if (loadout.game === "bf4") {
    const { attachments } = loadout[slot];
    const parts = PART_SLOTS.flatMap((partSlot) => {
      const id = attachments[partSlot];
      return id === undefined ? [] : [getLine(PART_SLOT_TITLES[partSlot], part(id))];
    });
    return [weapon, ...parts];
  }
  const { board } = loadout[slot];
  const parts = BOARD_SLOTS.filter((boardSlot) => board[boardSlot].length > 0).map((boardSlot) =>
    getLine(BOARD_SLOT_TITLES[boardSlot], board[boardSlot].map(part).join(", ")),
  );
  return [weapon, ...parts];
}

function getName(id: string | null, armoury: Armoury): string {
  if (id === null) return m.build_empty();
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.weapons.get(id) ?? armoury.gadgets.get(id) ?? specialist)?.name ?? id;
}

/** The part's name; its id where the weapon's parts are not at hand. */
function partName(weaponId: string | null, partId: string, armoury: Armoury): string {
  if (weaponId === null) return partId;
  const options =
    armoury.game === "bf4"
      ? armoury.attachments.get(weaponId)?.slots.flatMap((slot) => slot.options)
      : armoury.attachments.get(weaponId)?.options;
  return options?.find(({ id }) => id === partId)?.name ?? partId;
}

// The lines of a loadout as a person reads them: by what they belong to.
export type LoadoutGroup = { title: string; lines: readonly LoadoutLine[] };

/**
 * The lines of `describeLoadout` in groups: the kit, each weapon with its parts, the rest; for a vehicle its class and
 * its mounts. Labels within a group omit the group's name, and empty groups are left out.
 */
export function getGroups(lines: readonly LoadoutLine[]): readonly LoadoutGroup[] {
  const [first, ...others] = lines;
  if (first?.label === m.build_vehicle())
    return filled([group(m.build_vehicle(), [first]), group(m.build_mounted(), others)]);
  const [soldier, equipment] = [m.build_soldier(), m.build_equipment()];
  const weapons = [KIT_SLOT_TITLES.primary, KIT_SLOT_TITLES.sidearm];
  const ofTheSoldier = [m.build_kit(), m.build_class(), CLASS_SLOT_TITLES.specialist];
  const groups = new Map<string, LoadoutLine[]>([soldier, ...weapons, equipment].map((title) => [title, []]));
  for (const { label, value, part } of lines) {
    const weapon = part ? KIT_SLOT_TITLES[part.of] : weapons.find((title) => label === title);
    if (weapon) groups.get(weapon)?.push({ label: part?.title ?? m.build_weapon(), value });
    else groups.get(ofTheSoldier.includes(label) ? soldier : equipment)?.push({ label, value });
  }
  return filled([...groups].map(([title, groupLines]) => group(title, groupLines)));
}

const group = (title: string, lines: readonly LoadoutLine[]): LoadoutGroup => ({ title, lines });

const filled = (groups: readonly LoadoutGroup[]) => groups.filter(({ lines }) => lines.length > 0);
