// Filters the cached locker, also by the names of the items in the loadouts.
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { GAMES, type GameId } from "#domain/game.ts";
import { type ItemNames, listItemNames } from "#domain/loadout/item-names.ts";
import { createFilter, getKit, type LockerFilter, listLoadoutWords } from "#domain/loadout/locker-query.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import type { Saved } from "#web/data/offline/locker.ts";
import { useTRPC } from "#web/data/trpc.ts";

const NO_NAMES: ItemNames = { names: {}, issued: {} };

/** Returns a predicate for a filter; `isPending` while the item names are loading. */
export function useLockerSearch(filter: LockerFilter): { isFound: (saved: Saved) => boolean; isPending: boolean } {
  const { arsenal } = useTRPC();
  const { q, tag, kit, game, folderId } = filter;
  const { names, isPending } = useQueries({
    queries: GAMES.map((id) => ({ ...arsenal.itemNames.queryOptions({ game: id }), enabled: Boolean(q) })),
    combine: (queries) => ({
      names: queries.map(({ data }) => data),
      isPending: queries.some(({ isFetching, data }) => isFetching && data === undefined),
    }),
  });
  const [bf2042 = NO_NAMES, bf4 = NO_NAMES] = names;
  const listWords = useMemo(() => createWordCache({ bf2042, bf4 }), [bf2042, bf4]);
  const isFound = useMemo(
    () => createFilter({ q, tag, kit, game, folderId }, listWords),
    [q, tag, kit, game, folderId, listWords],
  );
  return { isFound, isPending };
}

/** Returns a function that lists the words of a loadout, cached per version, because computing those of a full locker is slow. */
export function createWordCache(names: Readonly<Record<GameId, ItemNames>>): (saved: Saved) => readonly string[] {
  const wordsById = new Map<string, { version: string; words: readonly string[] }>();
  return (saved) => {
    const version = `${saved.version} ${saved.updatedAt}`;
    const cached = wordsById.get(saved.id);
    if (cached?.version === version) return cached.words;
    const words = listLoadoutWords(saved, listNames(saved, names));
    wordsById.set(saved.id, { version, words });
    return words;
  };
}

/** Returns the names in English, and in the reader's language if it has its own name. */
function listNames({ loadout }: Saved, names: Readonly<Record<GameId, ItemNames>>): readonly string[] {
  const kit = getKit(loadout);
  // The id of a kit is its English name.
  return [...listItemNames(loadout, names[loadout.game]), ...(kit ? [kit, KIT_TITLES[kit]] : [])];
}
