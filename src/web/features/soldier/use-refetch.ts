import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#web/data/trpc.ts";

/** Asks anew for soldiers, and for what is worked out from their snapshots. */
export function useRefetch(): () => Promise<unknown> {
  const { soldier, progress, goal } = useTRPC();
  const queryClient = useQueryClient();
  return () => Promise.all([soldier, progress, goal].map((asked) => queryClient.invalidateQueries(asked.pathFilter())));
}
