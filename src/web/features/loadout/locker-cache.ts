// The pages of the locker in the query cache, changed before the server has answered.
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { LockerPage, Saved } from "./answers.ts";

type Pages = InfiniteData<LockerPage, unknown>;

/** Changes the loadouts of every page and answers how to take it back. */
export function changeLocker(queryClient: QueryClient, key: QueryKey, change: (items: Saved[]) => Saved[]): () => void {
  const before = queryClient.getQueryData<Pages>(key);
  queryClient.setQueryData<Pages>(
    key,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
  return () => queryClient.setQueryData(key, before);
}
