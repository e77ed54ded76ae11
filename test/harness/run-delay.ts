// How busy the machine is with others, so that what is measured is the program and not its neighbours.
import { readFileSync } from "node:fs";

/**
 * For how long a thread was ready to run so far and had no processor, in milliseconds: the main thread of the process, or
 * the calling thread. Linux counts it; elsewhere it is 0.
 */
export function runDelayMs(pid: number | null = null): number {
  const thread = pid === null ? "thread-self" : `${pid}/task/${pid}`;
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
