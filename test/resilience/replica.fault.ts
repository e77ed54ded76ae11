// Two processes share a primary of PostgreSQL and a replica that answers reads two seconds late, too late, or not at all.
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/harness/processes/free-port.ts";
import {
  delayed,
  postgresFolder,
  type Replica,
  runSql,
  startPostgres,
  startReplica,
} from "#test/harness/processes/postgres.ts";
import { createVisitor, type Visitor } from "#test/harness/visitor.ts";
import { figure, isLong } from "./figure.ts";
import { newPerson, save, savedIds } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 5;
const READERS = isLong ? 20 : 5;
const READING_MS = isLong ? 10_000 : 1200;
const LATE_BY = isLong ? "2s" : "700ms";
/** The replica is late and looked at twice in a second. */
const SOON = { timeout: 15_000, interval: 100 };

const programs = postgresFolder();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

let sites: [Site, Site];
let metricsPorts: [number, number];
let primaryUrl: string;
let replica: Replica;
let log = "";

beforeAll(async () => {
  if (!programs) return;
  primaryUrl = opened.use(await startPostgres(programs)).url;
  replica = opened.use(await startReplica(programs, primaryUrl, await freePort(), delayed(LATE_BY)));
  metricsPorts = [await freePort(), await freePort()];
  const [first, second] = [await start(metricsPorts[0], replica.url), await start(metricsPorts[1], replica.url)];
  sites = [opened.use(first), opened.use(second)];
}, 60_000);

async function start(metricsPort: number, readUrl: string): Promise<Site> {
  const environment = {
    SECRET: "of both processes, and of no other one",
    DATABASE_READ_URL: readUrl,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "info",
  };
  const site = await startSite({ databaseUrl: primaryUrl, environment });
  site.program().process.stdout?.on("data", (chunk: Buffer) => {
    log += String(chunk);
  });
  return site;
}

/** The sum of a metric over both processes. */
async function measure(name: string): Promise<number> {
  const texts = await Promise.all(
    metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(name.length + 1)), 0);
}

const countReplicated = () => measure('fieldlocker_reads_total{target="replica"}');
const countFallbacks = (reason: string) => measure(`fieldlocker_replica_fallbacks_total{reason="${reason}"}`);

/** The same person in the other process. */
function inOther({ cookies }: Visitor): Visitor {
  const other = createVisitor(sites[1].origin);
  for (const [name, value] of cookies) other.cookies.set(name, value);
  return other;
}

async function newPersonOnBoth(): Promise<[Visitor, Visitor]> {
  const first = sites[0].visitor();
  await newPerson(first);
  return [first, inOther(first)];
}

/** Resolves when a read of this person came from the replica. */
const untilReplicated = (person: Visitor) =>
  expect
    .poll(async () => {
      const before = await countReplicated();
      await savedIds(person);
      return (await countReplicated()) > before;
    }, SOON)
    .toBe(true);

/** Resolves when the primary has answered this person for that reason more than so often. */
const untilFallenBack = (person: Visitor, reason: string, times: number) =>
  expect
    .poll(async () => {
      await savedIds(person);
      return countFallbacks(reason);
    }, SOON)
    .toBeGreaterThan(times);

/** How often a line of the log, of either process, has these words. */
const countLogged = (words: string): number => log.split(words).length - 1;

test.runIf(programs)("a person reads at once what they wrote through the other process", async () => {
  const [first, second] = await newPersonOnBoth();
  const ids = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = crypto.randomUUID();
    expect((await save(round % 2 ? second : first, id)).status).toBe(200);
    ids.add(id);
    expect([await savedIds(first), await savedIds(second)]).toEqual([ids, ids]);
  }
  expect(await countFallbacks("changed")).toBeGreaterThan(0);
  await untilReplicated(first);
  // Changes of which no other device is notified.
  const soldierId = crypto.randomUUID();
  await second.trpc.soldier.addSample.mutate({ id: soldierId, game: "bf4" });
  expect((await first.trpc.soldier.list.query()).map(({ id }) => id)).toEqual([soldierId]);
  await untilReplicated(first);
  await second.post("/api/auth/update-user", { name: "Renamed" });
  expect((await first.trpc.account.export.query()).about?.account.name).toBe("Renamed");
  await untilReplicated(first);
  // What others change sends no one back to the primary.
  const fallenBack = await countFallbacks("changed");
  const [other] = await newPersonOnBoth();
  await save(other);
  await untilReplicated(second);
  expect(await countFallbacks("changed")).toBe(fallenBack);
});

