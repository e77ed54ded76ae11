// Keeps every processor busy with nothing that matters: a virtual machine takes long to wake one that fell asleep between
// two answers, and whoever answers fastest would have the least of that in its figure.
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const MOST_MS = 3_600_000;
/** It ends with who began it, however that ends. */
const SPIN = `const { ppid } = process, end = Date.now() + ${MOST_MS}; while (process.ppid === ppid && Date.now() < end);`;

export function keepAwake(): Disposable {
  const spinners = Array.from({ length: availableParallelism() }, spin);
  return {
    [Symbol.dispose]() {
      for (const spinner of spinners) spinner.kill();
    },
  };
}

/** Scheduled where nothing else wants to run: what is measured goes first, and so do its threads of low priority. */
const spin = (): ChildProcess => spawn("chrt", ["--idle", "0", process.execPath, "-e", SPIN], { stdio: "ignore" });
