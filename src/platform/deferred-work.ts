// Work that a call does after its response, because the duration of the response would otherwise reveal what was done.
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Logger } from "./logger.ts";

export type DeferredWork = AsyncDisposable & {
  /**
   * Runs the task after a random pause, so that the next requests do not reveal it by being slower. Returns false, without
   * running the task, if too many tasks are waiting. Errors are logged.
   */
  defer(task: () => Promise<unknown>): boolean;
  /** Starts all pausing tasks at once; resolves when no task is waiting or running. */
  drained(): Promise<void>;
};

/** Maximum pause before a task. A process that is killed loses the tasks of this time. */
const MAX_PAUSE_MS = 250;
const MAX_WAITING = 500;
const MAX_CONCURRENT = 2;

/** Disposing completes the tasks. */
export function createDeferredWork(
  logger: Pick<Logger, "error">,
  { maxWaiting = MAX_WAITING, maxPauseMs = MAX_PAUSE_MS } = {},
): DeferredWork {
  const limit = pLimit(MAX_CONCURRENT);
  const tasks = new Set<Promise<void>>();
  let pauseController = new AbortController();
  const run = async (task: () => Promise<unknown>): Promise<void> => {
    await sleep(Math.random() * maxPauseMs, null, { signal: pauseController.signal }).catch(() => {});
    await limit(task).catch((err: unknown) => logger.error({ err }, "work after an answer failed"));
  };
  const drained = async (): Promise<void> => {
    while (tasks.size > 0) {
      pauseController.abort();
      pauseController = new AbortController();
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
