import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  changeLists,
  type Mutation,
  type OptimisticMutation,
  useOptimisticMutation,
} from "#web/data/optimistic-mutation.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/answers.ts";

type LockerWork = Omit<Mutation, "show"> & {
  /** How the lists look once it is done; left out where only the server knows. */
  change?: (items: Saved[]) => Saved[];
};

/** Mutations of loadouts; errors are shown at their cards. */
export function useLockerAttempt() {
  const { loadout, folder } = useTRPC();
  const queryClient = useQueryClient();
  const lists = useMemo(() => loadout.list.pathFilter(), [loadout]);
  const refresh = useCallback(async () => {
    void queryClient.invalidateQueries(loadout.counts.pathFilter());
    void queryClient.invalidateQueries(folder.pathFilter());
    await queryClient.invalidateQueries(lists);
  }, [loadout, folder, lists, queryClient]);
  const { attempt: work, troubles } = useOptimisticMutation({ lists, refresh });
  const attempt = useCallback(
    ({ change, ...rest }: LockerWork): ReturnType<OptimisticMutation> =>
      work({ ...rest, ...(change && { show: () => changeLists(queryClient, lists, change) }) }),
    [work, lists, queryClient],
  );
  return { attempt, troubles };
}
