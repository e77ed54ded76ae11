// The drafts of this device, for screens other than the editor.
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { draftKeys, readDraft } from "#web/data/stores/draft.ts";
import { DRAFT_VERSION, type Editing, getDraftKey, readEditing } from "#web/features/loadout/editor/editing.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";

type Draft = {
  editing: Editing;
  /** The address that opens it in the editor. */
  search: LoadoutSearch & { edit: string };
};

/** The draft of this saved loadout; where there is none, that of a new one; null without any. */
export function findOtherDraft(game: GameId, id: string | null): Draft | null {
  const own = id === null ? [] : [getDraftKey(game, { edit: id })];
  const keys = [...own, ...draftKeys(getDraftKey(game, { edit: "new" }))];
  for (const key of keys) {
    const editing = readDraft(key, DRAFT_VERSION, readEditing);
    if (editing) return { editing, search: getSearch(key, editing) };
  }
  return null;
}

/** The editor's initial state encoded in a draft's key: a draft begun with a vehicle has no kit and no weapon in it. */
function getSearch(key: string, { loadout }: Editing): Draft["search"] {
  const [, , edit = "new", ...beginning] = key.split(":");
  const kit = KIT_IDS.find((id) => id === beginning[0]);
  const [item] = kit ? beginning.slice(1) : beginning;
  if (item && isVehicleLoadout(loadout)) return { edit, vehicle: item };
  return { edit, ...(kit && { kit }), ...(item && { weapon: item }) };
}
