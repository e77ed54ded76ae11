// Battlefield 2042: any class carries any weapon; gadgets, throwables and specialists belong to classes (Portal 6.2).
import { BOARD_LIMIT, BOARD_SLOTS, type BoardSlot } from "#domain/game-data/slot.ts";
import type { Bf2042Armoury } from "#domain/loadout/armoury.ts";
import type { Bf2042Carried, Bf2042Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "./violation.ts";

/** Every rule the loadout breaks, in the order of the screen. */
export function findBf2042Violations(loadout: Bf2042Loadout, armoury: Bf2042Armoury): readonly Violation[] {
  return [
    ...specialistViolations(loadout, armoury),
    ...weaponViolations("primary", loadout.primary, armoury),
    ...weaponViolations("sidearm", loadout.sidearm, armoury),
    ...gadgetViolations(loadout, armoury),
    ...throwableViolations(loadout, armoury),
  ];
}

function specialistViolations({ specialistId, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const slot = "specialist";
  if (specialistId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.specialists.has(specialistId)) return [{ rule: "unknown-item", slot, itemId: specialistId }];
  if (armoury.kits.get(classId)?.specialistIds.includes(specialistId)) return [];
  return [{ rule: "specialist-not-for-class", slot, specialistId, kitId: classId }];
}

function weaponViolations(slot: "primary" | "sidearm", carried: Bf2042Carried, armoury: Bf2042Armoury): Violation[] {
  const { weaponId, board } = carried;
  if (weaponId === null) return [{ rule: "empty-slot", slot }];
  const weapon = armoury.weapons.get(weaponId);
  if (!weapon) return [{ rule: "unknown-weapon", slot, weaponId }];
  const violations: Violation[] = [];
  if (!weapon.allOutWarfare) violations.push({ rule: "weapon-only-in-portal", slot, weaponId });
  if ((weapon.class === "sidearm") !== (slot === "sidearm")) {
    violations.push({ rule: "weapon-not-for-slot", slot, weaponId });
  }
  const options = armoury.attachments.get(weaponId)?.options ?? [];
  for (const partSlot of BOARD_SLOTS) {
    const fitting = new Set(options.filter((option) => option.slot === partSlot).map(({ id }) => id));
    violations.push(...boardViolations({ slot, weaponId, partSlot }, board[partSlot], fitting));
  }
  return violations;
}

type Place = { slot: "primary" | "sidearm"; weaponId: string; partSlot: BoardSlot };

function boardViolations(place: Place, partIds: readonly string[], fitting: ReadonlySet<string>): Violation[] {
  const violations: Violation[] = [];
  if (partIds.length > BOARD_LIMIT) violations.push({ rule: "too-many-parts", ...place, limit: BOARD_LIMIT });
  for (const partId of new Set(partIds)) {
    if (!fitting.has(partId)) violations.push({ rule: "part-does-not-fit", ...place, partId });
    const times = partIds.filter((other) => other === partId).length;
    if (times > 1) violations.push({ rule: "same-part-twice", ...place, partId });
  }
  return violations;
}

function gadgetViolations({ gadgetIds, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const [first, second] = gadgetIds;
  const violations = [
    ...gadgetViolation("gadget1", first, classId, armoury),
    ...gadgetViolation("gadget2", second, classId, armoury),
  ];
  if (first !== null && first === second)
    violations.push({ rule: "same-gadget-twice", slot: "gadget2", itemId: first });
  return violations;
}

function gadgetViolation(
  slot: "gadget1" | "gadget2",
  itemId: string | null,
  kitId: Bf2042Loadout["classId"],
  armoury: Bf2042Armoury,
): Violation[] {
  if (itemId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.gadgets.has(itemId)) return [{ rule: "unknown-item", slot, itemId }];
  if (armoury.kits.get(kitId)?.gadgetIds.includes(itemId)) return [];
  return [{ rule: "gadget-not-for-class", slot, itemId, kitId }];
}

function throwableViolations({ throwableId, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const slot = "throwable";
  if (throwableId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.gadgets.has(throwableId)) return [{ rule: "unknown-item", slot, itemId: throwableId }];
  if (armoury.kits.get(classId)?.throwableIds.includes(throwableId)) return [];
  return [{ rule: "throwable-not-for-class", slot, itemId: throwableId, kitId: classId }];
}
