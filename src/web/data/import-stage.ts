import { useRef, useState } from "react";
import { m } from "#messages";
import type { ImportStage } from "#web/ui/overlays/import-dialog.tsx";
import { getErrorText } from "./problem.ts";

const START = { kind: "source", isReading: false, problem: null } satisfies ImportStage;

type SendOptions = { signal: AbortSignal; onProgress: (sent: number, all: number) => void };

/** Returns the stage of an import and its transitions. A step resolves to an error message, or to null if it succeeded. */
export function useImportStage() {
  const [stage, setStage] = useState<ImportStage>(START);
  const controllerRef = useRef<AbortController | null>(null);
  const fail = (problem: string) => setStage({ ...START, problem });
  const preview = (problem: string | null) => setStage({ kind: "preview", problem });
  return {
    stage,
    restart: () => setStage(START),
    fail,
    cancel: () => controllerRef.current?.abort(),
    /** Runs the step that reads the input, then shows the preview. */
    read: async (work: () => Promise<string | null>) => {
      setStage({ ...START, isReading: true });
      const problem = await work().catch(getErrorText);
      if (problem === null) preview(null);
      else fail(problem);
    },
    /** Runs the import. Resolves to true if it succeeded; otherwise shows the preview again with the error. */
    send: async (work: (sending: SendOptions) => Promise<string | null>) => {
      const controller = new AbortController();
      controllerRef.current = controller;
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
