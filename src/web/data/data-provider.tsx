import { useRouteContext } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Clients } from "./query-client.ts";
import { type Data, getDataClient, TRPCProvider } from "./trpc.ts";

/** Lets what is inside say `useTRPC()`. */
export function DataProvider({ children }: { children: ReactNode }) {
  const clients = useRouteContext({ from: "__root__" });
  return (
    <TRPCProvider queryClient={clients.queryClient} trpcClient={getDataClient(clients)}>
      {children}
    </TRPCProvider>
  );
}

/** Query options for loaders. The data client is brought only by pages that ask for data. */
export async function loadData(clients: Clients): Promise<Data> {
  const { getData } = await import("./trpc.ts");
  return getData(clients);
}
