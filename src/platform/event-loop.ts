import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Longer slices delay the requests that arrive in the same turn. */
const TIME_SLICE_MS = 5;

/** The start of the first task in this turn of the event loop; null before it. */
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

/** So many items at once: a task of a fraction of a millisecond for each stays within a slice. */
const ITEMS_PER_SLICE = 100;

/** The results of the task for all items, in their order, computed in as many time slices as it takes. */
export async function mapInTimeSlices<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += ITEMS_PER_SLICE) {
    results.push(...(await inTimeSlice(() => items.slice(at, at + ITEMS_PER_SLICE).map(task))));
  }
  return results;
}

// Gives the event loop priority over worker threads, so that cheap calls are fast while hashes use every processor.
/** Linux lists the threads of a process with number and name; threads with this name compute hashes. */
const THREADS = "/proc/self/task";
const WORKER = "libuv-worker";

/** Lowers the priority of worker threads below the event loop's. */
export async function lowerWorkerPriority(): Promise<void> {
  try {
    for (const number of await readdir(THREADS)) {
      const name = await readFile(`${THREADS}/${number}/comm`, "utf8");
      if (name.trim() === WORKER) setPriority(Number(number), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Another system, or no permission: all threads keep the same priority.
  }
}
