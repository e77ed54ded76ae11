import { useRouteContext } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getDataClient, TRPCProvider } from "./trpc.ts";

/** Lets what is inside say `useTRPC()`. */
export function DataProvider({ children }: { children: ReactNode }) {
  const clients = useRouteContext({ from: "__root__" });
  return (
    <TRPCProvider queryClient={clients.queryClient} trpcClient={getDataClient(clients)}>
      {children}
    </TRPCProvider>
  );
}
