// What a person changes in a list: shown at once, taken back and explained where it is when it fails.
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { showToast } from "#web/components/overlays/toasts.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { getProblem } from "./problem.ts";

export type MutationError = { text: string; retry: () => void };

export type Mutation = {
  /** The ids it is about; errors are shown next to them. */
  ids: readonly string[];
  /** Changes what is on the screen and answers how to take that back; left out where only the server knows. */
  show?: () => () => void;
  run: () => Promise<unknown>;
  /** Said when it is done, with the way back. */
  said?: string;
  undo?: () => Promise<unknown>;
};

type Lists = {
  /** What a change shows itself in. */
  lists: QueryFilters;
  /** Asks anew for what changed. */
  refresh: () => Promise<unknown>;
};

/** Answers whether the work was done. */
export type OptimisticMutation = (work: Mutation) => Promise<boolean>;

/** Runs mutations; `lists` and `refresh` must be stable. `problems` has the errors by id. */
export function useOptimisticMutation({ lists, refresh }: Lists): {
  attempt: OptimisticMutation;
  problems: Readonly<Record<string, MutationError>>;
} {
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<Record<string, MutationError>>({});

  const takeBack = useCallback(
    async (undo: () => Promise<unknown>) => {
      try {
        await undo();
      } catch (error) {
        showToast(getProblem(error).text, { tone: "error" });
      }
      await refresh();
    },
    [refresh],
  );

  const attempt: OptimisticMutation = useCallback(
    async (work) => {
      const { ids, show, run, said, undo } = work;
      setProblems((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      await queryClient.cancelQueries(lists);
      const restore = show?.();
      try {
        await run();
      } catch (error) {
        restore?.();
        const problem = { text: getProblem(error).text, retry: () => void attempt(work) };
        setProblems((others) => ({ ...others, ...Object.fromEntries(ids.map((id) => [id, problem])) }));
        void refresh();
        return false;
      }
      if (said) showToast(said, undo ? { action: offerUndo(() => takeBack(undo)) } : {});
      await refresh();
      return true;
    },
    [lists, queryClient, refresh, takeBack],
  );
  return { attempt, problems };
}
