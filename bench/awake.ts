// Keeps every processor busy with idle work: a virtual machine takes long to wake a processor that fell asleep between
// two responses, and a slower server would have more of that delay in its figure.
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const MAX_MS = 3_600_000;
/** It ends with who began it, however that ends. */
const SPIN = `const { ppid } = process, end = Date.now() + ${MAX_MS}; while (process.ppid === ppid && Date.now() < end);`;

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
