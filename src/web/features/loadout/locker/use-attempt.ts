import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { offerUndo } from "#web/client/last-undo.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import type { Saved } from "#web/features/loadout/answers.ts";
import { showToast } from "#web/ui/toasts.ts";
import { changeLocker } from "./locker-cache.ts";

export type Trouble = { text: string; retry: () => void };

type Work = {
  ids: readonly string[];
  /** How the lists look once it is done; left out where only the server knows. */
  change?: (items: Saved[]) => Saved[];
  run: () => Promise<unknown>;
  /** Said when it is done, with the way back. */
  said?: string;
  undo?: () => Promise<unknown>;
};

export type Attempt = (work: Work) => Promise<boolean>;

/** Work on loadouts: shown at once, taken back and explained at its cards when it fails. */
export function useAttempt(): { attempt: Attempt; troubles: Readonly<Record<string, Trouble>> } {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({});

  const refresh = useCallback(async () => {
    void queryClient.invalidateQueries(trpc.loadout.counts.pathFilter());
    void queryClient.invalidateQueries(trpc.folder.pathFilter());
    await queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
  }, [trpc, queryClient]);

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
      const { ids, change, run, said, undo } = work;
      setTroubles((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      await queryClient.cancelQueries(trpc.loadout.list.pathFilter());
      const restore = change && changeLocker(queryClient, trpc.loadout.list.pathFilter(), change);
      try {
        await run();
      } catch (error) {
        restore?.();
        const trouble = { text: problemOf(error).text, retry: () => void attempt(work) };
        setTroubles((others) => ({ ...others, ...Object.fromEntries(ids.map((id) => [id, trouble])) }));
        void refresh();
        return false;
      }
      if (said) showToast(said, undo ? { action: offerUndo(() => takeBack(undo)) } : {});
      await refresh();
      return true;
    },
    [trpc, queryClient, refresh, takeBack],
  );
  return { attempt, troubles };
}
