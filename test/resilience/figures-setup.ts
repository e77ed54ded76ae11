// Prints the figures of the resilience tests at the end of a run, because the reporter hides the output of successful tests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FIGURES_FILE } from "./figure.ts";

export function setup(): () => void {
  mkdirSync(dirname(FIGURES_FILE), { recursive: true });
  rmSync(FIGURES_FILE, { force: true });
  writeFileSync(FIGURES_FILE, "");
  return () => void process.stdout.write(`\n${readFileSync(FIGURES_FILE, "utf8")}`);
}
