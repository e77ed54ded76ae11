import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Attempt, changeLists, useAttempt, type Work } from "#web/client/attempt.ts";
import { useTRPC } from "#web/client/trpc.ts";
import type { Saved } from "#web/features/loadout/answers.ts";

type LockerWork = Omit<Work, "show"> & {
  /** How the lists look once it is done; left out where only the server knows. */
  change?: (items: Saved[]) => Saved[];
};

/** Work on loadouts: what goes wrong is told at their cards. */
export function useLockerAttempt() {
  const { loadout, folder } = useTRPC();
  const queryClient = useQueryClient();
  const lists = useMemo(() => loadout.list.pathFilter(), [loadout]);
  const refresh = useCallback(async () => {
    void queryClient.invalidateQueries(loadout.counts.pathFilter());
    void queryClient.invalidateQueries(folder.pathFilter());
    await queryClient.invalidateQueries(lists);
  }, [loadout, folder, lists, queryClient]);
  const { attempt: work, troubles } = useAttempt({ lists, refresh });
  const attempt = useCallback(
    ({ change, ...rest }: LockerWork): ReturnType<Attempt> =>
      work({ ...rest, ...(change && { show: () => changeLists(queryClient, lists, change) }) }),
    [work, lists, queryClient],
  );
  return { attempt, troubles };
}
