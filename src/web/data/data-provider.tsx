import { QueryClientProvider } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getQueryClient } from "./query-client.ts";
import { getDataClient, TRPCProvider } from "./trpc.ts";

/** Provides `useQuery` and `useTRPC()` to its children. Every screen except the first load is inside it. */
export function DataProvider({ children }: { children: ReactNode }) {
  const clients = useRouteContext({ from: "__root__" });
  const queryClient = getQueryClient(clients);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={getDataClient(clients)}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
