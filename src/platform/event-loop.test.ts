import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTimeSlice } from "./event-loop.ts";

let nowMs = 0;
beforeEach(async () => {
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  await nextTurn();
  await nextTurn();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs tasks of this length at once; the turn of the event loop in which each ran. */
async function getTurns(count: number, taskMs: number): Promise<number[]> {
  let turn = 0;
  let isDone = false;
  const countTurns = async () => {
    for (; !isDone; turn += 1) await nextTurn();
  };
  const counting = countTurns();
  const turns = await Promise.all(
    Array.from({ length: count }, () =>
      inTimeSlice(() => {
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

test("long tasks each have a turn of their own, in the order in which they came", async () => {
  const turns = await getTurns(5, 10);
  expect(new Set(turns).size).toBe(5);
  expect(turns).toEqual(turns.toSorted((one, other) => one - other));
});

test("a task that throws rejects its own result alone", async () => {
  const failing = inTimeSlice(() => {
    throw new TypeError("task");
  });
  await expect(failing).rejects.toThrow("task");
  await expect(inTimeSlice(() => 1)).resolves.toBe(1);
});
