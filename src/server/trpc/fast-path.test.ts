import { setImmediate as nextTurn } from "node:timers/promises";
import { initTRPC } from "@trpc/server";
import { expect, test } from "vitest";
import { answerQueries, readQueries } from "./fast-path.ts";

const t = initTRPC.create();

/** Answers a query whose result is this value. */
async function answer(result: unknown): Promise<string> {
  const router = t.router({ get: t.procedure.query(() => result) });
  const queries = readQueries(router, "get", "");
  if (!queries) throw new Error("The query was not read.");
  return Buffer.from((await answerQueries(router, queries, {})).body).toString();
}

test.for([[[]], [[1, "two", null, { four: [4] }]], [["long ".repeat(20_000), undefined, { is: "last" }]]] as const)(
  "a list is answered as JSON has it: %#",
  async ([result]) => {
    expect(await answer(result)).toBe(JSON.stringify({ result: { data: result } }));
  },
);

test("the items of a list are serialized in several turns of the event loop where each takes long", async () => {
  let turn = 0;
  let isDone = false;
  const countTurns = async () => {
    while (!isDone) {
      await nextTurn();
      turn += 1;
    }
  };
  const counting = countTurns();
  const turns: number[] = [];
  const slow = {
    toJSON: () => {
      turns.push(turn);
      const end = performance.now() + 10;
      while (performance.now() < end);
      return turns.length;
    },
  };
  await answer([slow, slow, slow]);
  isDone = true;
  await counting;
  expect(new Set(turns).size).toBe(3);
});
