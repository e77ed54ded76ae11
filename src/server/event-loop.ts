import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs at most one task per turn of the event loop, so that many long tasks at once never block it for their sum. Code
 * that awaits the result runs in the turn of its task.
 */
export function inOwnTurn<Result>(task: () => Result): Promise<Result> {
  const result = last.then(() => setImmediate()).then(task);
  last = result.catch(() => {});
  return result;
}
