// The locker's search parameters.
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { anyText, matching, oneOf, type ParsedSearch, readSearch, UUID } from "#web/app/shell/page/game-search.ts";

const FIELDS = {
  q: anyText(100),
  /** "both" for loadouts of both games; omitted for those of the page's game. */
  games: oneOf(["both"]),
  kit: oneOf(KIT_IDS),
  tag: readTag,
  /** The id of a folder; "none" for loadouts without a folder. */
  folder: matching(new RegExp(`^(none|${UUID})$`)),
  /** "own" for the owner's order; omitted for last changed first. */
  order: oneOf(["own"]),
  view: oneOf(["deleted"]),
};

export type LockerSearch = ParsedSearch<typeof FIELDS>;

/** Parses the locker's part of a URL. The list of deleted loadouts has no filters. */
export function readLockerSearch(search: Record<string, unknown>): LockerSearch {
  const read = readSearch(search, FIELDS);
  return read.view ? { view: read.view } : read;
}

function readTag(text: string): string | undefined {
  const tag = text.trim().toLowerCase();
  return tag.length <= TAG_LIMIT ? tag : undefined;
}

/** Whether any filter except the game is set. */
export const isNarrowed = ({ q, kit, tag, folder }: LockerSearch): boolean => Boolean(q || kit || tag || folder);
