import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import {
  BOARD_SLOT_TITLES,
  BOARD_SLOTS,
  CLASS_SLOT_TITLES,
  KIT_SLOT_TITLES,
  PART_SLOT_TITLES,
  PART_SLOTS,
} from "#domain/arsenal/slot.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";

export type LoadoutLine = { label: string; value: string };

/** A loadout in lines of text, slot by slot in the order of the screen. */
export function describeLoadout(loadout: Loadout, armoury: Armoury): readonly LoadoutLine[] {
  const name = (id: string | null) => nameOf(id, armoury);
  if (loadout.game === "bf4") {
    return [
      { label: "Kit", value: KIT_TITLES[loadout.kitId] },
      ...weaponLines("primary", loadout, armoury),
      ...weaponLines("sidearm", loadout, armoury),
      { label: KIT_SLOT_TITLES.gadget1, value: name(loadout.gadget1Id) },
      { label: KIT_SLOT_TITLES.gadget2, value: name(loadout.gadget2Id) },
      { label: KIT_SLOT_TITLES.grenade, value: name(loadout.grenadeId) },
      { label: KIT_SLOT_TITLES.melee, value: name(loadout.meleeId) },
      { label: KIT_SLOT_TITLES.fieldUpgrade, value: name(loadout.fieldUpgradeId) },
    ];
  }
  return [
    { label: "Class", value: KIT_TITLES[loadout.classId] },
    { label: CLASS_SLOT_TITLES.specialist, value: name(loadout.specialistId) },
    ...weaponLines("primary", loadout, armoury),
    ...weaponLines("sidearm", loadout, armoury),
    { label: CLASS_SLOT_TITLES.gadget1, value: name(loadout.gadgetIds[0]) },
    { label: CLASS_SLOT_TITLES.gadget2, value: name(loadout.gadgetIds[1]) },
    { label: CLASS_SLOT_TITLES.throwable, value: name(loadout.throwableId) },
  ];
}

function weaponLines(slot: "primary" | "sidearm", loadout: Loadout, armoury: Armoury): LoadoutLine[] {
  const { weaponId } = loadout[slot];
  const title = KIT_SLOT_TITLES[slot];
  const part = (id: string) => partName(weaponId, id, armoury);
  const weapon = { label: title, value: nameOf(weaponId, armoury) };
  if (loadout.game === "bf4") {
    const { attachments } = loadout[slot];
    const parts = PART_SLOTS.flatMap((partSlot) => {
      const id = attachments[partSlot];
      return id === undefined ? [] : [{ label: `${title}, ${PART_SLOT_TITLES[partSlot]}`, value: part(id) }];
    });
    return [weapon, ...parts];
  }
  const { board } = loadout[slot];
  const parts = BOARD_SLOTS.filter((boardSlot) => board[boardSlot].length > 0).map((boardSlot) => ({
    label: `${title}, ${BOARD_SLOT_TITLES[boardSlot]}`,
    value: board[boardSlot].map(part).join(", "),
  }));
  return [weapon, ...parts];
}

function nameOf(id: string | null, armoury: Armoury): string {
  if (id === null) return "Empty";
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
