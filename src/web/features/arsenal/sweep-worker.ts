// Runs a sweep beside the page, and tells how far it is.
import { type Sweep, type SweepProgress, type SweepResult, sweep } from "#domain/arsenal/sweep.ts";

export type SweepWord = ({ kind: "progress" } & SweepProgress) | { kind: "result"; result: SweepResult };

const TELL_EVERY_MS = 50;

const tell = (word: SweepWord) => self.postMessage(word);

self.addEventListener("message", ({ data }: MessageEvent<Sweep>) => {
  const run = sweep(data);
  let told = 0;
  for (let step = run.next(); ; step = run.next()) {
    if (step.done) return tell({ kind: "result", result: step.value });
    if (performance.now() - told < TELL_EVERY_MS) continue;
    told = performance.now();
    tell({ kind: "progress", ...step.value });
  }
});
