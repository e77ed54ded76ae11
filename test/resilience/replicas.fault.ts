// Several replicas of the program on one PostgreSQL act as one: a rate limit applies to all of them together, each mail is sent once,
// each due soldier is read once, and each replica publishes each change once.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { findPostgres, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { isLong, recordFigure } from "./figure.ts";
import { startMailServer } from "./mail-server.ts";
import { createLoadoutInput, listSavedIds, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const REPLICAS = isLong ? 10 : 3;
const PEOPLE_PER_REPLICA = isLong ? 5 : 3;
const CALLS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
/** The time after which a duplicate action would have happened. */
const DUPLICATE_WAIT_MS = 2000;

test(`${REPLICAS} replicas act as one`, async () => {
  const programs = findPostgres();
  if (!programs) return recordFigure("several replicas: not tried, PostgreSQL is not on this machine");
  await using resources = new AsyncDisposableStack();
  const cluster = resources.use(await startPostgres(programs));
  const mails = resources.use(await startMailServer());
  const statistics = resources.use(await createStatisticsService());
  const environment = {
    ...{ SMTP_URL: mails.url, MAIL_FROM: "site@example.com" },
    ...{ STATS_URL: statistics.url, STATS_CACHE_S: "0", STATS_PER_MINUTE: "10000", FAULTS_MINUTE_MS: "500" },
    CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
  };
  const firstSite = resources.use(await startSite({ databaseUrl: cluster.url, environment }));
  const start = () => startSite({ databaseUrl: cluster.url, folder: firstSite.folder, environment });
  const otherSites = await Promise.all(Array.from({ length: REPLICAS - 1 }, start));
  for (const site of otherSites) resources.use(site);
  const sites = [firstSite, ...otherSites];

  const people = await Promise.all(
    sites.flatMap((site) =>
      Array.from({ length: PEOPLE_PER_REPLICA }, async () => {
        const visitor = site.createVisitor();
        return { visitor, ...(await signUpPerson(visitor)) };
      }),
    ),
  );
  await Promise.all([
    expectMailsOnce(people, mails.recipients),
    expectReadingsOnce(people, statistics, cluster.url),
    expectChangesOnce(sites.map((site) => site.createVisitor())),
  ]);
  await expectLimit(sites);
  expect(sites.map((site) => site.browserErrors()).join("")).toBe("");
  recordFigure(
    `${REPLICAS} replicas: ${CALLS_PER_MINUTE} calls of a client allowed, each mail, change, job and due reading once`,
  );
});

type Person = { visitor: Visitor; email: string };

/** Expects one mail to each address, although users signed up at every replica. */
async function expectMailsOnce(people: readonly Person[], recipients: readonly string[]): Promise<void> {
  const emails = people.map(({ email }) => email).toSorted();
  const listReceived = () => recipients.filter((address) => emails.includes(address)).toSorted();
  await expect.poll(() => listReceived().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(emails.length);
  await sleep(DUPLICATE_WAIT_MS);
  expect(listReceived()).toEqual(emails);
}

/** Adds a soldier per user, then makes all soldiers due at once, and expects one reading each although every replica looks for due soldiers. */
async function expectReadingsOnce(
  people: readonly Person[],
  { calls }: StatisticsService,
  databaseUrl: string,
): Promise<void> {
  const names = people.map((_person, index) => `Soldier ${index}`);
  // The soldiers are added one by one, because a new replica reads several at once slowly.
  for (const [index, { visitor }] of people.entries())
    await visitor.trpc.soldier.add.mutate(newSoldier(names[index] ?? "", "bf2042"));
  const countReadings = () => {
    const readCalls = calls.filter(({ path }) => path === "/bf2042/stats/");
    return names.map((name) => readCalls.filter((call) => call.name === name).length);
  };
  const listJobs = () =>
    runSql(databaseUrl, `SELECT attempts, outcome::json ->> 'kind' AS outcome, count(*)::int FROM job GROUP BY 1, 2`);
  const getExpectedJobs = (count: number) => [{ attempts: 1, outcome: "done", count }];
  await expect.poll(listJobs, { timeout: 30_000 }).toEqual(getExpectedJobs(names.length));
  expect(countReadings()).toEqual(names.map(() => 1));
  await runSql(databaseUrl, `UPDATE soldier SET "nextReadAt" = '2020-01-01T00:00:00.000Z'`);
  await expect.poll(listJobs, { timeout: 30_000 }).toEqual(getExpectedJobs(2 * names.length));
  await sleep(DUPLICATE_WAIT_MS);
  expect(await listJobs()).toEqual(getExpectedJobs(2 * names.length));
  expect(countReadings()).toEqual(names.map(() => 2));
}

/** Opens a stream of a user's locker at every replica, saves at each, and expects every change once in every stream. */
async function expectChangesOnce(visitors: readonly Visitor[]): Promise<void> {
  const [person] = visitors;
  if (!person) return;
  await signUpPerson(person);
  for (const visitor of visitors) for (const [name, value] of person.cookies) visitor.cookies.set(name, value);
  const stopSignal = new AbortController();
  const received = await Promise.all(
    visitors.map(async (visitor) => {
      const { body } = await visitor.fetch("/api/trpc/loadout.changes", { signal: stopSignal.signal });
      const texts: string[] = [];
      const reading = async () => {
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) texts.push(text);
      };
      reading().catch(() => {});
      return texts;
    }),
  );
  await Promise.all(received.map((texts) => expect.poll(() => texts.length).toBeGreaterThan(0)));
  const ids = visitors.map(() => crypto.randomUUID());
  for (const [index, visitor] of visitors.entries())
    expect((await visitor.post("/api/trpc/loadout.save", createLoadoutInput(ids[index]))).status).toBe(200);
  await sleep(DUPLICATE_WAIT_MS);
  stopSignal.abort();
  for (const texts of received) {
    const counts = ids.map((id) => texts.join("").split(`"${id}"`).length - 1);
    expect(counts).toEqual(ids.map(() => 1));
  }
  expect(await listSavedIds(person)).toEqual(new Set(ids));
}

/** Calls all replicas as one client more often than allowed, and expects the limit to apply to all together. */
async function expectLimit(sites: readonly Site[]): Promise<void> {
  const remainingMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  // All calls have to be in the same window.
  if (remainingMs < 15_000) await sleep(remainingMs);
  const headers = { "x-forwarded-for": "192.0.2.1" };
  const statuses: number[] = [];
  for (let round = 0; round < (CALLS_PER_MINUTE * 1.5) / sites.length; round += 1) {
    const responses = await Promise.all(sites.map(({ origin }) => fetch(`${origin}/api/auth/ok`, { headers })));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(CALLS_PER_MINUTE);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
}
