// A loadout in the editor, and how it is read back from a draft or an answer without trusting either.
import { KIT_IDS } from "#domain/arsenal/kit-id.ts";
import { type BOARD_SLOTS, PART_SLOTS } from "#domain/arsenal/slot.ts";
import type { GameId } from "#domain/game.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import type { Bf4Loadout, Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";

export type Editing = {
  /** Made here, so that saving twice makes no second loadout. */
  id: string;
  name: string;
  loadout: Loadout;
  /** The version last seen on the server; 0 for a new loadout. */
  seenVersion: number;
};

export const DRAFT_VERSION = 1;

/** The draft of one saved loadout, or of a new one with this beginning. */
export function draftKeyOf(
  game: GameId,
  { edit, kit, weapon }: { edit: string; kit?: string; weapon?: string },
): string {
  return ["loadout", game, edit, kit, weapon].filter(Boolean).join(":");
}

/** What is wrong with a name; null when nothing is. */
export function nameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return "Give the loadout a name.";
  return length > LOADOUT_NAME_LIMIT ? `Use at most ${LOADOUT_NAME_LIMIT} characters.` : null;
}

/** The value as a loadout in the editor; null for anything else. */
export function readEditing(value: unknown): Editing | null {
  const id = part(value, "id");
  const name = part(value, "name");
  const seenVersion = part(value, "seenVersion");
  const loadout = readLoadout(part(value, "loadout"));
  if (typeof id !== "string" || typeof name !== "string" || typeof seenVersion !== "number" || !loadout) return null;
  return { id, name, seenVersion, loadout };
}

/** The value as a loadout; null for anything else. Whether the game would accept it is for the rules. */
export function readLoadout(value: unknown): Loadout | null {
  const game = part(value, "game");
  if (game === "bf4") return readBf4(value);
  return game === "bf2042" ? readBf2042(value) : null;
}

function readBf4(value: unknown): Bf4Loadout | null {
  const kitId = KIT_IDS.find((id) => id === part(value, "kitId"));
  if (!kitId) return null;
  return {
    game: "bf4",
    kitId,
    primary: readBf4Carried(part(value, "primary")),
    sidearm: readBf4Carried(part(value, "sidearm")),
    gadget1Id: idOf(part(value, "gadget1Id")),
    gadget2Id: idOf(part(value, "gadget2Id")),
    grenadeId: idOf(part(value, "grenadeId")),
    meleeId: idOf(part(value, "meleeId")),
    fieldUpgradeId: idOf(part(value, "fieldUpgradeId")),
  };
}

function readBf4Carried(value: unknown): Bf4Loadout["primary"] {
  const parts = PART_SLOTS.flatMap((slot) => {
    const id = idOf(part(part(value, "attachments"), slot));
    return id ? [[slot, id] as const] : [];
  });
  return { weaponId: idOf(part(value, "weaponId")), attachments: Object.fromEntries(parts) };
}

function readBf2042(value: unknown): Bf2042Loadout | null {
  const classId = KIT_IDS.find((id) => id === part(value, "classId"));
  if (!classId) return null;
  const gadgets = part(value, "gadgetIds");
  return {
    game: "bf2042",
    classId,
    specialistId: idOf(part(value, "specialistId")),
    primary: readBf2042Carried(part(value, "primary")),
    sidearm: readBf2042Carried(part(value, "sidearm")),
    gadgetIds: [idOf(part(gadgets, "0")), idOf(part(gadgets, "1"))],
    throwableId: idOf(part(value, "throwableId")),
  };
}

function readBf2042Carried(value: unknown): Bf2042Loadout["primary"] {
  const board = { sight: idsOf(value, "sight"), ammunition: idsOf(value, "ammunition") };
  const more = { underbarrel: idsOf(value, "underbarrel"), barrel: idsOf(value, "barrel") };
  return { weaponId: idOf(part(value, "weaponId")), board: { ...board, ...more } };
}

function idsOf(carried: unknown, slot: (typeof BOARD_SLOTS)[number]): string[] {
  const ids = part(part(carried, "board"), slot);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

const idOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
