// The one way to the product's data, typed by the server's router. Not in the first load: see data.ts.

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
import { m } from "#messages";
import { fetchInTime } from "./offline/connectivity.ts";
import { offlineLink } from "./offline/offline-link.ts";
import { PENDING_CALLS } from "./offline/pending.ts";
import { getErrorCode } from "./problem.ts";
import type { Clients } from "./query-client.ts";
import { getQueryClient, shouldRetry } from "./query-client.ts";
import { wordedLink } from "./worded-link.ts";

export type Data = TRPCOptionsProxy<AppRouter>;
export type DataClient = TRPCClient<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

type Fetch = NonNullable<HTTPLinkOptions<AppRouter["_def"]["_config"]["$types"]>["fetch"]>;

/** The page is going away: no timer runs any more, and a plain request would end with it. */
let isLeaving = false;

if (typeof window !== "undefined") {
  // Captured: before the listeners that send what waits.
  for (const type of ["pagehide", "pageshow"]) addEventListener(type, () => (isLeaving = type === "pagehide"), true);
}

const dataClients = new WeakMap<Clients["server"], DataClient>();

/** Public calls have their own URL, so that they can be cached by it. */
const isPublic = ({ type, path }: { type: string; path: string }): boolean =>
  type === "query" && /^(arsenal|catalogue)\./.test(path);

/** The client of /api/trpc, one per server; a person's own calls made together travel together. */
export function getDataClient(clients: Clients): DataClient {
  const { server } = clients;
  const present = dataClients.get(server);
  if (present) return present;
  // The build draws with the app itself, which answers.
  const send = typeof window === "undefined" ? server.fetch : fetchInTime;
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
      wordedLink,
      offlineLink,
      splitLink({
        // A batch is sent by a timer.
        condition: (op) => isPublic(op) || isLeaving,
        true: httpLink(options),
        // The server compresses a page of the locker where it is alone.
        false: splitLink({
          condition: ({ path }) => path === "loadout.list",
          true: httpBatchLink({ ...options, maxItems: 1 }),
          false: httpBatchLink({ ...options, maxItems: 10 }),
        }),
      }),
    ],
  });
  dataClients.set(server, client);
  setRetries(getQueryClient(clients));
  return client;
}

/** Query and mutation options for loaders, which have no hooks; components say `useTRPC()`. */
export function getData(clients: Clients): Data {
  return createTRPCOptionsProxy<AppRouter>({ client: getDataClient(clients), queryClient: getQueryClient(clients) });
}

// Where the retries of query-client.ts do not fit. Not in the first load.

/** Retries a failed query, except when the product refused it. */
export const shouldRetryUnlessRefused = (failures: number, error: unknown): boolean =>
  getErrorCode(error) === null && shouldRetry(failures, error);

/** Procedures that do something else, or are refused, when a lost answer makes them run twice. */
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
  // What is stored before it is sent is sent again from there.
  const stored = PENDING_CALLS.map((call) => call.split("."));
  for (const path of [...NOT_IDEMPOTENT, ...stored]) queryClient.setMutationDefaults([path], { retry: false });
}
