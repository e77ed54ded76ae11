import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runInTimeSlice } from "./event-loop.ts";

let nowMs = 0;
beforeEach(async () => {
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  await setImmediate();
  await setImmediate();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts tasks of this duration concurrently; returns the event loop turn in which each ran. */
async function getTurns(count: number, taskMs: number): Promise<number[]> {
  let turn = 0;
  let isDone = false;
  const countTurns = async () => {
    for (; !isDone; turn += 1) await setImmediate();
  };
  const counting = countTurns();
  const turns = await Promise.all(
    Array.from({ length: count }, () =>
      runInTimeSlice(() => {
        nowMs += taskMs;
        return turn;
      }),
    ),
  );
  isDone = true;
  await counting;
  return turns;
}

test("short tasks share a turn of the event loop", async () => {
  expect(new Set(await getTurns(10, 0.1)).size).toBe(1);
});

test("long tasks each have their own turn, in order of arrival", async () => {
  const turns = await getTurns(5, 10);
  expect(new Set(turns).size).toBe(5);
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
});

test("a task that throws rejects only its own result", async () => {
  const failing = runInTimeSlice(() => {
    throw new TypeError("task");
  });
  await expect(failing).rejects.toThrow("task");
  await expect(runInTimeSlice(() => 1)).resolves.toBe(1);
});
