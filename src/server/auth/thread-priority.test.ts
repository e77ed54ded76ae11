import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { lowerWorkerPriority } from "#platform/event-loop.ts";

test.runIf(process.platform === "linux")(
  "hashing threads have a lower priority than the event loop, whose priority is unchanged",
  async () => {
    const before = getPriority(process.pid);
    await lowerWorkerPriority();
    const isHashThread = (number: string) =>
      readFileSync(`/proc/self/task/${number}/comm`, "utf8").trim() === "libuv-worker";
    const workers = readdirSync("/proc/self/task").filter(isHashThread).map(Number);
    expect(workers.length).toBeGreaterThan(0);
    expect(workers.map(getPriority)).toEqual(workers.map(() => constants.priority.PRIORITY_BELOW_NORMAL));
    expect(getPriority(process.pid)).toBe(before);
  },
);
