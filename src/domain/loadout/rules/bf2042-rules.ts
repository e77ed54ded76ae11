// The rules of Battlefield 2042: any class carries any weapon; gadgets, throwables and specialists belong to classes (Portal 6.2).
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { BOARD_LIMIT, BOARD_SLOTS, type BoardSlot } from "#domain/game-data/slot.ts";
import type { Bf2042Armoury } from "#domain/loadout/armoury.ts";
import type { Bf2042Carried, Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { createEmptyBoard } from "#domain/loadout/starter.ts";
import type { Violation } from "./violation.ts";

/** Returns every rule that the loadout breaks, in the order of the screen. */
export function findBf2042Violations(loadout: Bf2042Loadout, armoury: Bf2042Armoury): readonly Violation[] {
  return [
    ...findSpecialistViolations(loadout, armoury),
    ...findWeaponViolations("primary", loadout.primary, armoury),
    ...findWeaponViolations("sidearm", loadout.sidearm, armoury),
    ...findGadgetViolations(loadout, armoury),
    ...findThrowableViolations(loadout, armoury),
  ];
}

function findSpecialistViolations({ specialistId, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const slot = "specialist";
  if (specialistId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.specialists.has(specialistId)) return [{ rule: "unknown-item", slot, itemId: specialistId }];
  if (armoury.kits.get(classId)?.specialistIds.includes(specialistId)) return [];
  return [{ rule: "specialist-not-for-class", slot, specialistId, kitId: classId }];
}

function findWeaponViolations(
  slot: "primary" | "sidearm",
  weaponChoice: Bf2042Carried,
  armoury: Bf2042Armoury,
): Violation[] {
  const { weaponId, board } = weaponChoice;
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
    const allowedIds = new Set(options.filter((option) => option.slot === partSlot).map(({ id }) => id));
    violations.push(...findBoardViolations({ slot, weaponId, partSlot }, board[partSlot], allowedIds));
  }
  return violations;
}

type Place = { slot: "primary" | "sidearm"; weaponId: string; partSlot: BoardSlot };

function findBoardViolations(place: Place, partIds: readonly string[], allowedIds: ReadonlySet<string>): Violation[] {
  const violations: Violation[] = [];
  if (partIds.length > BOARD_LIMIT) violations.push({ rule: "too-many-parts", ...place, limit: BOARD_LIMIT });
  for (const partId of new Set(partIds)) {
    if (!allowedIds.has(partId)) violations.push({ rule: "part-does-not-fit", ...place, partId });
    const times = partIds.filter((other) => other === partId).length;
    if (times > 1) violations.push({ rule: "same-part-twice", ...place, partId });
  }
  return violations;
}

function findGadgetViolations({ gadgetIds, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const [first, second] = gadgetIds;
  const violations = [
    ...findGadgetSlotViolations("gadget1", first, classId, armoury),
    ...findGadgetSlotViolations("gadget2", second, classId, armoury),
  ];
  if (first !== null && first === second)
    violations.push({ rule: "same-gadget-twice", slot: "gadget2", itemId: first });
  return violations;
}

function findGadgetSlotViolations(
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

function findThrowableViolations({ throwableId, classId }: Bf2042Loadout, armoury: Bf2042Armoury): Violation[] {
  const slot = "throwable";
  if (throwableId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.gadgets.has(throwableId)) return [{ rule: "unknown-item", slot, itemId: throwableId }];
  if (armoury.kits.get(classId)?.throwableIds.includes(throwableId)) return [];
  return [{ rule: "throwable-not-for-class", slot, itemId: throwableId, kitId: classId }];
}

/** Yields changed loadouts that may fix the violation, smallest change first. They are not checked yet. */
export function* listBf2042Fixes(
  violation: Violation,
  loadout: Bf2042Loadout,
  armoury: Bf2042Armoury,
): Generator<Bf2042Loadout> {
  switch (violation.rule) {
    case "part-does-not-fit":
    case "too-many-parts":
    case "same-part-twice":
      for (const weaponChoice of listBoardFixes(violation, loadout[violation.slot], armoury)) {
        yield { ...loadout, [violation.slot]: weaponChoice };
      }
      return;
    case "same-gadget-twice":
      yield* listSlotFixes("gadget2", loadout, armoury);
      yield* listSlotFixes("gadget1", loadout, armoury);
      return;
    default:
      if ("slot" in violation) yield* listSlotFixes(violation.slot, loadout, armoury);
  }
}

function* listSlotFixes(slot: string, loadout: Bf2042Loadout, armoury: Bf2042Armoury): Generator<Bf2042Loadout> {
  const kit = armoury.kits.get(loadout.classId);
  const [first, second] = loadout.gadgetIds;
  switch (slot) {
    case "primary":
    case "sidearm":
      for (const weaponId of listAllowedWeapons(slot, loadout, armoury)) {
        yield { ...loadout, [slot]: { weaponId, board: createEmptyBoard() } };
      }
      return;
    case "specialist":
      for (const specialistId of kit?.specialistIds ?? []) yield { ...loadout, specialistId };
      return;
    case "gadget1":
      for (const id of kit?.gadgetIds ?? []) yield { ...loadout, gadgetIds: [id, second] };
      return;
    case "gadget2":
      for (const id of kit?.gadgetIds ?? []) yield { ...loadout, gadgetIds: [first, id] };
      return;
    case "throwable":
      for (const throwableId of kit?.throwableIds ?? []) yield { ...loadout, throwableId };
  }
}

/** Returns the weapons for the slot: first those of the current weapon's class, then those the class handles better, then the rest. */
function listAllowedWeapons(
  slot: "primary" | "sidearm",
  loadout: Bf2042Loadout,
  { weapons, kits }: Bf2042Armoury,
): ReadonlySet<string> {
  const currentClass = weapons.get(loadout[slot].weaponId ?? "")?.class;
  const proficiencyClass = kits.get(loadout.classId)?.proficiency[0]?.value;
  const allowed = [...weapons.values()].filter(
    (weapon) => weapon.allOutWarfare && (weapon.class === "sidearm") === (slot === "sidearm"),
  );
  const preferred = [currentClass, proficiencyClass].flatMap((requested) =>
    allowed.filter((weapon) => weapon.class === requested),
  );
  return new Set([...preferred, ...allowed].map(({ id }) => id));
}

type BoardViolation = Extract<Violation, { rule: "part-does-not-fit" | "too-many-parts" | "same-part-twice" }>;

function* listBoardFixes(
  violation: BoardViolation,
  weaponChoice: Bf2042Carried,
  { attachments }: Bf2042Armoury,
): Generator<Bf2042Carried> {
  const place = violation.partSlot;
  if (!isBoardSlot(place, weaponChoice)) return;
  const replaceParts = (ids: string[]): Bf2042Carried => ({
    ...weaponChoice,
    board: { ...weaponChoice.board, [place]: ids },
  });
  const currentIds = weaponChoice.board[place];
  switch (violation.rule) {
    case "too-many-parts":
      yield replaceParts(currentIds.slice(0, violation.limit));
      return;
    case "same-part-twice":
      yield replaceParts([...new Set(currentIds)]);
      return;
    case "part-does-not-fit": {
      const { partId } = violation;
      const allOptions = [...attachments.values()].flatMap(({ options }) => options);
      const part = allOptions.find(({ id }) => id === partId);
      const name = part && getEnglishName(part);
      const slotOptions = attachments.get(violation.weaponId)?.options.filter(({ slot }) => slot === place) ?? [];
      const namesake = name && slotOptions.find((option) => getEnglishName(option) === name)?.id;
      if (namesake) yield replaceParts(currentIds.map((id) => (id === partId ? namesake : id)));
      yield replaceParts(currentIds.filter((id) => id !== partId));
    }
  }
}

const isBoardSlot = (slot: string, { board }: Bf2042Carried): slot is BoardSlot => slot in board;
