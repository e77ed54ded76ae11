import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Where the lines of a run lie. */
export const FIGURES = "var/results/faults.txt";

/** Whether the faults are tried for as long as they are promised for, or a short form of each. */
export const isLong = process.env["FAULTS"] === "long";

/** Records a measurement, printed as one line at the end of the run. */
export function figure(line: string): void {
  mkdirSync(dirname(FIGURES), { recursive: true });
  appendFileSync(FIGURES, `${line}\n`);
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The value below which that share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
