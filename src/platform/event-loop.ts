import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Longer slices delay the requests that arrive in the same turn. */
const TIME_SLICE_MS = 5;

/** The start of the first task in this turn of the event loop; null before it. */
let sliceStart: number | null = null;

/**
 * Runs the task in the event loop's current time slice, or in a later one if this slice is used up: concurrent long tasks do
 * not block the loop for their total duration, and short tasks share a turn. All of the long work belongs in the task: code
 * that runs after its result does not count towards a slice.
 */
export async function runInTimeSlice<Result>(task: () => Result): Promise<Result> {
  while (sliceStart !== null && performance.now() - sliceStart > TIME_SLICE_MS) await yieldToEventLoop();
  if (sliceStart === null) {
    sliceStart = performance.now();
    setImmediate(() => {
      sliceStart = null;
    });
  }
  return task();
}

/** Items per task: at a fraction of a millisecond each they fit into one slice. */
const ITEMS_PER_SLICE = 100;

/** Returns the task's result for each item, in order, computed over as many time slices as needed. */
export async function mapInTimeSlices<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += ITEMS_PER_SLICE) {
    results.push(...(await runInTimeSlice(() => items.slice(index, index + ITEMS_PER_SLICE).map(task))));
  }
  return results;
}

// The event loop has priority over worker threads, so that cheap calls are fast while hashes use every processor.

/** Linux lists the threads of a process here by number. */
const THREADS_FOLDER = "/proc/self/task";
/** The name of the threads that compute hashes. */
const WORKER_NAME = "libuv-worker";

/** Lowers the priority of worker threads below the event loop's. */
export async function lowerWorkerPriority(): Promise<void> {
  try {
    for (const number of await readdir(THREADS_FOLDER)) {
      const name = await readFile(`${THREADS_FOLDER}/${number}/comm`, "utf8");
      if (name.trim() === WORKER_NAME) setPriority(Number(number), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Another system, or no permission: all threads keep the same priority.
  }
}
