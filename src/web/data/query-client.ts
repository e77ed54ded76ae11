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

/**
 * What was asked for before a change is no answer after it. The library takes a first answer that is still under way when
 * its question is invalidated for the new one; here it is awaited, and asked for once more.
 */
class CarefulQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: "fetching" })
        .filter(({ state }) => state.data === undefined),
    );
    await super.invalidateQueries(filters, options);
    if (early.size > 0) await super.invalidateQueries({ predicate: (query) => early.has(query) }, options);
  }
}

const MAX_RETRIES = 3;

/** Retries a failed query, except a 401: only a sign-in changes that answer. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && !isUnauthorized(error);

/** Retries a failed mutation once, except a 401. */
const shouldRetryMutation = (failures: number, error: unknown): boolean => failures < 1 && !isUnauthorized(error);

/** The cache of everything asked of the server. */
export function createQueryClient({ onSignedOut }: Pick<Clients, "onSignedOut">): QueryClient {
  const queryClient: QueryClient = new CarefulQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== "auth" && isAuthenticationError(error)) dropAuth(queryClient);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta }) => {
        if (!isSignedOut(error)) logError("Mutation error", error);
        else if (meta?.["asksWhoIsHere"] !== true) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 120 * SECOND_MS,
        gcTime: 300 * SECOND_MS,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(SECOND_MS * 2 ** attempt, 30 * SECOND_MS),
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: "offlineFirst",
      },
      // Without a network a change is stored on the device, or retried once.
      mutations: { retry: shouldRetryMutation, retryDelay: SECOND_MS, networkMode: "offlineFirst" },
    },
  });
  return queryClient;
}

/** Removes what is known of the session; screens that show it ask again. That it has ended stays known while they do. */
export function dropAuth(queryClient: QueryClient): void {
  if (hasSessionEnded()) {
    queryClient.removeQueries({ queryKey: ["auth"], predicate: ({ queryKey }) => queryKey[1] !== "session" });
    void queryClient.refetchQueries({ queryKey: ["auth", "session"] });
    return;
  }
  queryClient.removeQueries({ queryKey: ["auth"], type: "inactive" });
  void queryClient.resetQueries({ queryKey: ["auth"] });
}

/** What every screen may ask with; a loader finds it in its context. */
export type Clients = {
  /** Reaches our server: the browser's own fetch, or the app itself while the build draws. */
  server: { origin: string; fetch: typeof fetch };
  /** What the page was drawn with. */
  answers: readonly KnownAnswer[];
  /** Called when a mutation is refused because there is no session. */
  onSignedOut: () => void;
};

export type KnownAnswer = readonly [queryKey: QueryKey, data: unknown];

const queryClients = new WeakMap<Clients["server"], QueryClient>();

/** The one cache of a server's answers. It begins with those of the page, and with the question who is here. */
export function getQueryClient({ server, answers, onSignedOut }: Clients): QueryClient {
  const present = queryClients.get(server);
  if (present) return present;
  const queryClient = createQueryClient({ onSignedOut });
  queryClients.set(server, queryClient);
  for (const [queryKey, data] of answers) queryClient.setQueryData(queryKey, data);
  if (typeof window !== "undefined") {
    queryClient.mount();
    watchSession(queryClient);
  }
  return queryClient;
}
