// Lists that the server returns page by page, with a cursor to the next page.

import type { InfiniteData, QueryClient, QueryFilters } from "@tanstack/react-query";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";

/** The option of `infiniteQueryOptions` that returns the cursor of the next page. */
export const NEXT_PAGE = { getNextPageParam: <Cursor,>(page: { nextCursor: Cursor }) => page.nextCursor };

/** Returns the items of all fetched pages. */
export const getItems = <Item,>(data: InfiniteData<{ items: Item[] }, unknown> | undefined): Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

type ShowMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage?: boolean; fetchNextPage: () => unknown };
  className?: string;
};

/** The button that fetches the next page; renders nothing after the last page. */
export const ShowMore = ({ query, className = "justify-self-center" }: ShowMoreProps) =>
  query.hasNextPage && (
    <Button busy={query.isFetchingNextPage ?? false} onClick={() => query.fetchNextPage()} className={className}>
      {m.common_show_more()}
    </Button>
  );

type Page<Item> = { items: Item[] };
type CachedList<Item> = InfiniteData<Page<Item>, unknown> | Page<Item>;

/** Changes the items of all matching lists in the query cache and returns a rollback function. */
export function changeLists<Item>(
  queryClient: QueryClient,
  lists: QueryFilters,
  change: (items: Item[]) => Item[],
): () => void {
  const before = queryClient.getQueriesData<CachedList<Item>>(lists);
  for (const [key, data] of before) {
    const changed = <Page extends { items: Item[] }>(page: Page): Page => ({ ...page, items: change(page.items) });
    if (data)
      queryClient.setQueryData(key, "pages" in data ? { ...data, pages: data.pages.map(changed) } : changed(data));
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
