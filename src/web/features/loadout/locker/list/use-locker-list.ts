import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { LockerPage } from "#web/features/loadout/answers.ts";
import type { LockerSearch } from "./locker-search.ts";
import { getSections } from "./sections.ts";

/** What of the locker an address asks the server for. */
function getAsked(game: GameId, { q, games, kit, tag, folder, order }: LockerSearch) {
  return {
    ...(games !== "both" && { game }),
    ...(q && { q }),
    ...(kit && { kit }),
    ...(tag && { tag }),
    ...(folder && { folderId: folder === "none" ? null : folder }),
    ...(order && { order }),
  };
}

/** The loadouts an address asks for, the pinned ones of every page first. */
export function useLockerList(game: GameId, search: LockerSearch) {
  const trpc = useTRPC();
  const asked = getAsked(game, search);
  const pages = useInfiniteQuery({
    ...trpc.loadout.list.infiniteQueryOptions(asked, { getNextPageParam: ({ nextCursor }: LockerPage) => nextCursor }),
    placeholderData: keepPreviousData,
  });
  const pinned = useQuery({
    ...trpc.loadout.list.queryOptions({ ...asked, pinned: true }),
    placeholderData: keepPreviousData,
  });
  const sections = useMemo(
    () =>
      getSections([...(pinned.data?.items ?? []), ...(pages.data?.pages.flatMap(({ items }) => items) ?? [])], search),
    [pinned.data, pages.data, search],
  );
  return { pages, sections };
}
