// The loadouts section's search parameters.
import { useCallback } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { LAYERS, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { matching, oneOf, type ParsedSearch, readSearch, UUID } from "#web/app/shell/page/game-search.ts";
import { type HistoryMode, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { type LockerSearch, readLockerSearch } from "#web/features/loadout/locker/list/locker-search.ts";

const ID = matching(/^[a-z0-9-]{1,64}$/);
const SAVED_ID = matching(new RegExp(`^${UUID}$`));
/** One side of a comparison: a saved loadout, the draft of this device, or a share by its id or its code. */
const SIDE = `(draft|${UUID}|s:[0-9A-Za-z]{12}|l:[\\w-]{1,500})`;

const FIELDS = {
  /** The loadout in the editor: "new" or the id of a saved one. */
  edit: matching(new RegExp(`^(new|${UUID})$`)),
  /** One or two loadouts to compare, separated by a comma; the second may not be chosen yet. */
  diff: matching(new RegExp(`^${SIDE}(,${SIDE})?$`)),
  /** The loadout in the share dialog, which may be open over any other view. */
  share: SAVED_ID,
  /** A squad's loadouts: a share code, or "" for an empty place, for each soldier, separated by ".". */
  squad: matching(/^[\w.-]{1,2000}$/),
  /** The layer of the shown figures. */
  patch: oneOf(LAYERS, SHOWN_PATCH),
};

/** The initial content of a new loadout, and its folder. */
const NEW_LOADOUT_FIELDS = {
  weapon: ID,
  /** A vehicle class of Battlefield 4; excludes kit and weapon. */
  vehicle: ID,
  kit: oneOf(KIT_IDS),
  folder: SAVED_ID,
};

/** With `edit`, `kit` and `folder` belong to a new loadout; without it, they filter the locker. */
export type LoadoutSearch = LockerSearch & ParsedSearch<typeof FIELDS> & ParsedSearch<typeof NEW_LOADOUT_FIELDS>;

/** Returns the section's part of the current URL. */
export const useLoadoutSearch = (): LoadoutSearch => useGameSearch(readLoadoutSearch);

/** Returns a function that writes the section's part of the URL. A newly opened view scrolls to the top. */
export function useWriteLoadouts(game: GameId) {
  const write = useWriteGameSearch(game);
  return useCallback(
    (search: LoadoutSearch, step: HistoryMode) =>
      write(() => ({ tab: "loadouts", ...search }), step, step === "push" && search.share === undefined),
    [write],
  );
}

type Changes = { [Key in keyof LoadoutSearch]?: LoadoutSearch[Key] | undefined };

/** Returns a function that changes the filters in the URL, replacing the history entry; undefined removes a filter. */
export function useSetFilters(game: GameId) {
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  return (change: Changes) => write(readLoadoutSearch({ ...search, ...change }), "replace");
}

/** Parses the section's part of a URL: the editor, or the locker or comparison, and the share dialog. */
export function readLoadoutSearch(search: Record<string, unknown>): LoadoutSearch {
  const { diff, ...read } = readSearch(search, FIELDS);
  if (!read.edit) return { ...readLockerSearch(search), ...(diff && { diff }), ...read };
  if (read.edit !== "new") return read;
  const { kit, weapon, ...initial } = readSearch(search, NEW_LOADOUT_FIELDS);
  return { ...(!initial.vehicle && { ...(kit && { kit }), ...(weapon && { weapon }) }), ...initial, ...read };
}

// Types of the server's responses to the editor.

export type SavedLoadout = RouterOutputs["loadout"]["get"];
export type Equipment = RouterOutputs["arsenal"]["equipment"];
export type WeaponResponse = RouterOutputs["arsenal"]["weapon"];
export type ListedWeapon = RouterOutputs["arsenal"]["list"]["weapons"][number];
