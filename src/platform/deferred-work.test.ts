import { expect, test, vi } from "vitest";
import { createDeferredWork } from "./deferred-work.ts";

const logger = { error: vi.fn() };

test("a deferred task runs after its caller has continued, and `drained` waits for it", async () => {
  await using work = createDeferredWork(logger, { maxPauseMs: 60_000 });
  const done: string[] = [];
  expect(work.defer(async () => done.push("task"))).toBe(true);
  await Promise.resolve();
  expect(done).toEqual([]);
  await work.drained();
  expect(done).toEqual(["task"]);
});

test("disposing completes all tasks, including those that tasks deferred", async () => {
  const work = createDeferredWork(logger, { maxPauseMs: 60_000 });
  const done: string[] = [];
  work.defer(async () => {
    done.push("one");
    work.defer(async () => done.push("two"));
  });
  await work[Symbol.asyncDispose]();
  expect(done).toEqual(["one", "two"]);
});

test("refuses a task beyond the maximum", async () => {
  await using work = createDeferredWork(logger, { maxWaiting: 2, maxPauseMs: 60_000 });
  const accepted = [1, 2, 3].map(() => work.defer(async () => {}));
  expect(accepted).toEqual([true, true, false]);
  await work.drained();
  expect(work.defer(async () => {})).toBe(true);
});

test("logs the error of a task and still runs the others", async () => {
  await using work = createDeferredWork(logger, { maxPauseMs: 0 });
  const done: string[] = [];
  work.defer(() => Promise.reject(new Error("The task failed.")));
  work.defer(async () => done.push("other"));
  await work.drained();
  expect(done).toEqual(["other"]);
  expect(logger.error).toHaveBeenCalledWith({ err: expect.any(Error) }, "work after an answer failed");
});
