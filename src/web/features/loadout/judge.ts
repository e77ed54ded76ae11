// What the rules say about a choice before it is made, and how a broken rule is mended.
import type { KitId } from "#domain/arsenal/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Carried, Bf4Loadout, Bf2042Carried, Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { sentenceOf } from "#domain/loadout/sentence.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import type { Violation } from "#domain/loadout/violation.ts";

/** The reason against a changed loadout: the first rule it breaks and the present one does not; null for none. */
export type Judge = (changed: Loadout) => string | null;

export function judgeOf(loadout: Loadout, armoury: Armoury): Judge {
  const present = new Set(violationsOf(loadout, armoury).map((violation) => JSON.stringify(violation)));
  return (changed) => {
    const broken = violationsOf(changed, armoury).find(
      (violation) => violation.rule !== "empty-slot" && !present.has(JSON.stringify(violation)),
    );
    return broken ? sentenceOf(broken, armoury) : null;
  };
}

export const kitOf = (loadout: Loadout): KitId => (loadout.game === "bf4" ? loadout.kitId : loadout.classId);

/** The loadout without this violation: the kit's own item in its slot, the part as issued. */
export function mended(loadout: Loadout, violation: Violation, armoury: Armoury): Loadout {
  const starter = starterLoadout(armoury, kitOf(loadout));
  if (loadout.game === "bf4" && starter.game === "bf4") return mendedBf4(loadout, violation, starter, armoury);
  if (loadout.game === "bf2042" && starter.game === "bf2042") return mendedBf2042(loadout, violation, starter, armoury);
  return starter;
}

/** The loadout with every violation mended that can be; a mend may bring another, so it goes round a few times. */
export function mendedAll(loadout: Loadout, armoury: Armoury): Loadout {
  let present = loadout;
  for (let round = 0; round < 12; round += 1) {
    const [first] = violationsOf(present, armoury);
    if (!first) return present;
    present = mended(present, first, armoury);
  }
  return present;
}

function mendedBf4(loadout: Bf4Loadout, violation: Violation, starter: Bf4Loadout, armoury: Armoury): Bf4Loadout {
  if (violation.rule === "other-game") return starter;
  switch (violation.slot) {
    case "primary":
    case "sidearm": {
      const { slot } = violation;
      const carried = withoutParts(loadout[slot], partIdsOf(violation));
      return { ...loadout, [slot]: carried ?? starter[slot] };
    }
    case "gadget1":
      return { ...loadout, gadget1Id: starter.gadget1Id };
    case "gadget2":
      return { ...loadout, gadget2Id: secondGadget(loadout, armoury) };
    case "grenade":
      return { ...loadout, grenadeId: starter.grenadeId };
    case "melee":
      return { ...loadout, meleeId: starter.meleeId };
    case "fieldUpgrade":
      return { ...loadout, fieldUpgradeId: starter.fieldUpgradeId };
    default:
      return loadout;
  }
}

/** The kit's first gadget that goes with the rest. */
function secondGadget(loadout: Bf4Loadout, armoury: Armoury): string | null {
  if (armoury.game !== "bf4") return null;
  const offered = armoury.kits.get(loadout.kitId)?.slots.gadget2 ?? [];
  const inSlot = (gadget2Id: string) =>
    violationsOf({ ...loadout, gadget2Id }, armoury).some((broken) => "slot" in broken && broken.slot === "gadget2");
  return offered.find((id) => !inSlot(id)) ?? null;
}

/** The last part named goes: of a pair, the one mounted onto the other. Null where the weapon itself is the trouble. */
function withoutParts(carried: Bf4Carried, partIds: readonly string[]): Bf4Carried | null {
  const removed = partIds.findLast((id) => Object.values(carried.attachments).includes(id));
  if (removed === undefined) return null;
  return {
    ...carried,
    attachments: Object.fromEntries(Object.entries(carried.attachments).filter(([, id]) => id !== removed)),
  };
}

function partIdsOf(violation: Violation): readonly string[] {
  if ("partIds" in violation) return violation.partIds;
  return "partId" in violation ? [violation.partId] : [];
}

function mendedBf2042(
  loadout: Bf2042Loadout,
  violation: Violation,
  starter: Bf2042Loadout,
  armoury: Armoury,
): Bf2042Loadout {
  if (violation.rule === "other-game") return starter;
  const [first, second] = loadout.gadgetIds;
  switch (violation.slot) {
    case "primary":
    case "sidearm": {
      const { slot } = violation;
      return { ...loadout, [slot]: mendedBoard(loadout[slot], violation) ?? starter[slot] };
    }
    case "specialist":
      return { ...loadout, specialistId: starter.specialistId };
    case "gadget1":
      return { ...loadout, gadgetIds: [otherGadget(loadout, second, armoury), second] };
    case "gadget2":
      return { ...loadout, gadgetIds: [first, otherGadget(loadout, first, armoury)] };
    case "throwable":
      return { ...loadout, throwableId: starter.throwableId };
    default:
      return loadout;
  }
}

function otherGadget({ classId }: Bf2042Loadout, than: string | null, armoury: Armoury): string | null {
  if (armoury.game !== "bf2042") return null;
  return armoury.kits.get(classId)?.gadgetIds.find((id) => id !== than) ?? null;
}

function mendedBoard(carried: Bf2042Carried, violation: Violation): Bf2042Carried | null {
  const withParts = (slot: keyof Bf2042Carried["board"], ids: string[]) => ({
    ...carried,
    board: { ...carried.board, [slot]: ids },
  });
  switch (violation.rule) {
    case "too-many-parts":
      return withParts(violation.partSlot, carried.board[violation.partSlot].slice(0, violation.limit));
    case "same-part-twice":
      return withParts(violation.partSlot, [...new Set(carried.board[violation.partSlot])]);
    case "part-does-not-fit": {
      const slot = Object.entries(carried.board).find(([, ids]) => ids.includes(violation.partId))?.[0];
      if (!isBoardSlot(slot, carried)) return null;
      return withParts(
        slot,
        carried.board[slot].filter((id) => id !== violation.partId),
      );
    }
    default:
      return null;
  }
}

const isBoardSlot = (slot: string | undefined, { board }: Bf2042Carried): slot is keyof Bf2042Carried["board"] =>
  slot !== undefined && slot in board;
