import { setImmediate as nextTurn } from "node:timers/promises";

/** Longer ones keep requests waiting that arrive in the same turn. */
const TIME_SLICE_MS = 5;

/** When the first task of this turn of the event loop began; null before it. */
let sliceBegan: number | null = null;

/**
 * Runs the task in the event loop's present time slice, or in a later one where this one is used up: many long tasks at
 * once never block the loop for their sum, and many short ones share a turn. All of the long work belongs into the task:
 * code that awaits its result is not waited for.
 */
export async function inTimeSlice<Result>(task: () => Result): Promise<Result> {
  while (sliceBegan !== null && performance.now() - sliceBegan > TIME_SLICE_MS) await nextTurn();
  if (sliceBegan === null) {
    sliceBegan = performance.now();
    setImmediate(() => {
      sliceBegan = null;
    });
  }
  return task();
}
