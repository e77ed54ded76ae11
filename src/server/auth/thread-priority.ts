// Lets the event loop go first: hashes may fill every processor, and cheap calls are still answered at once.
import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";

/** Linux lists the threads of a process with number and name; threads with this name compute hashes. */
const THREADS = "/proc/self/task";
const WORKER = "libuv-worker";

/** Puts the threads that work beside the event loop behind it. */
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
