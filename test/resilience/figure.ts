import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** The file with the figures of a run. */
export const FIGURES_FILE = "var/results/faults.txt";

/** Whether the tests run in their long form, with the durations that docs/faults.md promises. */
export const isLong = process.env["FAULTS"] === "long";

/** Records a measurement, printed as one line at the end of the run. */
export function recordFigure(line: string): void {
  mkdirSync(dirname(FIGURES_FILE), { recursive: true });
  appendFileSync(FIGURES_FILE, `${line}\n`);
}

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Returns the quantile of the values; `share` is from 0 to 1. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
