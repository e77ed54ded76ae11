import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/** Runs one task in each turn of the event loop, however many wait: what follows the answer is in the same turn. */
export function inOwnTurn<Result>(task: () => Result): Promise<Result> {
  const result = last.then(() => setImmediate()).then(task);
  last = result.catch(() => {});
  return result;
}
