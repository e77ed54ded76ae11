import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { offerUndo } from "#web/client/last-undo.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { showToast } from "#web/ui/toasts.ts";
import { type Change, changeLists } from "./progress-cache.ts";

export type Trouble = { text: string; retry: () => void };

export type Work = {
  /** The targets it is about; what goes wrong is told there. */
  ids: readonly string[];
  /** How the lists look once it is done, and how the plan does. */
  change?: Change;
  changePlan?: Change;
  run: () => Promise<unknown>;
  /** Said when it is done, with the way back. */
  said?: string;
  undo?: () => Promise<unknown>;
};

export type Attempt = (work: Work) => Promise<boolean>;

/** Work on targets: shown at once, taken back and explained at its row when it fails. */
export function useAttempt(): { attempt: Attempt; troubles: Readonly<Record<string, Trouble>> } {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({});

  const refresh = useCallback(() => queryClient.invalidateQueries(progress.pathFilter()), [progress, queryClient]);

  const show = useCallback(
    ({ change, changePlan }: Work) => {
      const listed = [progress.next, progress.checklist].map((list) => list.pathFilter());
      const restores = [
        ...(change ? listed.map((lists) => changeLists(queryClient, lists, change)) : []),
        ...(changePlan ? [changeLists(queryClient, progress.plan.pathFilter(), changePlan)] : []),
      ];
      return () => {
        for (const restore of restores) restore();
      };
    },
    [progress, queryClient],
  );

  const takeBack = useCallback(
    async (undo: () => Promise<unknown>) => {
      try {
        await undo();
      } catch (error) {
        showToast(problemOf(error).text, { tone: "error" });
      }
      await refresh();
    },
    [refresh],
  );

  const attempt: Attempt = useCallback(
    async (work) => {
      const { ids, run, said, undo } = work;
      setTroubles((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      await queryClient.cancelQueries(progress.pathFilter());
      const restore = show(work);
      try {
        await run();
      } catch (error) {
        restore();
        const trouble = { text: problemOf(error).text, retry: () => void attempt(work) };
        setTroubles((others) => ({ ...others, ...Object.fromEntries(ids.map((id) => [id, trouble])) }));
        void refresh();
        return false;
      }
      if (said) showToast(said, undo ? { action: offerUndo(() => takeBack(undo)) } : {});
      await refresh();
      return true;
    },
    [progress, queryClient, show, refresh, takeBack],
  );
  return { attempt, troubles };
}
