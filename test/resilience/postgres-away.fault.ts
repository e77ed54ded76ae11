// PostgreSQL is stopped, frozen or restarted: every call reports the outage in time, no user appears signed out, and
// the service recovers soon after PostgreSQL is back.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable, withoutTimeouts } from "#platform/database/database-unavailable.ts";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { type Cluster, findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import { getSession } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { describeWrongResponses, getCalls, sendCalls } from "./away.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { listSavedIds, saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const AWAY_MS = isLong ? 30_000 : 4000;
const programs = findPostgres();

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
  person = site.createVisitor();
  ({ email } = await signUpPerson(person));
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

/** Returns the log's lines about outages and failures; an outage within a minute of the previous one adds no line. */
const parseOutageLines = (): unknown[] =>
  log.split("\n").flatMap((line) => {
    if (!line.startsWith("{") || !line.endsWith("}")) return [];
    const { level, trouble, msg } = JSON.parse(line);
    return level >= 40 || trouble !== undefined ? [[level, trouble, msg]] : [];
  });

/** Waits until no call fails any more; returns the time it took in ms. */
async function waitUntilRecovered(): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const responses = await sendCalls(getCalls(site, person, email));
    const failed = responses.filter(({ status }) => status >= 500);
    const ms = performance.now() - startedAt;
    if (failed.length === 0) return ms;
    if (ms > 10_000) throw new Error(`Not well after ten seconds: ${JSON.stringify(failed)}`);
    await sleep(100);
  }
}

const OUTAGES = [
  ["stopped", () => cluster.stop(), () => cluster.start()],
  ["frozen", async () => cluster.freeze(), async () => cluster.thaw()],
] as const;

afterEach(() => expect(site?.browserErrors() ?? "").toBe(""));

test.for(OUTAGES)(
  "PostgreSQL that is %s is reported as an outage, and no session ends",
  async ([state, startOutage, endOutage]) => {
    if (!programs) return recordFigure(`PostgreSQL ${state}: not tried, its programs are not on this machine`);
    const idsBefore = await listSavedIds(person);
    await startOutage();
    const startedAt = performance.now();
    const responseTimes: number[] = [];
    let count = 0;
    while (performance.now() - startedAt < AWAY_MS) {
      const responses = await sendCalls(getCalls(site, person, email));
      expect(describeWrongResponses(responses)).toEqual([]);
      count += responses.length;
      responseTimes.push(...responses.map(({ ms }) => ms));
      // Stays below the rate limits.
      await sleep(isLong ? 500 : 100);
      for (const path of ["/api/auth/ok", "/api/health/live"])
        expect((await site.createVisitor().fetch(path)).status).toBe(200);
      expect((await site.createVisitor().fetch("/api/health/ready")).status).toBe(503);
    }
    // More wrong passwords than the limit allows; none counts against it, because none was checked.
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => signIn(site.createVisitor(), email, "not the password")),
    );
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 503));
    await endOutage();
    const recoveredMs = await waitUntilRecovered();
    expect(recoveredMs).toBeLessThan(5000);
    expect((await signIn(site.createVisitor(), email)).status).toBe(200);
    expect((await getSession(person)).user.email).toBe(email);
    expect((await site.createVisitor().fetch("/api/health/ready")).status).toBe(200);
    const idsAfter = await listSavedIds(person);
    expect([...idsBefore].filter((id) => !idsAfter.has(id))).toEqual([]);
    const newUser = await signUpPerson(site.createVisitor());
    await expect
      .poll(async () => (await site.readMails()).map(({ to }) => to), { timeout: 10_000 })
      .toContain(newUser.email);
    // The end of an outage is logged by the first statement half a second after the last failure.
    const getOutageLines = async () => (await listSavedIds(person)) && parseOutageLines();
    await expect.poll(getOutageLines, { interval: 200, timeout: 5000 }).toEqual([
      [50, "away", "the database does not answer, or ended the statement"],
      [30, "away", "the database works again"],
    ]);
    expect(log).not.toContain('"stack"');
    recordFigure(
      `PostgreSQL ${state} for ${formatSeconds(AWAY_MS)}: ${count} of ${count} calls answered 503, ` +
        `after ${formatSeconds(Math.max(...responseTimes))} at most; well again after ${formatSeconds(recoveredMs)}`,
    );
  },
);

test("restarts of PostgreSQL during writes lose no acknowledged write", async () => {
  if (!programs) return recordFigure("PostgreSQL started anew: not tried, its programs are not on this machine");
  const acknowledgedIds = new Set<string>();
  const otherStatuses = new Set<number>();
  let isOver = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const id = crypto.randomUUID();
      const { status } = await saveLoadout(person, id);
      if (status === 200) acknowledgedIds.add(id);
      else otherStatuses.add(status);
      await sleep(status === 200 ? 20 : 100);
    }
  });
  for (let times = 0; times < (isLong ? 10 : 2); times += 1) {
    await sleep(500);
    await cluster.stop();
    await cluster.start();
  }
  await waitUntilRecovered();
  isOver = true;
  await Promise.all(writers);
  const storedIds = await listSavedIds(person);
  const lostIds = [...acknowledgedIds].filter((id) => !storedIds.has(id));
  expect(lostIds).toEqual([]);
  expect([...otherStatuses].filter((status) => status !== 503 && status !== 429)).toEqual([]);
  recordFigure(
    `PostgreSQL started anew under writes: ${lostIds.length} of ${acknowledgedIds.size} acknowledged writes lost`,
  );
});

test("a slow PostgreSQL is not an outage, and queries that exceed the timeout are cancelled", async () => {
  if (!programs) return recordFigure("PostgreSQL that is busy: not tried, its programs are not on this machine");
  const db = openDatabase({ kind: "postgres", url: cluster.url }, createLogger({ logLevel: "silent" }));
  const runSleep = (s: number) => sql`SELECT pg_sleep(${s})`.execute(db);
  try {
    const tooLong = runSleep(60).catch((error: unknown) => error);
    await Promise.all([runSleep(2.5), withoutTimeouts(() => runSleep(6))]);
    expect(isDatabaseUnavailable(await tooLong)).toBe(true);
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)%' AND state = 'active'
      AND pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  } finally {
    await db.destroy();
  }
  recordFigure("PostgreSQL that is busy: waited for, for 5 s at most; a migration for as long as it takes");
});
