// Work that a call leaves for after its answer, whose duration would otherwise show what the work is.
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Logger } from "./logger.ts";

export type DeferredWork = AsyncDisposable & {
  /**
   * Runs the task soon, after a random pause: requests that follow the answer are then not slower by it. False where too many tasks
   * wait, and this one is not run. What it throws is logged.
   */
  defer(task: () => Promise<unknown>): boolean;
  /** Resolves when no task waits or runs; those that pause start at once. */
  drained(): Promise<void>;
};

/** A process that dies loses the tasks of this time. */
const MAX_PAUSE_MS = 250;
const MAX_WAITING = 500;
const AT_ONCE = 2;

/** Disposing completes the tasks. */
export function createDeferredWork(
  logger: Pick<Logger, "error">,
  { maxWaiting = MAX_WAITING, maxPauseMs = MAX_PAUSE_MS } = {},
): DeferredWork {
  const limit = pLimit(AT_ONCE);
  const tasks = new Set<Promise<void>>();
  let starting = new AbortController();
  const run = async (task: () => Promise<unknown>): Promise<void> => {
    await sleep(Math.random() * maxPauseMs, null, { signal: starting.signal }).catch(() => {});
    await limit(task).catch((err: unknown) => logger.error({ err }, "work after an answer failed"));
  };
  const drained = async (): Promise<void> => {
    while (tasks.size > 0) {
      starting.abort();
      starting = new AbortController();
      await Promise.all(tasks);
    }
  };
  return {
    defer(task) {
      if (tasks.size >= maxWaiting) return false;
      const running = run(task).finally(() => tasks.delete(running));
      tasks.add(running);
      return true;
    },
    drained,
    [Symbol.asyncDispose]: drained,
  };
}
