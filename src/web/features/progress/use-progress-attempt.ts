import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  changeLists,
  type Mutation,
  type OptimisticMutation,
  useOptimisticMutation,
} from "#web/data/optimistic-mutation.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Line } from "./answers.ts";

export type Change = (items: Line[]) => Line[];

type ProgressWork = Omit<Mutation, "show"> & {
  /** How the lists look once it is done, and how the plan does. */
  change?: Change;
  changePlan?: Change;
};

/** Mutations of targets; errors are shown at their rows. */
export function useProgressAttempt() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const lists = useMemo(() => progress.pathFilter(), [progress]);
  const refresh = useCallback(() => queryClient.invalidateQueries(lists), [lists, queryClient]);
  const { attempt: work, troubles } = useOptimisticMutation({ lists, refresh });
  const attempt = useCallback(
    ({ change, changePlan, ...rest }: ProgressWork): ReturnType<OptimisticMutation> => {
      const show = () => {
        const listed = [progress.next, progress.checklist].map((list) => list.pathFilter());
        const restores = [
          ...(change ? listed.map((some) => changeLists(queryClient, some, change)) : []),
          ...(changePlan ? [changeLists(queryClient, progress.plan.pathFilter(), changePlan)] : []),
        ];
        return () => {
          for (const restore of restores) restore();
        };
      };
      return work({ ...rest, show });
    },
    [work, progress, queryClient],
  );
  return { attempt, troubles };
}
