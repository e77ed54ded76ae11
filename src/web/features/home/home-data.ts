import { queryOptions } from "@tanstack/react-query";
import type { Clients } from "#web/data/query-client.ts";

/** How far the example looks, in metres. */
export const FARTHEST_M = 80;

/** What the home page shows of the games. */
export const homeQuery = (clients: Clients) =>
  queryOptions({
    queryKey: ["home"],
    queryFn: async () => (await import("./read-home.ts")).readHome(clients),
    // Part of the release: the page carries it, and a whole arsenal need not travel again for two lines.
    staleTime: Number.POSITIVE_INFINITY,
  });
