import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#web/data/trpc.ts";
import type { Provider } from "./provider.ts";

/** The providers this site has; none while they are asked for. */
export const useProviders = (): readonly Provider[] => useQuery(useTRPC().provider.list.queryOptions()).data ?? [];
