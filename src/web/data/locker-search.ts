// Which loadouts of the gathered locker a filter finds, also by the names of what they carry.
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { GAMES, type GameId } from "#domain/game.ts";
import { type ItemNames, listItemNames } from "#domain/loadout/item-names.ts";
import { createFilter, getKit, type LockerFilter, listLoadoutWords } from "#domain/loadout/locker-query.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import type { Saved } from "#web/data/offline/locker.ts";
import { useTRPC } from "#web/data/trpc.ts";

const UNKNOWN: ItemNames = { names: {}, issued: {} };

/** A test of loadouts for a filter; `isPending` while what they carry has no names yet. */
export function useLockerSearch(filter: LockerFilter): { isFound: (saved: Saved) => boolean; isPending: boolean } {
  const { arsenal } = useTRPC();
  const { q, tag, kit, game, folderId } = filter;
  const { names, isPending } = useQueries({
    queries: GAMES.map((id) => ({ ...arsenal.itemNames.queryOptions({ game: id }), enabled: Boolean(q) })),
    combine: (answers) => ({
      names: answers.map(({ data }) => data),
      isPending: answers.some(({ isFetching, data }) => isFetching && data === undefined),
    }),
  });
  const [bf2042 = UNKNOWN, bf4 = UNKNOWN] = names;
  const listWords = useMemo(() => cacheWords({ bf2042, bf4 }), [bf2042, bf4]);
  const isFound = useMemo(
    () => createFilter({ q, tag, kit, game, folderId }, listWords),
    [q, tag, kit, game, folderId, listWords],
  );
  return { isFound, isPending };
}

/** The words of a loadout, made once for each version: those of a full locker take as long as forty keys. */
export function cacheWords(names: Readonly<Record<GameId, ItemNames>>): (saved: Saved) => readonly string[] {
  const wordsById = new Map<string, { version: string; words: readonly string[] }>();
  return (saved) => {
    const version = `${saved.version} ${saved.updatedAt}`;
    const present = wordsById.get(saved.id);
    if (present?.version === version) return present.words;
    const words = listLoadoutWords(saved, listNames(saved, names));
    wordsById.set(saved.id, { version, words });
    return words;
  };
}

/** In English, and in the reader's language where that has a name of its own. */
function listNames({ loadout }: Saved, names: Readonly<Record<GameId, ItemNames>>): readonly string[] {
  const kit = getKit(loadout);
  // A kit's id is its English name.
  return [...listItemNames(loadout, names[loadout.game]), ...(kit ? [kit, KIT_TITLES[kit]] : [])];
}