test.runIf(programs)("a device that is notified of a change reads it, and a platoon's members do", async () => {
  const [owner, ownersPhone] = await newPersonOnBoth();
  const [member] = await newPersonOnBoth();
  const platoon = await owner.post("/api/auth/organization/create", { name: "Night Owls", slug: "night-owls" });
  const { id: organizationId } = await platoon.json();
  const { address } = await owner.trpc.platoon.members.createLink.mutate({
    organizationId,
    role: "member",
    days: 1,
    uses: 1,
  });
  const link = String(new URL(address).searchParams.get("link"));
  await member.trpc.platoon.members.join.mutate({ link });
  await untilReplicated(owner);
  await untilReplicated(member);
  await expect
    .poll(async () => {
      const before = await countReplicated();
      await member.trpc.platoon.squad.list.query({ organizationId });
      return (await countReplicated()) - before;
    }, SOON)
    .toBe(1);
  const squadId = crypto.randomUUID();
  const squad = { id: squadId, isNew: true, name: "Alpha", game: "bf4" as const, added: [], removed: [] };
  const changed = await hearOf(
    inOther(member),
    `platoon.feed.changes?input=${encodeURIComponent(JSON.stringify({ organizationId }))}`,
  );
  await owner.trpc.platoon.squad.save.mutate({ organizationId, ...squad });
  await changed("squads");
  expect((await inOther(member).trpc.platoon.squad.list.query({ organizationId })).map(({ id }) => id)).toEqual([
    squadId,
  ]);
  const saved = await hearOf(ownersPhone, "loadout.changes");
  const id = crypto.randomUUID();
  await save(owner, id);
  await saved(id);
  expect(await savedIds(ownersPhone)).toContain(id);
});

/** Opens a stream; answers a function that resolves once it has these words. */
async function hearOf(person: Visitor, call: string): Promise<(words: string) => Promise<void>> {
  const over = new AbortController();
  opened.defer(() => over.abort());
  const { body, status } = await person.fetch(`/api/trpc/${call}`, { signal: over.signal });
  expect(status).toBe(200);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  await reader?.read();
  return async (words) => {
    while (!heard.includes(words)) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`The stream ended before ${words}.`);
      heard += part.value;
    }
  };
}

/** Reads at both processes until the work is done; answers how many reads did not succeed. */
async function readDuring(person: [Visitor, Visitor], work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let failed = 0;
  const readers = Array.from({ length: READERS }, async (_, index) => {
    while (!isOver) {
      const { status } = await (person[index % 2] as Visitor).fetch("/api/trpc/loadout.list?input=%7B%7D");
      if (status !== 200) failed += 1;
    }
  });
  await work();
  isOver = true;
  await Promise.all(readers);
  return failed;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.runIf(programs)(
  "what a replica refuses is decided by the primary, and a right that it lacks is logged once",
  async () => {
    const [person] = await newPersonOnBoth();
    await untilReplicated(person);
    const [refused, failed] = [await countFallbacks("refused"), await countFallbacks("failed")];
    const missing = `/api/trpc/loadout.get?input=${encodeURIComponent(JSON.stringify({ id: crypto.randomUUID() }))}`;
    expect((await person.fetch(missing)).status).toBe(404);
    expect([await countFallbacks("refused"), await countFallbacks("failed")]).toEqual([refused + 1, failed]);
    await runSql(primaryUrl, "CREATE ROLE reader LOGIN");
    await using site = await start(await freePort(), Object.assign(new URL(replica.url), { username: "reader" }).href);
    const reader = site.visitor();
    await newPerson(reader);
    const warning = "the replica refused a read";
    await expect.poll(async () => [(await savedIds(reader)).size, countLogged(warning)], SOON).toEqual([0, 1]);
    for (let round = 0; round < ROUNDS; round += 1) await savedIds(reader);
    expect(countLogged(warning)).toBe(1);
    expect(log).toContain("permission denied for table");
  },
);

test.runIf(programs)(
  "a replica that dies under reads fails none of them, is logged once, and is used again",
  async () => {
    const person = await newPersonOnBoth();
    await untilReplicated(person[0]);
    const words = "the replica cannot be used";
    const [logged, replicated] = [countLogged(words), await countReplicated()];
    const failed = await readDuring(person, async () => {
      await pause(READING_MS);
      await replica.kill();
      await pause(READING_MS);
    });
    expect(failed).toBe(0);
    expect(await countReplicated()).toBeGreaterThan(replicated);
    expect(await countFallbacks("away")).toBeGreaterThan(0);
    expect(countLogged(words) - logged).toBe(2);
    await replica.start();
    await untilReplicated(person[0]);
    replica.freeze();
    expect(await readDuring(person, () => pause(READING_MS))).toBe(0);
    replica.thaw();
    await untilReplicated(person[0]);
    figure(`a replica that dies under ${READERS} readers: none of their reads failed`);
  },
);

test.runIf(programs)("a replica that is more than five seconds behind is not read", async () => {
  const [person] = await newPersonOnBoth();
  await untilReplicated(person);
  await runSql(replica.url, "SELECT pg_wal_replay_pause()");
  await save((await newPersonOnBoth())[0]);
  await expect.poll(() => measure("fieldlocker_replica_lag_seconds"), SOON).toBeGreaterThan(2 * 5);
  await untilFallenBack(person, "behind", await countFallbacks("behind"));
  const replicated = await countReplicated();
  await savedIds(person);
  expect(await countReplicated()).toBe(replicated);
  await runSql(replica.url, "SELECT pg_wal_replay_resume()");
  await untilReplicated(person);
});

test.runIf(programs)("a replica that has become a primary is not read", async () => {
  const [person] = await newPersonOnBoth();
  await untilReplicated(person);
  await replica.promote();
  await untilFallenBack(person, "away", await countFallbacks("away"));
  const replicated = await countReplicated();
  await savedIds(person);
  expect(await countReplicated()).toBe(replicated);
});
