// What the loadouts section keeps in the address.

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { type LockerSearch, readLockerSearch } from "#web/features/loadout/locker/list/locker-search.ts";

/** With `edit`, kit and folder are what a new loadout begins with and goes into; else what the locker lists. */
export type LoadoutSearch = LockerSearch & {
  /** The loadout in the editor: "new" or the id of a saved one. */
  edit?: string;
  /** What a new loadout begins with. */
  weapon?: string;
  /** A class of Battlefield 4 vehicles; the kit and the weapon are left out then. */
  vehicle?: string;
  /** Two builds side by side: ids of saved loadouts or "draft", parted by a comma; the second may be still to choose. */
  diff?: string;
  /** The loadout that is being shared, over whatever else is open. */
  share?: string;
};

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const SAVED = new RegExp(`^${UUID}$`);
const COMPARED = new RegExp(`^(draft|${UUID})(,(draft|${UUID}))?$`);
const ID = /^[a-z0-9-]{1,64}$/;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readLoadoutSearch(search: Record<string, unknown>): LoadoutSearch {
  const share = matching(search["share"], SAVED);
  return { ...readScreen(search), ...(share && { share }) };
}

function readScreen(search: Record<string, unknown>): LoadoutSearch {
  const edit = matching(search["edit"], SAVED);
  if (edit) return { edit };
  if (search["edit"] === "new") return { edit: "new", ...readBeginning(search) };
  const diff = matching(search["diff"], COMPARED);
  return { ...readLockerSearch(search), ...(diff && { diff }) };
}

function readBeginning(search: Record<string, unknown>): LoadoutSearch {
  const vehicle = matching(search["vehicle"], ID);
  const kit = KIT_IDS.find((id) => id === search["kit"]);
  const weapon = matching(search["weapon"], ID);
  const folder = matching(search["folder"], SAVED);
  const carrier = vehicle ? { vehicle } : { ...(kit && { kit }), ...(weapon && { weapon }) };
  return { ...carrier, ...(folder && { folder }) };
}

const matching = (value: unknown, pattern: RegExp): string | null =>
  typeof value === "string" && pattern.test(value) ? value : null;

// Types of the server's responses to the editor.
type Outputs = inferRouterOutputs<AppRouter>;

export type Saved = Outputs["loadout"]["get"];
export type Equipment = Outputs["arsenal"]["equipment"];
export type WeaponAnswer = Outputs["arsenal"]["weapon"];
export type Listed = Outputs["arsenal"]["list"]["weapons"][number];
