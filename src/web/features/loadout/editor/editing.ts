// The loadout in the editor, and the parsing of untrusted drafts and responses.

import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { PATCHES } from "#domain/game-data/patch.ts";
import { type BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  EMPTY_TEXTS,
  isSameContent,
  isVehicleLoadout,
  type Loadout,
  type LoadoutContent,
  toContent,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { listDrafts, readDraft } from "#web/data/offline/typed/drafts.ts";
import { getProperty } from "#web/data/problem.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";

export type Editing = LoadoutContent & {
  /** Created in the browser, so that saving twice does not create a second loadout. */
  id: string;
  /** The last known version on the server; 0 for a new loadout. */
  seenVersion: number;
  /** The folder of a new loadout; null for none. Saving does not move an existing loadout. */
  folderId: string | null;
  /** In a draft: the last contents this editor has sent, with or without a response. */
  sent?: readonly LoadoutContent[];
};

/** Maximum number of sent contents to store. More saves than this never lack a response at once. */
export const MAX_SENT = 5;

export const DRAFT_VERSION = 1;

/** Returns the key of the draft of a saved loadout, or of a new loadout with this initial kit, weapon or vehicle. */
export function getDraftKey(
  game: GameId,
  { edit, kit, weapon, vehicle }: { edit: string; kit?: string; weapon?: string; vehicle?: string },
): string {
  return ["loadout", game, edit, kit, weapon, vehicle].filter(Boolean).join(":");
}

/** Parses a draft, including one without note and tags; returns null for any other value. */
export function readEditing(value: unknown): Editing | null {
  const id = getProperty(value, "id");
  const name = getProperty(value, "name");
  const seenVersion = getProperty(value, "seenVersion");
  const loadout = readLoadout(getProperty(value, "loadout"));
  if (typeof id !== "string" || typeof name !== "string" || typeof seenVersion !== "number" || !loadout) return null;
  const sent = getProperty(value, "sent");
  const contents = (Array.isArray(sent) ? sent : []).flatMap(
    (sentContent) => readEditing({ id, seenVersion, ...sentContent }) ?? [],
  );
  return {
    id,
    ...readTexts(value),
    name,
    loadout,
    seenVersion,
    folderId: getId(getProperty(value, "folderId")),
    ...(contents.length > 0 && { sent: contents.map(toContent) }),
  };
}

/** Parses note and tags without checking their limits, which a draft may exceed. */
function readTexts(value: unknown): typeof EMPTY_TEXTS {
  const texts = Object.entries(EMPTY_TEXTS).map(([field, empty]) => {
    const text = getProperty(value, field);
    if (Array.isArray(empty)) return [field, getTexts(text)];
    return [field, typeof text === "string" ? text : empty];
  });
  return Object.fromEntries(texts);
}

/** Whether this editor has sent this content. */
export const wasSent = (content: LoadoutContent, sent: readonly LoadoutContent[] = []): boolean =>
  sent.some((sentContent) => isSameContent(sentContent, content));

/** Returns the draft to open over the saved loadout; null if they are equal. If the draft's editor saved that version, the draft is based on it. */
export function getDraftOn(saved: Editing, draft: Editing | null): Editing | null {
  if (!draft || isSameContent(draft, saved)) return null;
  return wasSent(saved, draft.sent) ? { ...draft, seenVersion: saved.seenVersion } : draft;
}

/** Parses a loadout without checking the rules; returns null for any other value. */
export function readLoadout(value: unknown): Loadout | null {
  const game = getProperty(value, "game");
  if (game === "bf4") return getId(getProperty(value, "vehicleClassId")) ? readVehicle(value) : readBf4(value);
  return game === "bf2042" ? readBf2042(value) : null;
}

function readVehicle(value: unknown): VehicleLoadout | null {
  const vehicleClassId = getId(getProperty(value, "vehicleClassId"));
  if (!vehicleClassId) return null;
  const stored = getProperty(value, "parts");
  const parts = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
  return { game: "bf4", vehicleClassId, parts: Object.fromEntries(parts.filter(([, id]) => getId(id))) };
}

function readBf4(value: unknown): Bf4Loadout | null {
  const kitId = KIT_IDS.find((id) => id === getProperty(value, "kitId"));
  if (!kitId) return null;
  return {
    game: "bf4",
    kitId,
    primary: readBf4Carried(getProperty(value, "primary")),
    sidearm: readBf4Carried(getProperty(value, "sidearm")),
    gadget1Id: getId(getProperty(value, "gadget1Id")),
    gadget2Id: getId(getProperty(value, "gadget2Id")),
    grenadeId: getId(getProperty(value, "grenadeId")),
    meleeId: getId(getProperty(value, "meleeId")),
    fieldUpgradeId: getId(getProperty(value, "fieldUpgradeId")),
  };
}

function readBf4Carried(value: unknown): Bf4Loadout["primary"] {
  const parts = PART_SLOTS.flatMap((slot) => {
    const id = getId(getProperty(getProperty(value, "attachments"), slot));
    return id ? [[slot, id] as const] : [];
  });
  return { weaponId: getId(getProperty(value, "weaponId")), attachments: Object.fromEntries(parts) };
}

function readBf2042(value: unknown): Bf2042Loadout | null {
  const classId = KIT_IDS.find((id) => id === getProperty(value, "classId"));
  if (!classId) return null;
  const gadgets = getProperty(value, "gadgetIds");
  const patch = PATCHES.find((each) => each === getProperty(value, "patch"));
  return {
    game: "bf2042",
    classId,
    specialistId: getId(getProperty(value, "specialistId")),
    primary: readBf2042Carried(getProperty(value, "primary")),
    sidearm: readBf2042Carried(getProperty(value, "sidearm")),
    gadgetIds: [getId(getProperty(gadgets, "0")), getId(getProperty(gadgets, "1"))],
    throwableId: getId(getProperty(value, "throwableId")),
    ...(patch && { patch }),
  };
}

function readBf2042Carried(value: unknown): Bf2042Loadout["primary"] {
  const board = { sight: getIds(value, "sight"), ammunition: getIds(value, "ammunition") };
  const otherSlots = { underbarrel: getIds(value, "underbarrel"), barrel: getIds(value, "barrel") };
  return { weaponId: getId(getProperty(value, "weaponId")), board: { ...board, ...otherSlots } };
}

function getIds(weaponChoice: unknown, slot: (typeof BOARD_SLOTS)[number]): string[] {
  return getTexts(getProperty(getProperty(weaponChoice, "board"), slot));
}

const getTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];

