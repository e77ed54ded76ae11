import { expect, test, vi } from "vitest";
import { AppError } from "#messages/errors.ts";
import { DatabaseUnavailableError } from "#platform/database/database-unavailable.ts";
import { createLogger } from "#platform/logger.ts";
import { createPubSub } from "#platform/pubsub/pubsub.ts";
import { recordedChanges } from "#server/auth/user-changes.ts";
import { createEvents } from "#server/events.ts";
import { protectedProcedure, router, type TrpcContext } from "#server/trpc/trpc.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { createLag, createMarks } from "./replica.ts";

test("a replica that has what the primary had lags by nothing, however old that is", () => {
  const lag = createLag();
  expect(lag.getSeconds(0)).toBe(0);
  lag.write(100, 0);
  lag.replay(100);
  lag.write(100, 9000);
  expect(lag.getSeconds(10_000)).toBe(0);
});

test("the lag is the age of the oldest position that the replica lacks", () => {
  const lag = createLag();
  lag.write(100, 1000);
  lag.write(200, 2000);
  lag.write(300, 3000);
  lag.replay(150);
  expect(lag.getSeconds(7000)).toBe(5);
  lag.replay(200);
  expect(lag.getSeconds(7000)).toBe(4);
  lag.replay(350);
  expect(lag.getSeconds(7000)).toBe(0);
});

test("a primary that is behind the former one after a failover begins anew", () => {
  const lag = createLag();
  lag.write(500, 0);
  lag.write(400, 60_000);
  lag.replay(300);
  expect(lag.getSeconds(61_000)).toBe(1);
});

test("a day without the replica is measured by a bounded number of positions", () => {
  const lag = createLag();
  for (let second = 0; second < 86_400; second += 1) lag.write(second + 1, second * 1000);
  expect(lag.getSeconds(86_400_000)).toBe(86_400);
  lag.replay(86_399);
  expect(lag.getSeconds(86_400_000)).toBe(1);
});

/** The database, whose first statements fail, so many of them. */
const failing = (db: Database, times: number): Database => {
  let left = times;
  return db.withPlugin({
    transformQuery({ node }) {
      if (left === 0) return node;
      left -= 1;
      throw new Error("The connection was lost.");
    },
    transformResult: async ({ result }) => result,
  });
};

test("a mark that could not be set is tried once more", async () => {
  const db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
  await migrate(db, { kind: "sqlite" });
  const now = () => new Date();
  await createMarks(failing(db, 1), now)("someone");
  await expect(createMarks(failing(db, 2), now)("someone else")).rejects.toThrow("The connection was lost.");
  expect(await db.selectFrom("changeMark").select("id").execute()).toEqual([{ id: "someone" }]);
  await db.destroy();
});

test("the second try sets another mark, because the first may have been set", async () => {
  const db = openDatabase({ kind: "sqlite", path: ":memory:" }, createLogger({ logLevel: "silent" }));
  await migrate(db, { kind: "sqlite" });
  const readMark = async () => (await db.selectFrom("changeMark").select("mark").executeTakeFirst())?.mark;
  let first: string | undefined;
  const unheard = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (first !== undefined) return result;
      first = await readMark();
      throw new Error("The response was lost.");
    },
  });
  await createMarks(unheard, () => new Date())("someone");
  expect(first).toBeDefined();
  expect(await readMark()).not.toBe(first);
  await db.destroy();
});

test("a change without a mark is to be made again, and a refusal stays one", async () => {
  const recordChange = () => Promise.reject(new DatabaseUnavailableError(new Error("The connection was lost.")));
  const context = {
    user: async () => ({ id: "someone" }),
    headers: () => new Headers(),
    rateLimiter: { consume: async () => 0 },
    replica: { recordChange },
  } as unknown as TrpcContext;
  const calls = router({
    change: protectedProcedure.mutation(() => "changed"),
    refuse: protectedProcedure.mutation(() => {
      throw new AppError("loadout_missing");
    }),
  }).createCaller(context);
  await expect(calls.change()).rejects.toMatchObject({ cause: { code: "database_away" } });
  await expect(calls.refuse()).rejects.toMatchObject({ cause: { code: "loadout_missing" } });
});

test("subscribers are notified of a change without a mark, and again once it has one", async () => {
  const recordChange = vi
    .fn()
    .mockRejectedValueOnce(new Error("The connection was lost."))
    .mockResolvedValue(undefined);
  const events = createEvents(createPubSub(), { recordChange });
  const left = new AbortController();
  const change = { what: "loadout", id: "one" } as const;
  const received: { change: typeof change; marks: number }[] = [];
  const receiving = (async () => {
    for await (const change of events.subscribe("someone", left.signal))
      received.push({ change: change as never, marks: recordChange.mock.calls.length });
  })();
  events.publish("someone", change);
  await vi.waitUntil(() => received.length === 2, { timeout: 5000 });
  left.abort();
  await receiving;
  expect(received).toEqual([
    { change, marks: 1 },
    { change, marks: 2 },
  ]);
});

test("an account call is answered without its mark, too, and that is logged", async () => {
  const failure = new Error("The connection was lost.");
  const logger = Object.assign(createLogger({ logLevel: "silent" }), { warn: vi.fn() });
  const replica = { recordChange: vi.fn().mockRejectedValue(failure) };
  const [hook] = recordedChanges({ replica, logger }).hooks.after;
  await hook?.handler(Object({ context: { session: { user: { id: "someone" } } } }));
  expect(replica.recordChange).toHaveBeenCalledWith("someone");
  expect(logger.warn).toHaveBeenCalledWith({ err: failure }, expect.any(String));
});
