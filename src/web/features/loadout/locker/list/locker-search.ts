// What the locker keeps in the address.
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";

export type LockerSearch = {
  q?: string;
  /** Loadouts of both games; else of the page's. */
  games?: "both";
  kit?: KitId;
  tag?: string;
  /** The id of a folder; "none" for what lies in no folder. */
  folder?: string;
  /** The owner's own order; else last changed first. */
  order?: "own";
  view?: "deleted";
};

const MAX_SEARCH_LENGTH = 100;

const FOLDER = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readLockerSearch(search: Record<string, unknown>): LockerSearch {
  if (search["view"] === "deleted") return { view: "deleted" };
  const q = getText(search["q"]).slice(0, MAX_SEARCH_LENGTH);
  const kit = KIT_IDS.find((id) => id === search["kit"]);
  const tag = getText(search["tag"]).trim().toLowerCase();
  const folder = getText(search["folder"]);
  return {
    ...(q && { q }),
    ...(search["games"] === "both" && { games: "both" }),
    ...(kit && { kit }),
    ...(tag && tag.length <= TAG_LIMIT && { tag }),
    ...(FOLDER.test(folder) && { folder }),
    ...(search["order"] === "own" && { order: "own" }),
  };
}

/** Whether anything but the game narrows what is listed. */
export const isNarrowed = ({ q, kit, tag, folder }: LockerSearch): boolean => Boolean(q || kit || tag || folder);

const getText = (value: unknown): string => (typeof value === "string" ? value : "");
