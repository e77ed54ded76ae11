// PostgreSQL is stopped, frozen or started anew: every call says so in time, nobody is shown as signed out, and all is
// well again soon after it is back.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { isOutage } from "#server/database/outage.ts";
import { patiently } from "#server/database/patience.ts";
import { createLogger } from "#server/logger.ts";
import { sessionOf } from "#test/world/answers.ts";
import { type Cluster, postgresFolder, startPostgres } from "#test/world/postgres.ts";
import type { Visitor } from "#test/world/visitor.ts";
import { ask, callsOf, wronglyAnswered } from "./away.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, save, savedIds, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const AWAY_MS = isLong ? 30_000 : 4000;
const programs = postgresFolder();

let cluster: Cluster;
let site: Site;
let person: Visitor;
let email: string;

beforeAll(async () => {
  if (!programs) return;
  cluster = await startPostgres(programs);
  site = await startSite({ databaseUrl: cluster.url });
  person = site.visitor();
  ({ email } = await newPerson(person));
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

/** How long it takes until every call is answered as ever. */
async function untilWell(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answers = await ask(callsOf(site, person, email));
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
  let asked = 0;
  while (performance.now() - began < AWAY_MS) {
    const answers = await ask(callsOf(site, person, email));
    expect(wronglyAnswered(answers)).toEqual([]);
    asked += answers.length;
    slowest.push(...answers.map(({ ms }) => ms));
    // Nobody asks more often than anybody may.
    await sleep(isLong ? 500 : 100);
    for (const path of ["/api/auth/ok", "/api/health/live"])
      expect((await site.visitor().fetch(path)).status).toBe(200);
    expect((await site.visitor().fetch("/api/health/ready")).status).toBe(503);
  }
  // More wrong passwords than may be tried at all: nobody's, because none was looked at.
  const tries = await Promise.all(Array.from({ length: 25 }, () => signIn(site.visitor(), email, "not the password")));
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 503));
  await bringBack();
  const wellMs = await untilWell();
  expect(wellMs).toBeLessThan(5000);
  expect((await signIn(site.visitor(), email)).status).toBe(200);
  expect((await sessionOf(person)).user.email).toBe(email);
  expect((await site.visitor().fetch("/api/health/ready")).status).toBe(200);
  const after = await savedIds(person);
  expect([...before].filter((id) => !after.has(id))).toEqual([]);
  const mailed = await newPerson(site.visitor());
  await expect.poll(async () => (await site.mails()).map(({ to }) => to), { timeout: 10_000 }).toContain(mailed.email);
  figure(
    `PostgreSQL ${way} for ${seconds(AWAY_MS)}: ${asked} of ${asked} calls answered 503, ` +
      `after ${seconds(Math.max(...slowest))} at most; well again after ${seconds(wellMs)}`,
  );
});

test("PostgreSQL that is started anew under writes loses none that was acknowledged", async () => {
  if (!programs) return figure("PostgreSQL started anew: not tried, its programs are not on this machine");
  const kept = new Set<string>();
  const other = new Set<number>();
  let isOver = false;
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const id = crypto.randomUUID();
      const { status } = await save(person, id);
      if (status === 200) kept.add(id);
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
  const lost = [...kept].filter((id) => !there.has(id));
  expect(lost).toEqual([]);
  expect([...other].filter((status) => status !== 503 && status !== 429)).toEqual([]);
  figure(`PostgreSQL started anew under writes: ${lost.length} of ${kept.size} acknowledged writes lost`);
});

test("PostgreSQL that takes its time is no outage, and ends what nobody waits for", async () => {
  if (!programs) return figure("PostgreSQL that is busy: not tried, its programs are not on this machine");
  const db = openDatabase({ kind: "postgres", url: cluster.url }, createLogger({ logLevel: "silent" }));
  const work = (s: number) => sql`SELECT pg_sleep(${s})`.execute(db);
  try {
    const endless = work(60).catch((error: unknown) => error);
    await Promise.all([work(2.5), patiently(() => work(6))]);
    expect(isOutage(await endless)).toBe(true);
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)%' AND state = 'active'
      AND pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  } finally {
    await db.destroy();
  }
  figure("PostgreSQL that is busy: waited for, for 5 s at most; a migration for as long as it takes");
});
