// Loads the query library and the data client on demand, so that they are not part of a first load that needs no data.
import type { QueryClient } from "@tanstack/react-query";
import type { Clients } from "./query-client.ts";
import type { Data } from "./trpc.ts";

/** Returns the query cache, for code that runs before any screen has queried or only after a click. */
export async function loadQueryClient(clients: Clients): Promise<QueryClient> {
  const { getQueryClient } = await import("./query-client.ts");
  return getQueryClient(clients);
}

/** Returns the query options for loaders and the query cache that they fill. */
export async function loadData(clients: Clients): Promise<{ data: Data; queryClient: QueryClient }> {
  const [{ getData }, queryClient] = await Promise.all([import("./trpc.ts"), loadQueryClient(clients)]);
  return { data: getData(clients), queryClient };
}
