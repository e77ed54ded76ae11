import { loadQueryClient } from "#web/data/data.ts";
import type { Clients } from "#web/data/query-client.ts";
import type { HomeData } from "./read-home.ts";

/** How far the example looks, in metres. */
export const FARTHEST_M = 80;

const KEY = "home";

/** What the home page shows of the games: part of the release, so the page carries it. Elsewhere it is asked for. */
export async function loadHome(clients: Clients): Promise<HomeData> {
  const embedded = clients.answers.find(([[key]]) => key === KEY);
  if (embedded) return embedded[1] as HomeData;
  const [{ readHome }, queryClient] = await Promise.all([import("./read-home.ts"), loadQueryClient(clients)]);
  return queryClient.fetchQuery({
    queryKey: [KEY],
    queryFn: () => readHome(clients),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
