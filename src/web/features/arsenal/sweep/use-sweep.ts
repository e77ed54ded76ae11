import { useCallback, useEffect, useRef, useState } from "react";
import type { Sweep, SweepProgress, SweepResult } from "#domain/weapons/simulation/sweep.ts";
import type { SweepWord } from "./sweep-worker.ts";

export type SweepState =
  | { kind: "none" }
  | { kind: "running"; progress: SweepProgress }
  | { kind: "done"; result: SweepResult }
  | { kind: "failed" };

/** A sweep in a worker of its own: how it stands, how to start it anew, and how to stop it. */
export function useSweep(): { state: SweepState; start: (sweep: Sweep) => void; cancel: () => void } {
  const [state, setState] = useState<SweepState>({ kind: "none" });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (sweep: Sweep) => {
      stop();
      const running = new Worker(new URL("./sweep-worker.ts", import.meta.url), { type: "module" });
      worker.current = running;
      setState({ kind: "running", progress: { done: 0, total: sweep.contenders.length } });
      running.addEventListener("message", ({ data }: MessageEvent<SweepWord>) => {
        if (data.kind === "progress") return setState({ kind: "running", progress: data });
        setState({ kind: "done", result: data.result });
        stop();
      });
      running.addEventListener("error", () => {
        setState({ kind: "failed" });
        stop();
      });
      running.postMessage(sweep);
    },
    [stop],
  );
  const cancel = useCallback(() => {
    stop();
    setState({ kind: "none" });
  }, [stop]);
  return { state, start, cancel };
}
