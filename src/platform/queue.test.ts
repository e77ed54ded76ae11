import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { createWorker } from "./queue.ts";

test("a task does not inherit the async context of the request that woke the worker", async () => {
  const request = new AsyncLocalStorage<string>();
  const due: string[] = [];
  const seen: unknown[] = [];
  await using worker = createWorker({
    name: "the tasks",
    maxConcurrent: 1,
    claim: async () => due.shift() ?? null,
    perform: async (task) => void seen.push([task, request.getStore()]),
    untilNextMs: async () => null,
    logger: createLogger({ logLevel: "silent" }),
  });
  await worker.drained();
  due.push("first", "second");
  await request.run("a request", () => worker.drained());
  expect(seen).toEqual([
    ["first", undefined],
    ["second", undefined],
  ]);
});
