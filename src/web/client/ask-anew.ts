import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Asks for all of these anew. A first answer that is still under way was asked for before whatever changed, and would be
 * taken for the new one: it is awaited, and asked for once more.
 */
export async function askAnew(queryClient: QueryClient, asked: QueryFilters): Promise<void> {
  const isFirst = queryClient.isFetching({ ...asked, predicate: ({ state }) => state.data === undefined }) > 0;
  await queryClient.invalidateQueries(asked);
  if (isFirst) await queryClient.invalidateQueries(asked);
}
