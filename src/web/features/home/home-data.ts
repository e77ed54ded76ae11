import { loadQueryClient } from "#web/data/data.ts";
import type { Clients } from "#web/data/query-client.ts";
import type { HomeData } from "./read-home.ts";

const KEY = "home";

/** Whether the page is prerendered and contains the home page's data. */
export const isHomeEmbedded = ({ prerenderedQueries }: Clients): boolean =>
  prerenderedQueries.some(([[key]]) => key === KEY);

/** Returns the home page's data about the games. A prerendered page contains it; otherwise it is fetched. */
export async function loadHome(clients: Clients): Promise<HomeData> {
  const embedded = clients.prerenderedQueries.find(([[key]]) => key === KEY);
  if (embedded) return embedded[1] as HomeData;
  const [{ readHome }, queryClient] = await Promise.all([import("./read-home.ts"), loadQueryClient(clients)]);
  return queryClient.fetchQuery({
    queryKey: [KEY],
    queryFn: () => readHome(clients),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
