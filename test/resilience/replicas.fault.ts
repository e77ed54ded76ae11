// Several replicas of the program on one PostgreSQL act as one: a limit holds over all of them, a mail is sent once, a soldier that
// is due is read once, and each of them publishes each change once.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import { createStatisticsService, type StatisticsService } from "#test/harness/data/statistics-service.ts";
import { postgresFolder, runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong } from "./figure.ts";
import { startMailServer } from "./mail-server.ts";
import { loadoutBody, newPerson, savedIds } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const REPLICAS = isLong ? 10 : 3;
const PEOPLE_OF_EACH = isLong ? 5 : 3;
const CALLS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
/** What happens a second time would have happened by then. */
const SETTLED_MS = 2000;

test(`${REPLICAS} replicas act as one`, async () => {
  const programs = postgresFolder();
  if (!programs) return figure("several replicas: not tried, PostgreSQL is not on this machine");
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startPostgres(programs));
  const mails = opened.use(await startMailServer());
  const statistics = opened.use(await createStatisticsService());
  const environment = {
    ...{ SMTP_URL: mails.url, MAIL_FROM: "site@example.com" },
    ...{ STATS_URL: statistics.url, STATS_CACHE_S: "0", STATS_PER_MINUTE: "10000", FAULTS_MINUTE_MS: "500" },
    CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
  };
  const first = opened.use(await startSite({ databaseUrl: cluster.url, environment }));
  const start = () => startSite({ databaseUrl: cluster.url, folder: first.folder, environment });
  const others = await Promise.all(Array.from({ length: REPLICAS - 1 }, start));
  for (const site of others) opened.use(site);
  const sites = [first, ...others];

  const people = await Promise.all(
    sites.flatMap((site) =>
      Array.from({ length: PEOPLE_OF_EACH }, async () => {
        const visitor = site.visitor();
        return { visitor, ...(await newPerson(visitor)) };
      }),
    ),
  );
  await Promise.all([
    expectMailsOnce(people, mails.recipients),
    expectReadingsOnce(people, statistics, cluster.url),
    expectChangesOnce(sites.map((site) => site.visitor())),
  ]);
  await expectLimit(sites);
  expect(sites.map((site) => site.complaints()).join("")).toBe("");
  figure(
    `${REPLICAS} replicas: ${CALLS_PER_MINUTE} calls of a client allowed, each mail, change, job and due reading once`,
  );
});

type Person = { visitor: Visitor; email: string };

/** People have signed up at every replica; each address gets one mail. */
async function expectMailsOnce(people: readonly Person[], recipients: readonly string[]): Promise<void> {
  const emails = people.map(({ email }) => email).toSorted();
  const getTheirs = () => recipients.filter((address) => emails.includes(address)).toSorted();
  await expect.poll(() => getTheirs().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(emails.length);
  await sleep(SETTLED_MS);
  expect(getTheirs()).toEqual(emails);
}

/** Each adds a soldier, which is read by a job; then all are due at once, while every replica looks for what is due. */
async function expectReadingsOnce(
  people: readonly Person[],
  { calls }: StatisticsService,
  databaseUrl: string,
): Promise<void> {
  const names = people.map((_person, index) => `Soldier ${index}`);
  // A cold replica takes long to read several at once.
  for (const [index, { visitor }] of people.entries())
    await visitor.trpc.soldier.add.mutate(newSoldier(names[index] ?? "", "bf2042"));
  const countReadings = () => {
    const read = calls.filter(({ path }) => path === "/bf2042/stats/");
    return names.map((name) => read.filter((call) => call.name === name).length);
  };
  const listJobs = () =>
    runSql(databaseUrl, `SELECT attempts, outcome::json ->> 'kind' AS outcome, count(*)::int FROM job GROUP BY 1, 2`);
  const done = (count: number) => [{ attempts: 1, outcome: "done", count }];
  await expect.poll(listJobs, { timeout: 30_000 }).toEqual(done(names.length));
  expect(countReadings()).toEqual(names.map(() => 1));
  await runSql(databaseUrl, `UPDATE soldier SET "nextReadAt" = '2020-01-01T00:00:00.000Z'`);
  await expect.poll(listJobs, { timeout: 30_000 }).toEqual(done(2 * names.length));
  await sleep(SETTLED_MS);
  expect(await listJobs()).toEqual(done(2 * names.length));
  expect(countReadings()).toEqual(names.map(() => 2));
}

/** A person watches their locker through every replica and saves through each; every stream has every change once. */
async function expectChangesOnce(visitors: readonly Visitor[]): Promise<void> {
  const [person] = visitors;
  if (!person) return;
  await newPerson(person);
  for (const visitor of visitors) for (const [name, value] of person.cookies) visitor.cookies.set(name, value);
  const ended = new AbortController();
  const received = await Promise.all(
    visitors.map(async (visitor) => {
      const { body } = await visitor.fetch("/api/trpc/loadout.changes", { signal: ended.signal });
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
    expect((await visitor.post("/api/trpc/loadout.save", loadoutBody(ids[index]))).status).toBe(200);
  await sleep(SETTLED_MS);
  ended.abort();
  for (const texts of received) {
    const counts = ids.map((id) => texts.join("").split(`"${id}"`).length - 1);
    expect(counts).toEqual(ids.map(() => 1));
  }
  expect(await savedIds(person)).toEqual(new Set(ids));
}

/** One client calls every replica in turn, more often than it may. */
async function expectLimit(sites: readonly Site[]): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  // All calls have to be in one window.
  if (leftMs < 15_000) await sleep(leftMs);
  const headers = { "x-forwarded-for": "192.0.2.1" };
  const statuses: number[] = [];
  for (let round = 0; round < (CALLS_PER_MINUTE * 1.5) / sites.length; round += 1) {
    const answers = await Promise.all(sites.map(({ origin }) => fetch(`${origin}/api/auth/ok`, { headers })));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(CALLS_PER_MINUTE);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
}
