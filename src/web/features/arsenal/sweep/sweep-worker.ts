// Runs a sweep in a worker and reports progress.
import { type Sweep, type SweepProgress, type SweepResult, sweep } from "#domain/weapons/simulation/sweep.ts";

export type SweepWord = ({ kind: "progress" } & SweepProgress) | { kind: "result"; result: SweepResult };

const TELL_EVERY_MS = 50;

const tell = (word: SweepWord) => self.postMessage(word);

self.addEventListener("message", ({ data }: MessageEvent<Sweep>) => {
  const run = sweep(data);
  let reported = 0;
  for (let step = run.next(); ; step = run.next()) {
    if (step.done) return tell({ kind: "result", result: step.value });
    if (performance.now() - reported < TELL_EVERY_MS) continue;
    reported = performance.now();
    tell({ kind: "progress", ...step.value });
  }
});
