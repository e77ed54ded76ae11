// @postgres @alone
// Messages within a process, and between processes over PostgreSQL.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createOutageLog } from "#platform/database/outage-log.ts";
import { createLogger } from "#platform/logger.ts";
import { createPubSub, type PubSub } from "#platform/pubsub/pubsub.ts";
import { openPubSub } from "#server/context.ts";
import { runSql } from "#test/harness/processes/postgres.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";

const logger = createLogger({ logLevel: "silent" });
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
  const texts = processes.map((messages, index) => {
    messages.send("news", `from ${index}`);
    return `from ${index}`;
  });
  await vi.waitUntil(() => ears.every(({ heard }) => heard.length >= texts.length), soon);
  // A second copy would be under way now.
  await sleep(100);
  for (const { heard } of ears) expect(heard.toSorted()).toEqual(texts);
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

if (process.env["TEST_DATABASE"]) {
  describe("over PostgreSQL", () => {
    /** Two processes that are connected; by the size of its pool PostgreSQL knows the connection of each. */
    async function openTwo() {
      await using opened = new AsyncDisposableStack();
      const url = await freshDatabaseUrl();
      const open = async (poolSize: number) =>
        opened.use(await openPubSub({ kind: "postgres", url, poolSize }, createOutageLog(logger)));
      const [first, second] = [await open(1), await open(2)];
      await vi.waitUntil(() => first.isConnected && second.isConnected, soon);
      const stored = opened.move();
      return { url, first, second, [Symbol.asyncDispose]: () => stored.disposeAsync() };
    }

    test("processes hear one another, and none on another database", async () => {
      await using here = await openTwo();
      await using there = await openTwo();
      const foreign = ear(there.first, "news");
      await expectTalk([here.first, here.second]);
      expect(foreign.heard).toEqual([]);
    });

    test("what is published over a lost connection is a gap for every subscriber", async () => {
      await using both = await openTwo();
      const { url, first, second } = both;
      const ears = [ear(first, "news"), ear(second, "news")] as const;
      await runSql(url, `SELECT pg_terminate_backend(pid) ${OF_FIRST}`);
      await vi.waitUntil(() => !first.isConnected, soon);
      first.send("news", "lost");
      await vi.waitUntil(() => ears.every(({ missed }) => missed > 0), soon);
      expect(ears.map(({ heard }) => heard)).toEqual([["lost"], []]);
      await expectTalk([first, second]);
    });

    test("what is published while a connection does not answer is a gap", async () => {
      await using both = await openTwo();
      const { url, first, second } = both;
      const subscriber = ear(first, "news");
      const [backend] = await runSql(url, `SELECT pid ${OF_FIRST}`);
      const { pid } = backend as { pid: number };
      process.kill(pid, "SIGSTOP");
      try {
        second.send("news", "lost");
        await vi.waitUntil(() => !first.isConnected, soon);
        await vi.waitUntil(() => first.isConnected, soon);
      } finally {
        process.kill(pid, "SIGCONT");
      }
      await expectTalk([first, second]);
      expect([subscriber.heard.toSorted(), subscriber.missed]).toEqual([["from 0", "from 1"], 1]);
    });
  });
}

/** The connection on which the first of two processes listens. */
const OF_FIRST = "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'fieldlocker 1 %'";
