// @postgres @alone
// Word between processes, by each way there is.
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { createLogger } from "#platform/logger.ts";
import { createPubSub, type PubSub, type TransportEvents } from "#platform/pubsub/pubsub.ts";
import { redisTransport } from "#platform/pubsub/redis-transport.ts";
import { openRedis } from "#platform/redis.ts";
import { openPubSub } from "#server/context.ts";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";
import { startStopwatch } from "#test/harness/stopwatch.ts";

const logger = createLogger({ logLevel: "silent" });
const PROMISED_MS = 5000;
const soon = { timeout: 15_000, interval: 20 };

/** The messages a process receives on a topic, and how often it was notified of a gap. */
function ear(messages: PubSub, topic: string) {
  const heard: string[] = [];
  let missed = 0;
  messages.on(topic, {
    onMessage: (text) => void heard.push(text),
    onGap: () => {
      missed += 1;
    },
  });
  return {
    heard,
    get missed() {
      return missed;
    },
  };
}

/** Each process receives every process's messages once, and only those of its own topic. */
async function expectTalk(processes: readonly PubSub[]): Promise<void> {
  await vi.waitUntil(() => processes.every(({ isConnected }) => isConnected), soon);
  const ears = processes.map((messages) => ear(messages, "news"));
  const elsewhere = processes.map((messages) => ear(messages, "newspaper"));
  const said = processes.map((messages, index) => {
    messages.send("news", `from ${index}`);
    return `from ${index}`;
  });
  await vi.waitUntil(() => ears.every(({ heard }) => heard.length >= said.length), soon);
  // A second copy would be under way now.
  await sleep(100);
  for (const { heard } of ears) expect(heard.toSorted()).toEqual(said);
  for (const { heard } of elsewhere) expect(heard).toEqual([]);
}

test("within one process every current subscriber gets a message at once, and no former one", async () => {
  await using messages = createPubSub();
  const heard: string[] = [];
  const listening = messages.on("news", { onMessage: (text) => void heard.push(text), onGap: () => {} });
  messages.send("news", "one");
  listening[Symbol.dispose]();
  messages.send("news", "two");
  expect(heard).toEqual(["one"]);
  expect(messages.listeners("news")).toBe(0);
});

test("what is too long for a message is refused before it is said", async () => {
  await using messages = createPubSub();
  expect(() => messages.send("news", "x".repeat(4000))).toThrow(RangeError);
});

test("messages that overtake one another are no gap, and one that does not arrive is", async () => {
  const payloads: string[] = [];
  const receivers: TransportEvents[] = [];
  const transport = { isConnected: true, [Symbol.asyncDispose]: async () => {} };
  const open = (carry: (payload: string) => void) =>
    createPubSub((events) => {
      receivers.push(events);
      return { ...transport, carry };
    });
  await using sender = open((payload) => void payloads.push(payload));
  await using reordered = open(() => {});
  await using lacking = open(() => {});
  const [ofSender, ofReordered, ofLacking] = receivers;
  const ears = [ear(reordered, "news"), ear(lacking, "news")] as const;
  payloads.push(ofSender?.makeBeat() ?? "");
  for (const text of ["one", "two"]) sender.send("news", text);
  for (const index of [0, 2, 1]) ofReordered?.onPayload(payloads[index] ?? "");
  for (const index of [0, 2]) ofLacking?.onPayload(payloads[index] ?? "");
  await vi.waitUntil(() => ears[1].missed > 0, soon);
  expect(ears.map(({ heard, missed }) => [heard, missed])).toEqual([
    [["two", "one"], 0],
    [["two"], 1],
  ]);
});

test("a connection to Redis that does not receive what its process publishes is replaced", async () => {
  const disconnect = vi.fn();
  const listener = Object.assign(new EventEmitter(), { status: "ready", subscribe: async () => 1, disconnect });
  const redis = { place: 0, isUp: true, listener: () => listener, ask: async () => 1 };
  await using _messages = createPubSub((events) => redisTransport(Object(redis), events));
  listener.emit("ready");
  await vi.waitUntil(() => disconnect.mock.calls.length > 0, soon);
  expect(disconnect).toHaveBeenCalledWith(true);
});

const cluster = process.env["TEST_DATABASE"];
if (cluster) {
  describe("over PostgreSQL", () => {
    const open = (url: string) => openPubSub({ database: { kind: "postgres", url }, redis: null, logger });

    test("three processes hear one another", async () => {
      const url = await freshDatabaseUrl();
      await using first = await open(url);
      await using second = await open(url);
      await using third = await open(url);
      await expectTalk([first, second, third]);
    });

    test("a lost connection is restored, and all subscribers are notified of a possible gap", async () => {
      const url = await freshDatabaseUrl();
      await using first = await open(url);
      await using second = await open(url);
      await vi.waitUntil(() => first.isConnected && second.isConnected, soon);
      const [one, two] = [ear(first, "news"), ear(second, "news")];
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
      );
      await admin.end();
      await vi.waitUntil(() => one.missed > 0 && two.missed > 0, soon);
      await expectTalk([first, second]);
    });
  });
}

const program = redisProgram();
if (!program) process.stdout.write("Skipped: stories on Redis, whose program is not on this machine.\n");
if (program && !cluster) {
  describe("over Redis", () => {
    async function processes(url: string) {
      const opened = new AsyncDisposableStack();
      const open = async () => {
        const redis = opened.use(await openRedis(url, logger));
        return opened.use(await openPubSub({ database: { kind: "sqlite", path: ":memory:" }, redis, logger }));
      };
      return { first: await open(), second: await open(), [Symbol.asyncDispose]: () => opened.disposeAsync() };
    }

    test("two processes hear one another, and none on another database of the same Redis", async () => {
      await using server = await startRedis(program);
      await using here = await processes(`${server.url}/1`);
      await using there = await processes(`${server.url}/2`);
      const foreign = ear(there.first, "news");
      await expectTalk([here.first, here.second]);
      expect(foreign.heard).toEqual([]);
    });

    test.for([
      ["ended", (server) => server.end(), (server) => server.begin()],
      ["froze", async (server) => server.freeze(), async (server) => server.thaw()],
    ] satisfies [string, Change, Change][])(
      "a Redis that %s is back within five seconds, and what was published in between arrives or is a gap",
      async ([, lose, mend]) => {
        await using server = await startRedis(program);
        await using all = await processes(server.url);
        const { first, second } = all;
        await vi.waitUntil(() => first.isConnected && second.isConnected, soon);
        const heard = ear(second, "news");
        await lose(server);
        first.send("news", "lost");
        await vi.waitUntil(() => !first.isConnected && !second.isConnected, soon);
        await mend(server);
        const getElapsedMs = startStopwatch();
        const isNotified = () => heard.missed > 0 || heard.heard.includes("lost");
        await vi.waitUntil(() => isNotified() && first.isConnected && second.isConnected, soon);
        expect(getElapsedMs()).toBeLessThan(PROMISED_MS);
        await expectTalk([first, second]);
      },
    );
  });
}

type Change = (server: Awaited<ReturnType<typeof startRedis>>) => Promise<void>;
