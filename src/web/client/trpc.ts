// The one way to the product's data, typed by the server's router. Not in the first load: see data.ts.
import { createTRPCClient, httpBatchLink, type TRPCClient } from "@trpc/client";
import { createTRPCContext, createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#api";
import type { Clients } from "#web/clients.ts";

export type Data = TRPCOptionsProxy<AppRouter>;
export type DataClient = TRPCClient<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const known = new WeakMap<Clients["server"], DataClient>();

/** The client of /api/trpc, one per server; calls made together travel together. */
export function dataClientOf({ server }: Clients): DataClient {
  const present = known.get(server);
  if (present) return present;
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${server.origin}/api/trpc`,
        maxItems: 10,
        headers: { "x-trpc-source": "react-app" },
        fetch: (url, options) =>
          server.fetch(url, { ...options, signal: options?.signal ?? null, credentials: "include" }),
      }),
    ],
  });
  known.set(server, client);
  return client;
}

/** Query and mutation options for loaders, which have no hooks; components say `useTRPC()`. */
export function dataOf(clients: Clients): Data {
  return createTRPCOptionsProxy<AppRouter>({ client: dataClientOf(clients), queryClient: clients.queryClient });
}
