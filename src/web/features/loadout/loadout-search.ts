// What the loadouts section keeps in the address.
import { KIT_IDS, type KitId } from "#domain/arsenal/kit-id.ts";

export type LoadoutSearch = {
  /** The loadout in the editor: "new" or the id of a saved one. */
  edit?: string;
  /** What a new loadout begins with. */
  kit?: KitId;
  weapon?: string;
};

const EDITED = /^(new|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const WEAPON = /^[a-z0-9-]{1,64}$/;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readLoadoutSearch(search: Record<string, unknown>): LoadoutSearch {
  const edit = matching(search["edit"], EDITED);
  if (edit !== "new") return edit ? { edit } : {};
  const kit = KIT_IDS.find((id) => id === search["kit"]);
  const weapon = matching(search["weapon"], WEAPON);
  return { edit, ...(kit && { kit }), ...(weapon && { weapon }) };
}

const matching = (value: unknown, pattern: RegExp): string | null =>
  typeof value === "string" && pattern.test(value) ? value : null;
