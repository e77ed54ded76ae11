// The drafts of this device, for whoever wants to see one without opening the editor.
import { KIT_IDS } from "#domain/arsenal/kit-id.ts";
import type { GameId } from "#domain/game.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { draftKeys, readDraft } from "#web/client/draft.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { DRAFT_VERSION, draftKeyOf, type Editing, readEditing } from "./editing.ts";

export type Draft = {
  editing: Editing;
  /** The address that opens it in the editor. */
  search: LoadoutSearch & { edit: string };
};

/** The draft of this saved loadout; where there is none, that of a new one; null without any. */
export function draftBeside(game: GameId, id: string | null): Draft | null {
  const own = id === null ? [] : [draftKeyOf(game, { edit: id })];
  const keys = [...own, ...draftKeys(draftKeyOf(game, { edit: "new" }))];
  for (const key of keys) {
    const editing = readDraft(key, DRAFT_VERSION, readEditing);
    if (editing) return { editing, search: searchOf(key, editing) };
  }
  return null;
}

/** The beginning a draft's key tells: who began with a vehicle has no kit and no weapon in it. */
function searchOf(key: string, { loadout }: Editing): Draft["search"] {
  const [, , edit = "new", ...beginning] = key.split(":");
  const kit = KIT_IDS.find((id) => id === beginning[0]);
  const [item] = kit ? beginning.slice(1) : beginning;
  if (item && isVehicleLoadout(loadout)) return { edit, vehicle: item };
  return { edit, ...(kit && { kit }), ...(item && { weapon: item }) };
}
