import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { m } from "#messages";
import { applyToLines, applyToPlan } from "#web/data/lines.ts";
import type { PendingCall } from "#web/data/offline/pending.ts";
import { type Mutation, type OptimisticMutation, useOptimisticMutation } from "#web/data/optimistic-mutation.ts";
import { changeLists } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { TargetLine } from "./progress-search.ts";

/** Returns the functions that tick and plan targets, and the problems by target id. */
export function useProgressChanges(soldierId: string | null) {
  const { attempt, problems } = useProgressMutation();
  const { tick, untick, planAdd, planRemove, planMove, getPlannedIds } = useServerCalls(soldierId);

  const tickTo = (line: TargetLine, count: number | null) => {
    const { id: targetId, name, ticked } = line;
    const write = (to: number | null) => (to === null ? untick({ targetId }) : tick({ targetId, count: to }));
    return attempt({
      ids: [targetId],
      call:
        count === null
          ? { call: "progress.untick", input: { targetId } }
          : { call: "progress.tick", input: { targetId, count } },
      run: () => write(count),
      notice: count === null ? m.progress_tick_removed_name({ name }) : m.progress_ticked_name({ name }),
      undo: () => write(ticked),
    });
  };

  const plan = (items: readonly Pick<TargetLine, "id">[]) => {
    const targetIds = items.map(({ id }) => id);
    return attempt({
      ids: targetIds,
      call: { call: "progress.planAdd", input: { targetIds } },
      run: () => planAdd({ targetIds }),
      notice: m.progress_added_to_your_plan(),
      undo: () => planRemove({ targetIds }),
    });
  };

  const unplan = async ({ id: targetId, name }: Pick<TargetLine, "id" | "name">) => {
    const order = await getPlannedIds();
    const afterId = order[order.indexOf(targetId) - 1] ?? null;
    return attempt({
      ids: [targetId],
      call: { call: "progress.planRemove", input: { targetIds: [targetId] } },
      run: () => planRemove({ targetIds: [targetId] }),
      notice: m.progress_removed_from_your_plan_name({ name }),
      undo: async () => {
        await planAdd({ targetIds: [targetId] });
        await planMove({ targetId, afterId });
      },
    });
  };

  /** Moves a target of the plan one place up or down. */
  const step = (items: readonly TargetLine[], { id: targetId }: TargetLine, by: -1 | 1) => {
    const from = items.findIndex(({ id }) => id === targetId);
    const others = items.filter(({ id }) => id !== targetId);
    const afterId = others[from + by - 1]?.id ?? null;
    return attempt({
      ids: [targetId],
      call: { call: "progress.planMove", input: { targetId, afterId } },
      run: () => planMove({ targetId, afterId }),
    });
  };

  return {
    problems,
    step,
    /** Ticks a target with this count; null removes the tick. */
    tickTo,
    plan,
    unplan,
    togglePlan: (line: TargetLine) => (line.planned ? unplan(line) : plan([line])),
  };
}

/** Returns the server calls for these changes. */
function useServerCalls(soldierId: string | null) {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync: tick } = useMutation(progress.tick.mutationOptions());
  const { mutateAsync: untick } = useMutation(progress.untick.mutationOptions());
  const { mutateAsync: planAdd } = useMutation(progress.planAdd.mutationOptions());
  const { mutateAsync: planRemove } = useMutation(progress.planRemove.mutationOptions());
  const { mutateAsync: planMove } = useMutation(progress.planMove.mutationOptions());
  /** Returns the ids of the planned targets, in order. */
  const getPlannedIds = async () => {
    const { items } = await queryClient.ensureQueryData(progress.plan.queryOptions({ soldierId }));
    return items.map(({ id }) => id);
  };
  return { tick, untick, planAdd, planRemove, planMove, getPlannedIds };
}

type ProgressMutation = Omit<Mutation, "show"> & {
  /** The call whose result the lists show at once. */
  call: PendingCall;
};

/** Returns a function that runs an optimistic change of targets, and the problems by target id, which are shown at the rows. */
function useProgressMutation() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const lists = useMemo(() => progress.pathFilter(), [progress]);
  const refresh = useCallback(() => queryClient.invalidateQueries(lists), [lists, queryClient]);
  const { attempt: runMutation, problems } = useOptimisticMutation(refresh);
  const attempt = useCallback(
    ({ call, ...rest }: ProgressMutation): ReturnType<OptimisticMutation> => {
      const show = async () => {
        await queryClient.cancelQueries(lists);
        const change = (list: { pathFilter: () => QueryFilters }, apply: typeof applyToLines) =>
          changeLists(queryClient, list.pathFilter(), (items: TargetLine[]) => apply(items, call));
        const restores = [
          change(progress.next, applyToLines),
          change(progress.checklist, applyToLines),
          change(progress.plan, applyToPlan),
        ];
        return () => {
          for (const restore of restores) restore();
        };
      };
      return runMutation({ ...rest, show });
    },
    [runMutation, lists, progress, queryClient],
  );
  return { attempt, problems };
}
