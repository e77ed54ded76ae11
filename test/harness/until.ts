import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 100;

/** Repeats the attempt until it succeeds, and returns its result. @throws the last error after `maxWaitMs`. */
export async function until<Value>(attempt: () => Value | Promise<Value>, maxWaitMs: number): Promise<Value> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}
