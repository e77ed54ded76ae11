import { GAME_TITLES } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import {
  BOARD_SLOT_TITLES,
  CLASS_SLOT_TITLES,
  getVehicleClassTitle,
  KIT_SLOT_TITLES,
  KIT_TITLES,
  PART_SLOT_TITLES,
  WEAPON_CLASS_TITLES,
} from "#messages/game/titles.ts";

/** Returns the violation as a sentence. Unknown ids are replaced by a general term, such as "this item". */
export function describeViolation(violation: Violation, armoury: Armoury): string {
  switch (violation.rule) {
    case "other-game":
      return m.violation_other_game({ game: GAME_TITLES[armoury.game] });
    case "empty-slot":
      return m.violation_slot_empty({ slot: getSlotTitle(violation.slot) });
    case "unknown-weapon":
      return m.violation_weapon_unknown({
        slot: getSlotTitle(violation.slot),
        game: GAME_TITLES[armoury.game],
      });
    case "unknown-item":
      return m.violation_item_unknown({
        slot: getSlotTitle(violation.slot),
        game: GAME_TITLES[armoury.game],
      });
    case "weapon-not-for-slot":
      return violation.slot === "sidearm"
        ? m.violation_no_sidearm({ weapon: getName(violation.weaponId, armoury) })
        : m.violation_no_primary({ weapon: getName(violation.weaponId, armoury) });
    case "weapon-not-for-kit":
      return describeKitViolation(violation.weaponId, violation.kitId, armoury);
    case "weapon-only-in-portal":
      return m.violation_portal_only({ weapon: getName(violation.weaponId, armoury) });
    case "item-not-for-slot":
      return m.violation_wrong_slot({
        item: getName(violation.itemId, armoury),
        slot: getSlotTitle(violation.slot),
      });
    case "item-not-for-kit":
    case "gadget-not-for-class":
    case "throwable-not-for-class":
      return m.violation_item_of_other_kit({
        item: getName(violation.itemId, armoury),
        kit: KIT_TITLES[violation.kitId],
      });
    case "specialist-not-for-class":
      return m.violation_specialist_of_other_class({
        specialist: getName(violation.specialistId, armoury),
        kit: KIT_TITLES[violation.kitId],
      });
    case "one-per-category": {
      const [first = "", ...others] = violation.itemIds;
      if (others.every((id) => id === first)) return m.violation_gadget_twice({ gadget: getName(first, armoury) });
      return m.violation_same_kind({ items: formatNames(violation.itemIds, armoury) });
    }
    case "same-gadget-twice":
      return m.violation_gadget_twice({ gadget: getName(violation.itemId, armoury) });
    case "unknown-vehicle-class":
    case "slot-not-of-vehicle":
    case "option-not-for-slot":
      return describeVehicleViolation(violation, armoury);
    default:
      return describePartViolation(violation, armoury);
  }
}

type VehicleViolation = Extract<Violation, { vehicleClassId: string }>;

function describeVehicleViolation(violation: VehicleViolation, armoury: Armoury): string {
  const classes = armoury.game === "bf4" ? armoury.vehicleLoadouts : undefined;
  const vehicle = classes?.get(violation.vehicleClassId);
  const title = vehicle ? getVehicleClassTitle(vehicle) : m.violation_this_vehicle();
  switch (violation.rule) {
    case "unknown-vehicle-class":
      return m.violation_vehicle_unknown({ game: GAME_TITLES[armoury.game] });
    case "slot-not-of-vehicle":
      return m.violation_vehicle_slot_unknown({ vehicle: title, slot: m.game_vehicle_slot({ slot: violation.slot }) });
    case "option-not-for-slot": {
      const options = [...(classes?.values() ?? [])].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
      const option = options.find(({ id }) => id === violation.optionId)?.name ?? m.violation_this_part();
      return m.violation_wrong_vehicle_slot({
        option,
        slot: m.game_vehicle_slot({ slot: violation.slot }),
        vehicle: title,
      });
    }
  }
}

type PartViolation = Extract<
  Violation,
  { weaponId: string } & ({ partId: string } | { partIds: unknown } | { limit: number })
>;

function describePartViolation(violation: PartViolation, armoury: Armoury): string {
  const { weaponId } = violation;
  const weapon = getName(weaponId, armoury);
  const toPartName = (id: string) => getPartName(weaponId, id, armoury);
  switch (violation.rule) {
    case "part-does-not-fit":
      return m.violation_part_of_other_weapon({ part: toPartName(violation.partId), weapon });
    case "parts-exclude-each-other":
      return m.violation_parts_exclude({
        parts: formatList(violation.partIds.map(toPartName)),
        weapon,
      });
    case "part-needs-optic":
      return m.violation_part_needs_optic({
        part: toPartName(violation.partId),
        weapon,
        optic: toPartName(violation.opticIds[0] ?? ""),
      });
    case "too-many-parts":
      return m.violation_board_full({
        slot: getPartSlotTitle(violation.partSlot),
        weapon,
        limit: violation.limit,
      });
    case "same-part-twice":
      return m.violation_part_twice({ part: toPartName(violation.partId), weapon });
  }
}

function describeKitViolation(weaponId: string, kitId: KitId, armoury: Armoury): string {
  const weapon = armoury.game === "bf4" ? armoury.weapons.get(weaponId) : undefined;
  const [owner, ...others] = weapon?.kitIds ?? [];
  if (weapon && owner && others.length === 0) {
    return m.violation_class_of_other_kit({
      weapons: WEAPON_CLASS_TITLES[weapon.class],
      kit: KIT_TITLES[owner],
      game: GAME_TITLES.bf4,
    });
  }
  return m.violation_weapon_of_other_kit({ weapon: getName(weaponId, armoury), kit: KIT_TITLES[kitId] });
}

function getName(id: string, armoury: Armoury): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.weapons.get(id) ?? armoury.gadgets.get(id) ?? specialist)?.name ?? m.violation_this_item();
}

function getPartName(weaponId: string, partId: string, armoury: Armoury): string {
  const options =
    armoury.game === "bf4"
      ? (armoury.attachments.get(weaponId)?.slots ?? []).flatMap((slot) => slot.options)
      : (armoury.attachments.get(weaponId)?.options ?? []);
  return options.find(({ id }) => id === partId)?.name ?? m.violation_this_part();
}

function formatNames(ids: readonly string[], armoury: Armoury): string {
  return formatList(ids.map((id) => getName(id, armoury)));
}

function getSlotTitle(slot: keyof typeof KIT_SLOT_TITLES | keyof typeof CLASS_SLOT_TITLES): string {
  return { ...KIT_SLOT_TITLES, ...CLASS_SLOT_TITLES }[slot];
}

function getPartSlotTitle(slot: keyof typeof PART_SLOT_TITLES | keyof typeof BOARD_SLOT_TITLES): string {
  return { ...PART_SLOT_TITLES, ...BOARD_SLOT_TITLES }[slot];
}
