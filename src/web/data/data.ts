// What every screen may ask with. The query library and the data client are in no first load that does not ask.
import type { QueryClient } from "@tanstack/react-query";
import type { Clients } from "./query-client.ts";
import type { Data } from "./trpc.ts";

/** The cache of queries, for what is needed before any screen has asked, or only after a press. */
export async function loadQueryClient(clients: Clients): Promise<QueryClient> {
  const { getQueryClient } = await import("./query-client.ts");
  return getQueryClient(clients);
}

/** Query options for loaders, and the cache they fill. */
export async function loadData(clients: Clients): Promise<{ data: Data; queryClient: QueryClient }> {
  const [{ getData }, queryClient] = await Promise.all([import("./trpc.ts"), loadQueryClient(clients)]);
  return { data: getData(clients), queryClient };
}
