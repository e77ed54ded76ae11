// What the faults measured is said at the end of a run, one line each, whatever the run keeps to itself.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FIGURES } from "./figure.ts";

export function setup(): () => void {
  mkdirSync(dirname(FIGURES), { recursive: true });
  rmSync(FIGURES, { force: true });
  writeFileSync(FIGURES, "");
  return () => void process.stdout.write(`\n${readFileSync(FIGURES, "utf8")}`);
}
