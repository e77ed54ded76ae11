import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { hasSessionEnded } from "#web/data/session/person.ts";
import { watchSession } from "#web/data/session/session-query.ts";
import { logError } from "./log.ts";
import { isAuthenticationError, isSignedOut, isUnauthorized } from "./problem.ts";

const SECOND_MS = 1_000;
/** Fetched data is current for this long. */
export const STALE_MS = 120 * SECOND_MS;

/**
 * A query client whose invalidation also repeats a running first fetch. The library does not cancel a first fetch when its query is
 * invalidated, so its result may be older than the change.
 */
class CarefulQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: "fetching" })
        .filter(({ state }) => state.data === undefined),
    );
    await super.invalidateQueries(filters, options);
    if (firstFetches.size > 0)
      await super.invalidateQueries({ predicate: (query) => firstFetches.has(query) }, options);
  }
}

const MAX_RETRIES = 3;

/** Retries a failed query, except after a 401, which only a sign-in resolves. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && !isUnauthorized(error);

/** Retries a failed mutation once, except after a 401. */
const shouldRetryMutation = (failures: number, error: unknown): boolean => failures < 1 && !isUnauthorized(error);

/** The key of `account.nearLimits`, which any mutation may change. */
const NEAR_LIMITS_KEY = [["account", "nearLimits"]];

/** Creates the cache of all queries and mutations. */
export function createQueryClient({ onSignedOut }: Pick<Clients, "onSignedOut">): QueryClient {
  const queryClient: QueryClient = new CarefulQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== "auth" && isAuthenticationError(error)) dropAuth(queryClient);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: NEAR_LIMITS_KEY }),
      onError: (error, _input, _context, { meta }) => {
        if (!isSignedOut(error)) logError("Mutation error", error);
        else if (meta?.["checksSession"] !== true) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: 300 * SECOND_MS,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(SECOND_MS * 2 ** attempt, 30 * SECOND_MS),
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: "offlineFirst",
      },
      // Without a network, a mutation is stored on the device or retried once.
      mutations: { retry: shouldRetryMutation, retryDelay: SECOND_MS, networkMode: "offlineFirst" },
    },
  });
  return queryClient;
}

/** Removes the cached session; screens that show it refetch it. After the session has ended, the query itself stays. */
export function dropAuth(queryClient: QueryClient): void {
  if (hasSessionEnded()) {
    queryClient.removeQueries({ queryKey: ["auth"], predicate: ({ queryKey }) => queryKey[1] !== "session" });
    void queryClient.refetchQueries({ queryKey: ["auth", "session"] });
    return;
  }
  queryClient.removeQueries({ queryKey: ["auth"], type: "inactive" });
  void queryClient.resetQueries({ queryKey: ["auth"] });
}

/** The clients of a page; loaders find them in their context. */
export type Clients = {
  /** Fetches from our server: with the browser's fetch, or with the app itself while prerendering. */
  server: { origin: string; fetch: typeof fetch };
  /** The queries with which the page was prerendered. */
  prerenderedQueries: readonly PrerenderedQuery[];
  /** Called when a mutation is refused because there is no session. */
  onSignedOut: () => void;
};

export type PrerenderedQuery = readonly [queryKey: QueryKey, data: unknown];

const queryClients = new WeakMap<Clients["server"], QueryClient>();

/** Returns the query client of a server. A new one starts with the page's prerendered queries and fetches the session. */
export function getQueryClient({ server, prerenderedQueries, onSignedOut }: Clients): QueryClient {
  const existing = queryClients.get(server);
  if (existing) return existing;
  const queryClient = createQueryClient({ onSignedOut });
  queryClients.set(server, queryClient);
  for (const [queryKey, data] of prerenderedQueries) queryClient.setQueryData(queryKey, data);
  if (typeof window !== "undefined") {
    queryClient.mount();
    watchSession(queryClient);
  }
  return queryClient;
}
