import { useRef, useState } from "react";
import { m } from "#messages";
import type { ImportStage } from "#web/ui/overlays/import-dialog.tsx";
import { getErrorText } from "./problem.ts";

const START = { kind: "source", isReading: false, problem: null } satisfies ImportStage;

type Sending = { signal: AbortSignal; onProgress: (sent: number, all: number) => void };

/** The stage of an import, and what moves it on. Work answers what is wrong with its input, or null. */
export function useImportStage() {
  const [stage, setStage] = useState<ImportStage>(START);
  const sending = useRef<AbortController | null>(null);
  const fail = (problem: string) => setStage({ ...START, problem });
  const preview = (problem: string | null) => setStage({ kind: "preview", problem });
  return {
    stage,
    restart: () => setStage(START),
    fail,
    cancel: () => sending.current?.abort(),
    /** Shows the preview of what the work read. */
    read: async (work: () => Promise<string | null>) => {
      setStage({ ...START, isReading: true });
      const problem = await work().catch(getErrorText);
      if (problem === null) preview(null);
      else fail(problem);
    },
    /** Answers whether the work was done; else the preview is shown again, under the reason. */
    send: async (work: (sending: Sending) => Promise<string | null>) => {
      const controller = new AbortController();
      sending.current = controller;
      const { signal } = controller;
      const onProgress = (sent: number, all: number) => setStage({ kind: "sending", sent, all });
      const problem = await work({ signal, onProgress }).catch((error: unknown) =>
        signal.aborted ? m.app_import_cancelled() : getErrorText(error),
      );
      if (problem !== null) preview(problem);
      return problem === null;
    },
  };
}
