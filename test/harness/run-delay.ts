// Measures how long other processes delay a thread, so that time limits can exclude it.
import { readFileSync } from "node:fs";

/**
 * Returns the total time that a thread was ready to run but waited for a processor, in ms: the main thread of the process,
 * or the calling thread. Only Linux measures it; elsewhere it is 0.
 */
export function getRunDelayMs(pid: number | null = null): number {
  const thread = pid === null ? "thread-self" : `${pid}/task/${pid}`;
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
