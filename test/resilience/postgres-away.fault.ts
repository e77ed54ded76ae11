// PostgreSQL is stopped, frozen or restarted: every call reports the outage in time, no user appears signed out, and
// the service recovers soon after PostgreSQL is back.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { getSession } from "#test/harness/answers.ts";
import { type Cluster, postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { ask, getCalls, wronglyAnswered } from "./away.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const AWAY_MS = isLong ? 30_000 : 4000;
const programs = postgresFolder();

let cluster: Cluster;
let site: Site;
let person: Visitor;
let email: string;
let log = "";

beforeAll(async () => {
  if (!programs) return;
  cluster = await startPostgres(programs);
  site = await startSite({ databaseUrl: cluster.url, environment: { LOG_LEVEL: "info" } });
  site.program().process.stdout?.on("data", (chunk: Buffer) => {
    log += String(chunk);
  });
  person = site.visitor();
  ({ email } = await newPerson(person));
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

/** What the log has of outages and failures: a restart within a minute of the one before adds no line. */
const loggedTroubles = (): unknown[] =>
  log.split("\n").flatMap((line) => {
    if (!line.startsWith("{") || !line.endsWith("}")) return [];
    const { level, trouble, msg } = JSON.parse(line);
    return level >= 40 || trouble !== undefined ? [[level, trouble, msg]] : [];
  });

/** How long it takes until every call is answered as ever. */
async function untilWell(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answers = await ask(getCalls(site, person, email));
    const ill = answers.filter(({ status }) => status >= 500);
    const ms = performance.now() - began;
    if (ill.length === 0) return ms;
    if (ms > 10_000) throw new Error(`Not well after ten seconds: ${JSON.stringify(ill)}`);
    await sleep(100);
  }
}

const WAYS = [
  ["stopped", () => cluster.stop(), () => cluster.start()],
  ["frozen", async () => cluster.freeze(), async () => cluster.thaw()],
] as const;

afterEach(() => expect(site?.complaints() ?? "").toBe(""));

test.for(WAYS)("PostgreSQL that is %s is an outage, and no end of a session", async ([way, takeAway, bringBack]) => {
  if (!programs) return figure(`PostgreSQL ${way}: not tried, its programs are not on this machine`);
  const before = await savedIds(person);
  await takeAway();
  const began = performance.now();
  const slowest: number[] = [];
  let count = 0;
  while (performance.now() - began < AWAY_MS) {
    const answers = await ask(getCalls(site, person, email));
    expect(wronglyAnswered(answers)).toEqual([]);
    count += answers.length;
    slowest.push(...answers.map(({ ms }) => ms));
    // Stays below the rate limits.
    await sleep(isLong ? 500 : 100);
    for (const path of ["/api/auth/ok", "/api/health/live"])
      expect((await site.visitor().fetch(path)).status).toBe(200);
    expect((await site.visitor().fetch("/api/health/ready")).status).toBe(503);
  }
  // More wrong passwords than the limit allows; none counts against it, because none was checked.
  const tries = await Promise.all(Array.from({ length: 25 }, () => signIn(site.visitor(), email, "not the password")));
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 503));
  await bringBack();
  const wellMs = await untilWell();
  expect(wellMs).toBeLessThan(5000);
  expect((await signIn(site.visitor(), email)).status).toBe(200);
  expect((await getSession(person)).user.email).toBe(email);
  expect((await site.visitor().fetch("/api/health/ready")).status).toBe(200);
  const after = await savedIds(person);
  expect([...before].filter((id) => !after.has(id))).toEqual([]);
  const mailed = await newPerson(site.visitor());
  await expect.poll(async () => (await site.mails()).map(({ to }) => to), { timeout: 10_000 }).toContain(mailed.email);
  // The end of an outage is logged by the first statement half a second after the last failure.
  const troubles = async () => (await savedIds(person)) && loggedTroubles();
  await expect.poll(troubles, { interval: 200, timeout: 5000 }).toEqual([
    [50, "away", "the database does not answer, or ended the statement"],
    [30, "away", "the database works again"],
  ]);
  expect(log).not.toContain('"stack"');
  figure(
    `PostgreSQL ${way} for ${seconds(AWAY_MS)}: ${count} of ${count} calls answered 503, ` +
      `after ${seconds(Math.max(...slowest))} at most; well again after ${seconds(wellMs)}`,
  );
});

test("PostgreSQL that is started anew under writes loses none that was acknowledged", async () => {
  if (!programs) return figure("PostgreSQL started anew: not tried, its programs are not on this machine");
  const stored = new Set<string>();
  const other = new Set<number>();
  let isOver = false;
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const id = crypto.randomUUID();
      const { status } = await save(person, id);
      if (status === 200) stored.add(id);
      else other.add(status);
      await sleep(status === 200 ? 20 : 100);
    }
  });
  for (let times = 0; times < (isLong ? 10 : 2); times += 1) {
    await sleep(500);
    await cluster.stop();
    await cluster.start();
  }
  await untilWell();
  isOver = true;
  await Promise.all(writing);
  const there = await savedIds(person);
  const lost = [...stored].filter((id) => !there.has(id));
  expect(lost).toEqual([]);
  expect([...other].filter((status) => status !== 503 && status !== 429)).toEqual([]);
  figure(`PostgreSQL started anew under writes: ${lost.length} of ${stored.size} acknowledged writes lost`);
});

test("PostgreSQL that is slow is no outage, and queries that no caller waits for are ended", async () => {
  if (!programs) return figure("PostgreSQL that is busy: not tried, its programs are not on this machine");
  const db = openDatabase({ kind: "postgres", url: cluster.url }, createLogger({ logLevel: "silent" }));
  const work = (s: number) => sql`SELECT pg_sleep(${s})`.execute(db);
  try {
    const endless = work(60).catch((error: unknown) => error);
    await Promise.all([work(2.5), withoutTimeouts(() => work(6))]);
    expect(isDatabaseUnavailable(await endless)).toBe(true);
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)%' AND state = 'active'
      AND pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  } finally {
    await db.destroy();
  }
  figure("PostgreSQL that is busy: waited for, for 5 s at most; a migration for as long as it takes");
});
