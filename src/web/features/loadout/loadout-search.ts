// The loadouts section's search parameters.
import { useCallback } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { LAYERS, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { matching, oneOf, readSearch, type SearchOf, UUID } from "#web/app/shell/page/game-search.ts";
import { type Step, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { type LockerSearch, readLockerSearch } from "#web/features/loadout/locker/list/locker-search.ts";

const ID = matching(/^[a-z0-9-]{1,64}$/);
const SAVED = matching(new RegExp(`^${UUID}$`));
/** One side of a comparison: a saved loadout, the draft of this device, or a share by its id or its code. */
const SIDE = `(draft|${UUID}|s:[0-9A-Za-z]{12}|l:[\\w-]{1,500})`;

const FIELDS = {
  /** The loadout in the editor: "new" or the id of a saved one. */
  edit: matching(new RegExp(`^(new|${UUID})$`)),
  /** Two builds side by side, separated by a comma; the second may be still to choose. */
  diff: matching(new RegExp(`^${SIDE}(,${SIDE})?$`)),
  /** The loadout that is being shared, over whatever else is open. */
  share: SAVED,
  /** A squad's loadouts: a share code or nothing for each soldier, separated by points. */
  squad: matching(/^[\w.-]{1,2000}$/),
  /** Whose figures are shown. */
  patch: oneOf(LAYERS, SHOWN_PATCH),
};

/** What a new loadout begins with, and the folder it goes into. */
const BEGINNING = {
  weapon: ID,
  /** A class of Battlefield 4 vehicles; the kit and the weapon are left out then. */
  vehicle: ID,
  kit: oneOf(KIT_IDS),
  folder: SAVED,
};

/** With `edit`, kit and folder are those of a new loadout; else what the locker lists. */
export type LoadoutSearch = LockerSearch & SearchOf<typeof FIELDS> & SearchOf<typeof BEGINNING>;

/** The loadouts' part of the present address. */
export const useLoadoutSearch = (): LoadoutSearch => useGameSearch(readLoadoutSearch);

/** Writes the loadouts' part of the address. What is opened anew begins at the top. */
export function useWriteLoadouts(game: GameId) {
  const write = useWriteGameSearch(game);
  return useCallback(
    (search: LoadoutSearch, step: Step) =>
      write(() => ({ tab: "loadouts", ...search }), step, step === "push" && search.share === undefined),
    [write],
  );
}

type Changes = { [Key in keyof LoadoutSearch]?: LoadoutSearch[Key] | undefined };

/** Changes what narrows the list, in place of the present address; undefined takes a term away. */
export function useNarrow(game: GameId) {
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  return (change: Changes) => write(readLoadoutSearch({ ...search, ...change }), "replace");
}

/** The section's part of an address: the editor, or the locker with what is compared; over either, what is shared. */
export function readLoadoutSearch(search: Record<string, unknown>): LoadoutSearch {
  const { diff, ...read } = readSearch(search, FIELDS);
  if (!read.edit) return { ...readLockerSearch(search), ...(diff && { diff }), ...read };
  if (read.edit !== "new") return read;
  const { kit, weapon, ...beginning } = readSearch(search, BEGINNING);
  return { ...(!beginning.vehicle && { ...(kit && { kit }), ...(weapon && { weapon }) }), ...beginning, ...read };
}

// Types of the server's responses to the editor.

export type Saved = RouterOutputs["loadout"]["get"];
export type Equipment = RouterOutputs["arsenal"]["equipment"];
export type WeaponAnswer = RouterOutputs["arsenal"]["weapon"];
export type Listed = RouterOutputs["arsenal"]["list"]["weapons"][number];