const getId = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

// Checks a choice against the rules before it is made.

/** Returns the first rule that the changed loadout breaks and the current one does not; null if there is none. */
export type ChoiceValidator = (changed: Loadout) => Violation | null;

export function createValidator(loadout: Loadout, armoury: Armoury): ChoiceValidator {
  const present = new Set(findViolations(loadout, armoury).map((violation) => JSON.stringify(violation)));
  return (changed) =>
    findViolations(changed, armoury).find(
      (violation) => violation.rule !== "empty-slot" && !present.has(JSON.stringify(violation)),
    ) ?? null;
}

/** Returns an error message for an invalid name; null for a valid name. */
export function getNameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return m.loadout_give_the_loadout_a_name();
  return length > LOADOUT_NAME_LIMIT ? m.loadout_name_too_long({ limit: LOADOUT_NAME_LIMIT }) : null;
}

/** Returns a name for a copy of a loadout, within the length limit. */
export function getCopyName(name: string): string {
  const room = LOADOUT_NAME_LIMIT - m.loadout_copy_of_name({ name: "" }).length;
  return m.loadout_copy_of_name({ name: name.trim().slice(0, room) });
}

// The drafts on this device, for other screens than the editor.

type Draft = {
  editing: Editing;
  /** The search parameters that open the draft in the editor. */
  search: LoadoutSearch & { edit: string };
};

/** Returns the draft of this saved loadout, otherwise the draft of a new loadout; null if there is none. */
export function findOtherDraft(game: GameId, id: string | null): Draft | null {
  const ownKeys = id === null ? [] : [getDraftKey(game, { edit: id })];
  const newKeys = listDrafts(getDraftKey(game, { edit: "new" }), true).map(({ key }) => key);
  for (const key of [...ownKeys, ...newKeys.sort()]) {
    const editing = readDraft(key, DRAFT_VERSION, readEditing);
    if (editing) return { editing, search: getSearch(key, editing) };
  }
  return null;
}

/** Returns the search parameters encoded in a draft's key. The key of a vehicle's draft has no kit and no weapon. */
function getSearch(key: string, { loadout }: Editing): Draft["search"] {
  const [, , edit = "new", ...beginning] = key.split(":");
  const kit = KIT_IDS.find((id) => id === beginning[0]);
  const [item] = kit ? beginning.slice(1) : beginning;
  if (item && isVehicleLoadout(loadout)) return { edit, vehicle: item };
  return { edit, ...(kit && { kit }), ...(item && { weapon: item }) };
}
