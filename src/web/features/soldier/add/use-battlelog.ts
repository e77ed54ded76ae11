import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BattlelogFile } from "#domain/soldier/battlelog/battlelog.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { mutate } from "#web/data/mutation.ts";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useFollow } from "#web/features/soldier/use-soldier-changes.ts";

type Stage =
  | { kind: "source"; isReading: boolean; problem: string | null }
  | { kind: "preview"; file: BattlelogFile; problem: string | null }
  | { kind: "sending"; sent: number; all: number };

const START = { kind: "source", isReading: false, problem: null } satisfies Stage;

/** An import of a saved Battlelog file, from its text to the job that keeps it. */
export function useBattlelog(soldierId: string, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useFollow();
  const [stage, setStage] = useState<Stage>(START);
  const sending = useRef<AbortController | null>(null);

  const read = async (text: string) => {
    setStage({ ...START, isReading: true });
    try {
      const json = parseJson(text);
      if (json === undefined)
        return setStage({ ...START, problem: "This is not JSON, the form Battlelog answers in." });
      const [{ readBattlelog }, book] = await Promise.all([
        import("#domain/soldier/battlelog/battlelog.ts"),
        queryClient.ensureQueryData(trpc.arsenal.battlelogBook.queryOptions()),
      ]);
      const result = readBattlelog(json, book);
      if ("problem" in result) setStage({ ...START, problem: result.problem });
      else setStage({ kind: "preview", file: result, problem: null });
    } catch (error) {
      setStage({ ...START, problem: getProblem(error).text });
    }
  };

  const send = async (file: BattlelogFile, takenAt: string) => {
    const stop = new AbortController();
    sending.current = stop;
    const pages = getPages(file.statistics);
    const importId = newId();
    try {
      for (const [number, part] of pages.entries()) {
        setStage({ kind: "sending", sent: number, all: pages.length });
        await mutate(queryClient, trpc.soldier.importPage.mutationOptions(), { importId, number, part }, stop.signal);
        stop.signal.throwIfAborted();
      }
      const commit = { importId, soldierId, pages: pages.length, takenAt };
      const { job } = await mutate(queryClient, trpc.soldier.importCommit.mutationOptions(), commit);
      followJob(job, soldierId);
      onDone();
    } catch (error) {
      const problem = stop.signal.aborted ? "Cancelled. Nothing was added." : getProblem(error).text;
      setStage({ kind: "preview", file, problem });
    }
  };

  return {
    stage,
    read,
    send,
    cancel: () => sending.current?.abort(),
    restart: () => setStage(START),
    fail: (problem: string) => setStage({ ...START, problem }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
