import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { CatalogueSearch } from "./catalogue-search.ts";

/** The entries the terms leave, page by page; those of the terms before stay until the new ones come. */
export function useLines(game: GameId, { cat, q = "", group }: CatalogueSearch) {
  const query = useInfiniteQuery(
    useTRPC().catalogue.list.infiniteQueryOptions(
      { game, catalogue: cat, q, group: group ?? null },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        getPreviousPageParam: ({ previousCursor }) => previousCursor,
        placeholderData: keepPreviousData,
      },
    ),
  );
  return { query, lines: query.data?.pages.flatMap(({ items }) => items) ?? [], page: query.data?.pages[0] };
}
