// What the locker keeps in the address.
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { anyText, matching, oneOf, readSearch, type SearchOf, UUID } from "#web/app/shell/page/game-search.ts";

const FIELDS = {
  q: anyText(100),
  /** Loadouts of both games; else of the page's. */
  games: oneOf(["both"]),
  kit: oneOf(KIT_IDS),
  tag: readTag,
  /** The id of a folder; "none" for what lies in no folder. */
  folder: matching(new RegExp(`^(none|${UUID})$`)),
  /** The owner's own order; else last changed first. */
  order: oneOf(["own"]),
  view: oneOf(["deleted"]),
};

export type LockerSearch = SearchOf<typeof FIELDS>;

/** The locker's part of an address; nothing narrows the deleted loadouts. */
export function readLockerSearch(search: Record<string, unknown>): LockerSearch {
  const read = readSearch(search, FIELDS);
  return read.view ? { view: read.view } : read;
}

function readTag(text: string): string | undefined {
  const tag = text.trim().toLowerCase();
  return tag.length <= TAG_LIMIT ? tag : undefined;
}

/** Whether anything but the game narrows what is listed. */
export const isNarrowed = ({ q, kit, tag, folder }: LockerSearch): boolean => Boolean(q || kit || tag || folder);
