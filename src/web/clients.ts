import type { QueryClient } from "@tanstack/react-query";

/** What every route may ask with; a loader finds it in its context. */
export type Clients = {
  queryClient: QueryClient;
  /** Reaches our server: the browser's own fetch, or the app itself while the build draws. */
  server: { origin: string; fetch: typeof fetch };
};
