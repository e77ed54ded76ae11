// Keeps every processor busy with idle work. A virtual machine takes long to wake a sleeping processor, which would distort
// the figures of slow servers.
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const MAX_MS = 3_600_000;
/** Ends when the parent process ends. */
const IDLE_LOOP = `const { ppid } = process, end = Date.now() + ${MAX_MS}; while (process.ppid === ppid && Date.now() < end);`;

export function keepAwake(): Disposable {
  const spinners = Array.from({ length: availableParallelism() }, startSpinner);
  return {
    [Symbol.dispose]() {
      for (const spinner of spinners) spinner.kill();
    },
  };
}

/** Starts an idle-priority process, which yields to all threads of the measured processes. */
const startSpinner = (): ChildProcess =>
  spawn("chrt", ["--idle", "0", process.execPath, "-e", IDLE_LOOP], { stdio: "ignore" });
