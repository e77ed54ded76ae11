import type { BoardSlot } from "#domain/game-data/slot.ts";
import type { Bf2042Armoury } from "#domain/loadout/armoury.ts";
import type { Bf2042Carried, Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard } from "#domain/loadout/starter.ts";
import type { Violation } from "./violation.ts";

/** Changes that may mend the violation, the nearest first; none of them is tried yet. */
export function* bf2042Fixes(
  violation: Violation,
  loadout: Bf2042Loadout,
  armoury: Bf2042Armoury,
): Generator<Bf2042Loadout> {
  switch (violation.rule) {
    case "part-does-not-fit":
    case "too-many-parts":
    case "same-part-twice":
      for (const carried of boardFixes(violation, loadout[violation.slot], armoury)) {
        yield { ...loadout, [violation.slot]: carried };
      }
      return;
    case "same-gadget-twice":
      yield* slotFixes("gadget2", loadout, armoury);
      yield* slotFixes("gadget1", loadout, armoury);
      return;
    default:
      if ("slot" in violation) yield* slotFixes(violation.slot, loadout, armoury);
  }
}

function* slotFixes(slot: string, loadout: Bf2042Loadout, armoury: Bf2042Armoury): Generator<Bf2042Loadout> {
  const kit = armoury.kits.get(loadout.classId);
  const [first, second] = loadout.gadgetIds;
  switch (slot) {
    case "primary":
    case "sidearm":
      for (const weaponId of listAllowedWeapons(slot, loadout, armoury)) {
        yield { ...loadout, [slot]: { weaponId, board: emptyBoard() } };
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

/** Weapons that go into the slot: those of the class of the present one, then those the class handles better. */
function listAllowedWeapons(
  slot: "primary" | "sidearm",
  loadout: Bf2042Loadout,
  { weapons, kits }: Bf2042Armoury,
): ReadonlySet<string> {
  const present = weapons.get(loadout[slot].weaponId ?? "")?.class;
  const handled = kits.get(loadout.classId)?.proficiency[0]?.value;
  const fitting = [...weapons.values()].filter(
    (weapon) => weapon.allOutWarfare && (weapon.class === "sidearm") === (slot === "sidearm"),
  );
  const nearest = [present, handled].flatMap((requested) => fitting.filter((weapon) => weapon.class === requested));
  return new Set([...nearest, ...fitting].map(({ id }) => id));
}

type BoardViolation = Extract<Violation, { rule: "part-does-not-fit" | "too-many-parts" | "same-part-twice" }>;

function* boardFixes(
  violation: BoardViolation,
  carried: Bf2042Carried,
  { attachments }: Bf2042Armoury,
): Generator<Bf2042Carried> {
  const place = violation.partSlot;
  if (!isBoardSlot(place, carried)) return;
  const holding = (ids: string[]): Bf2042Carried => ({ ...carried, board: { ...carried.board, [place]: ids } });
  const present = carried.board[place];
  switch (violation.rule) {
    case "too-many-parts":
      yield holding(present.slice(0, violation.limit));
      return;
    case "same-part-twice":
      yield holding([...new Set(present)]);
      return;
    case "part-does-not-fit": {
      const { partId } = violation;
      const everywhere = [...attachments.values()].flatMap(({ options }) => options);
      const name = everywhere.find(({ id }) => id === partId)?.name;
      const own = attachments.get(violation.weaponId)?.options.filter(({ slot }) => slot === place) ?? [];
      const namesake = name && own.find((option) => option.name === name)?.id;
      if (namesake) yield holding(present.map((id) => (id === partId ? namesake : id)));
      yield holding(present.filter((id) => id !== partId));
    }
  }
}

const isBoardSlot = (slot: string, { board }: Bf2042Carried): slot is BoardSlot => slot in board;
