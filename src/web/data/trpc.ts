// The typed data client of the tRPC server. Not part of the first load: see data.ts.

import type { QueryClient } from "@tanstack/react-query";
import {
  createTRPCClient,
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import { createTRPCContext, createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#api";
import { MAX_BATCH, UNBATCHED } from "#domain/batch.ts";
import { m } from "#messages";
import { fetchWithTimeout } from "./offline/connectivity.ts";
import { offlineLink } from "./offline/offline-link.ts";
import { PENDING_CALLS } from "./offline/pending.ts";
import { getErrorCode } from "./problem.ts";
import type { Clients } from "./query-client.ts";
import { getQueryClient, shouldRetry } from "./query-client.ts";
import { localizedErrorLink } from "./worded-link.ts";

export type Data = TRPCOptionsProxy<AppRouter>;
export type DataClient = TRPCClient<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

type Fetch = NonNullable<HTTPLinkOptions<AppRouter["_def"]["_config"]["$types"]>["fetch"]>;

/** The page is being closed: timers no longer run, and a fetch without `keepalive` would be cancelled. */
let isLeaving = false;

if (typeof window !== "undefined") {
  // In the capture phase, so that it runs before the listeners that send pending calls.
  for (const type of ["pagehide", "pageshow"]) addEventListener(type, () => (isLeaving = type === "pagehide"), true);
}

const dataClients = new WeakMap<Clients["server"], DataClient>();

/** Whether a call is public. Public calls have their own URL, so that their responses can be cached. */
const isPublic = ({ type, path }: { type: string; path: string }): boolean =>
  type === "query" && /^(arsenal|catalogue)\./.test(path);

/** Returns the data client of a server. Simultaneous personal calls share a batch. */
export function getDataClient(clients: Clients): DataClient {
  const { server } = clients;
  const existing = dataClients.get(server);
  if (existing) return existing;
  // While prerendering, the app itself responds.
  const send = typeof window === "undefined" ? server.fetch : fetchWithTimeout;
  const options = {
    url: `${server.origin}/api/trpc${m.language_query()}`,
    headers: { "x-trpc-source": "react-app" },
    fetch: ((url, options) =>
      send(url, {
        ...options,
        signal: options?.signal ?? null,
        credentials: "include",
        keepalive: isLeaving,
      })) satisfies Fetch,
  };
  const client = createTRPCClient<AppRouter>({
    links: [
      localizedErrorLink,
      offlineLink,
      splitLink({
        // While the page is being closed, the timer that sends a batch does not run.
        condition: (op) => isPublic(op) || UNBATCHED.has(op.path) || isLeaving,
        true: httpLink(options),
        false: httpBatchLink({ ...options, maxItems: MAX_BATCH }),
      }),
    ],
  });
  dataClients.set(server, client);
  setRetries(getQueryClient(clients));
  return client;
}

/** Returns the query and mutation options for loaders, which have no hooks; components call `useTRPC()`. */
export function getData(clients: Clients): Data {
  return createTRPCOptionsProxy<AppRouter>({ client: getDataClient(clients), queryClient: getQueryClient(clients) });
}

// Exceptions from the retries in query-client.ts, here because they are not needed in the first load.

/** Retries a failed query, except after an app error. */
export const shouldRetryUnlessRefused = (failures: number, error: unknown): boolean =>
  getErrorCode(error) === null && shouldRetry(failures, error);

/** Procedures that have another effect, or are refused, if they run twice after a lost response. */
const NOT_IDEMPOTENT = [
  ["share", "report"],
  ["soldier", "refresh"],
  ["account", "setPassword"],
  ["platoon", "members", "createLink"],
  ["platoon", "members", "transfer"],
  ["platoon", "members", "restorePlatoon"],
];

export function setRetries(queryClient: QueryClient): void {
  queryClient.setQueryDefaults([["platoon"]], { retry: shouldRetryUnlessRefused });
  // Pending mutations are retried by the outbox.
  const stored = PENDING_CALLS.map((call) => call.split("."));
  for (const path of [...NOT_IDEMPOTENT, ...stored]) queryClient.setMutationDefaults([path], { retry: false });
}
