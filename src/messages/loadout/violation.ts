import { GAME_TITLES } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import {
  BOARD_SLOT_TITLES,
  CLASS_SLOT_TITLES,
  KIT_SLOT_TITLES,
  KIT_TITLES,
  PART_SLOT_TITLES,
  vehicleSlotTitle,
  WEAPON_CLASS_TITLES,
} from "#messages/game/titles.ts";

/** The violation in one plain sentence. Unknown ids are left out of it. */
export function describeInSentence(violation: Violation, armoury: Armoury): string {
  switch (violation.rule) {
    case "other-game":
      return `This loadout is not of ${GAME_TITLES[armoury.game]}.`;
    case "empty-slot":
      return `${slotTitle(violation.slot)} is empty.`;
    case "unknown-weapon":
      return `${slotTitle(violation.slot)} holds a weapon that is not in ${GAME_TITLES[armoury.game]}.`;
    case "unknown-item":
      return `${slotTitle(violation.slot)} holds something that is not in ${GAME_TITLES[armoury.game]}.`;
    case "weapon-not-for-slot":
      return `The ${getName(violation.weaponId, armoury)} is not ${violation.slot === "sidearm" ? "a sidearm" : "a primary weapon"}.`;
    case "weapon-not-for-kit":
      return kitSentence(violation.weaponId, violation.kitId, armoury);
    case "weapon-only-in-portal":
      return `The ${getName(violation.weaponId, armoury)} is only found in Battlefield Portal.`;
    case "item-not-for-slot":
      return `${getName(violation.itemId, armoury)} does not go into ${slotTitle(violation.slot)}.`;
    case "item-not-for-kit":
    case "gadget-not-for-class":
    case "throwable-not-for-class":
      return `${getName(violation.itemId, armoury)} is not for ${KIT_TITLES[violation.kitId]}.`;
    case "specialist-not-for-class":
      return `${getName(violation.specialistId, armoury)} is not a specialist of ${KIT_TITLES[violation.kitId]}.`;
    case "one-per-category":
      return `${listOf(violation.itemIds, armoury)} are of one kind; a kit carries one of each kind.`;
    case "same-gadget-twice":
      return `${getName(violation.itemId, armoury)} is chosen twice; gadgets must differ.`;
    case "unknown-vehicle-class":
    case "slot-not-of-vehicle":
    case "option-not-for-slot":
      return vehicleSentence(violation, armoury);
    default:
      return partSentence(violation, armoury);
  }
}

type VehicleViolation = Extract<Violation, { vehicleClassId: string }>;

function vehicleSentence(violation: VehicleViolation, armoury: Armoury): string {
  const classes = armoury.game === "bf4" ? armoury.vehicleLoadouts : undefined;
  const vehicle = classes?.get(violation.vehicleClassId);
  const title = vehicle?.name ?? "This vehicle";
  switch (violation.rule) {
    case "unknown-vehicle-class":
      return `This loadout is for vehicles that are not in ${GAME_TITLES[armoury.game]}.`;
    case "slot-not-of-vehicle":
      return `${title} have no slot “${vehicleSlotTitle(violation.slot)}”.`;
    case "option-not-for-slot": {
      const options = [...(classes?.values() ?? [])].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
      const option = options.find(({ id }) => id === violation.optionId)?.name ?? "This part";
      return `${option} does not go into ${vehicleSlotTitle(violation.slot)} of ${title}.`;
    }
  }
}

type PartViolation = Extract<
  Violation,
  { weaponId: string } & ({ partId: string } | { partIds: unknown } | { limit: number })
>;

function partSentence(violation: PartViolation, armoury: Armoury): string {
  const { weaponId } = violation;
  const weapon = getName(weaponId, armoury);
  const part = (id: string) => partName(weaponId, id, armoury);
  switch (violation.rule) {
    case "part-does-not-fit":
      return `${part(violation.partId)} does not fit the ${weapon}.`;
    case "parts-exclude-each-other":
      return `${violation.partIds.map(part).join(" and ")} cannot be mounted together on the ${weapon}.`;
    case "part-needs-optic":
      return `${part(violation.partId)} on the ${weapon} needs another optic, e.g. ${part(violation.opticIds[0] ?? "")}.`;
    case "too-many-parts":
      return `${boardTitle(violation.partSlot)} of the ${weapon} holds ${violation.limit} parts at most.`;
    case "same-part-twice":
      return `${part(violation.partId)} is on the board of the ${weapon} twice.`;
  }
}

function kitSentence(weaponId: string, kitId: KitId, armoury: Armoury): string {
  const weapon = armoury.game === "bf4" ? armoury.weapons.get(weaponId) : undefined;
  const [owner, ...others] = weapon?.kitIds ?? [];
  if (weapon && owner && others.length === 0) {
    return `${WEAPON_CLASS_TITLES[weapon.class]} are ${KIT_TITLES[owner]}-only in ${GAME_TITLES.bf4}.`;
  }
  return `The ${getName(weaponId, armoury)} is not for ${KIT_TITLES[kitId]}.`;
}

function getName(id: string, armoury: Armoury): string {
  const specialist = armoury.game === "bf2042" ? armoury.specialists.get(id) : undefined;
  return (armoury.weapons.get(id) ?? armoury.gadgets.get(id) ?? specialist)?.name ?? "This item";
}

function partName(weaponId: string, partId: string, armoury: Armoury): string {
  const options =
    armoury.game === "bf4"
      ? (armoury.attachments.get(weaponId)?.slots ?? []).flatMap((slot) => slot.options)
      : (armoury.attachments.get(weaponId)?.options ?? []);
  return options.find(({ id }) => id === partId)?.name ?? "This part";
}

function listOf(ids: readonly string[], armoury: Armoury): string {
  return ids.map((id) => getName(id, armoury)).join(" and ");
}

function slotTitle(slot: keyof typeof KIT_SLOT_TITLES | keyof typeof CLASS_SLOT_TITLES): string {
  return { ...KIT_SLOT_TITLES, ...CLASS_SLOT_TITLES }[slot];
}

function boardTitle(slot: keyof typeof PART_SLOT_TITLES | keyof typeof BOARD_SLOT_TITLES): string {
  return { ...PART_SLOT_TITLES, ...BOARD_SLOT_TITLES }[slot];
}
