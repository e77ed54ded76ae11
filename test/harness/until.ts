import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 100;

/** The first result that does not throw, within this time; then what was thrown last. */
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
