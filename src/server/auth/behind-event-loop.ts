// Lets the event loop go first: hashes may fill every processor, and cheap calls are still answered at once.
import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";

/** Linux tells a process of its threads, each with a number and a name; to those of this name hashes are handed. */
const THREADS = "/proc/self/task";
const WORKER = "libuv-worker";

/** Puts the threads that work beside the event loop behind it. */
export async function putWorkersBehindEventLoop(): Promise<void> {
  try {
    for (const number of await readdir(THREADS)) {
      const name = await readFile(`${THREADS}/${number}/comm`, "utf8");
      if (name.trim() === WORKER) setPriority(Number(number), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Another system, or one that lets nobody do this: all threads stay alike.
  }
}
