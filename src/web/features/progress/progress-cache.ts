// The targets of every list in the query cache, changed before the server has answered.
import type { InfiniteData, QueryClient, QueryFilters } from "@tanstack/react-query";
import type { Line } from "./answers.ts";

type Items = { items: Line[] };
type Listed = InfiniteData<Items, unknown> | Items;
export type Change = (items: Line[]) => Line[];

/** Changes the targets of every list of these and answers how to take it back. */
export function changeLists(queryClient: QueryClient, lists: QueryFilters, change: Change): () => void {
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
