// The loadouts of the locker in the query cache, changed before the server has answered.
import type { InfiniteData, QueryClient, QueryFilters } from "@tanstack/react-query";
import type { LockerPage, Saved } from "#web/features/loadout/answers.ts";

type Listed = InfiniteData<LockerPage, unknown> | LockerPage;
type Change = (items: Saved[]) => Saved[];

/** Changes the loadouts of every list and answers how to take it back. */
export function changeLocker(queryClient: QueryClient, lists: QueryFilters, change: Change): () => void {
  const before = queryClient.getQueriesData<Listed>(lists);
  queryClient.setQueriesData<Listed>(lists, (data) => data && changed(data, change));
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

function changed(data: Listed, change: Change): Listed {
  if (!("pages" in data)) return { ...data, items: change(data.items) };
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
