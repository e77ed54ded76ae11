// @postgres @alone
// Publish/subscribe within a process, and between processes over PostgreSQL.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createOutageLog } from "#platform/database/outage-log.ts";
import { createLogger } from "#platform/logger.ts";
import { createPubSub, type PubSub } from "#platform/pubsub/pubsub.ts";
import { openPubSub } from "#server/context.ts";
import { runSql } from "#test/harness/processes/postgres.ts";
import { getEmptyDatabaseUrl } from "#test/harness/processes/test-database.ts";

const logger = createLogger({ logLevel: "silent" });
const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };

/** Subscribes to a topic; records the received messages and the number of gaps. */
function subscribe(messages: PubSub, topic: string) {
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

/** Expects each process to receive the messages of every process once, and no messages of another topic. */
async function expectDelivery(processes: readonly PubSub[]): Promise<void> {
  await vi.waitUntil(() => processes.every(({ isConnected }) => isConnected), WAIT_OPTIONS);
  const ears = processes.map((messages) => subscribe(messages, "news"));
  const elsewhere = processes.map((messages) => subscribe(messages, "newspaper"));
  const texts = processes.map((messages, index) => {
    messages.send("news", `from ${index}`);
    return `from ${index}`;
  });
  await vi.waitUntil(() => ears.every(({ heard }) => heard.length >= texts.length), WAIT_OPTIONS);
  // A duplicate would arrive within this time.
  await sleep(100);
  for (const { heard } of ears) expect(heard.toSorted()).toEqual(texts);
  for (const { heard } of elsewhere) expect(heard).toEqual([]);
}

test("within one process, current subscribers get a message at once, and former ones get none", async () => {
  await using messages = createPubSub();
  const heard: string[] = [];
  const listening = messages.on("news", { onMessage: (text) => void heard.push(text), onGap: () => {} });
  messages.send("news", "one");
  listening[Symbol.dispose]();
  messages.send("news", "two");
  expect(heard).toEqual(["one"]);
  expect(messages.listeners("news")).toBe(0);
});

test("a message that is too long is refused", async () => {
  await using messages = createPubSub();
  expect(() => messages.send("news", "x".repeat(4000))).toThrow(RangeError);
});

if (process.env["TEST_DATABASE"]) {
  describe("over PostgreSQL", () => {
    /** Connects two processes with different pool sizes, which PostgreSQL shows in the name of each connection. */
    async function openTwo() {
      await using opened = new AsyncDisposableStack();
      const url = await getEmptyDatabaseUrl();
      const open = async (poolSize: number) =>
        opened.use(await openPubSub({ kind: "postgres", url, poolSize }, createOutageLog(logger)));
      const [first, second] = [await open(1), await open(2)];
      await vi.waitUntil(() => first.isConnected && second.isConnected, WAIT_OPTIONS);
      const stored = opened.move();
      return { url, first, second, [Symbol.asyncDispose]: () => stored.disposeAsync() };
    }

    test("processes on one database receive each other's messages, and none of another database", async () => {
      await using ownPair = await openTwo();
      await using otherPair = await openTwo();
      const foreign = subscribe(otherPair.first, "news");
      await expectDelivery([ownPair.first, ownPair.second]);
      expect(foreign.heard).toEqual([]);
    });

    test("a message published over a lost connection is a gap for every subscriber", async () => {
      await using pair = await openTwo();
      const { url, first, second } = pair;
      const ears = [subscribe(first, "news"), subscribe(second, "news")] as const;
      await runSql(url, `SELECT pg_terminate_backend(pid) ${FROM_FIRST_CONNECTION}`);
      await vi.waitUntil(() => !first.isConnected, WAIT_OPTIONS);
      first.send("news", "lost");
      await vi.waitUntil(() => ears.every(({ missed }) => missed > 0), WAIT_OPTIONS);
      expect(ears.map(({ heard }) => heard)).toEqual([["lost"], []]);
      await expectDelivery([first, second]);
    });

    test("a message published while a connection does not respond is a gap", async () => {
      await using both = await openTwo();
      const { url, first, second } = both;
      const subscriber = subscribe(first, "news");
      const [backend] = await runSql(url, `SELECT pid ${FROM_FIRST_CONNECTION}`);
      const { pid } = backend as { pid: number };
      process.kill(pid, "SIGSTOP");
      try {
        second.send("news", "lost");
        await vi.waitUntil(() => !first.isConnected, WAIT_OPTIONS);
        await vi.waitUntil(() => first.isConnected, WAIT_OPTIONS);
      } finally {
        process.kill(pid, "SIGCONT");
      }
      await expectDelivery([first, second]);
      expect([subscriber.heard.toSorted(), subscriber.missed]).toEqual([["from 0", "from 1"], 1]);
    });
  });
}

/** Selects the connection on which the first of two processes listens. */
const FROM_FIRST_CONNECTION =
  "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'fieldlocker 1 %'";
