// @postgres @alone
// Messages between processes, over PostgreSQL and within one.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { createOutageLog } from "#platform/database/outage-log.ts";
import { createLogger } from "#platform/logger.ts";
import { createPubSub, type PubSub } from "#platform/pubsub/pubsub.ts";
import { openPubSub } from "#server/context.ts";
import { freshDatabaseUrl } from "#test/harness/processes/test-database.ts";

const outages = createOutageLog(createLogger({ logLevel: "silent" }));
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

const cluster = process.env["TEST_DATABASE"];
if (cluster) {
  describe("over PostgreSQL", () => {
    const open = (url: string) => openPubSub({ kind: "postgres", url }, outages);

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
