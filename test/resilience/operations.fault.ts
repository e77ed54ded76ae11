// The program is killed during imports, undos, merges and deletions: each is whole afterwards, or was never begun. And
// while they run at their largest, others are answered as if they did not.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { incoming, sendAll } from "#test/harness/data/imports.ts";
import { findNames } from "#test/harness/data/lockers.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, quantile, seconds } from "./figure.ts";
import { newPerson, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 2;
const LOADOUTS = isLong ? 400 : 60;
/** How long what a killed process left may take after the next start. */
const FOLLOW_MS = 60_000;

const world = { context: { arsenals: ARSENALS } } as Parameters<typeof incoming>[0];
const many = (count: number) => Array.from({ length: count }, (_, number) => incoming(world, number));
const getCount = async ({ trpc }: Visitor): Promise<number> =>
  (await trpc.loadout.list.query({ limit: 500 })).items.length;
const call = (visitor: Visitor, path: string, input: object) => visitor.post(`/api/trpc/${path}`, input);

/** A person with what an operation needs, the operation, and what must hold after it was cut off. */
type Scenario = (site: Site) => Promise<{ begin(): Promise<Response>; check(): Promise<"done" | "not begun"> }>;

const commit: Scenario = async (site) => {
  const visitor = site.visitor();
  await newPerson(visitor);
  const importId = await sendAll(visitor, many(LOADOUTS));
  return {
    begin: () => call(visitor, "lockerImport.commit", { importId, loadouts: LOADOUTS }),
    async check() {
      const count = await getCount(visitor);
      expect([0, LOADOUTS]).toContain(count);
      const result = await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
      expect([result, await getCount(visitor)]).toEqual([{ added: LOADOUTS, replaced: 0 }, LOADOUTS]);
      return count === 0 ? "not begun" : "done";
    },
  };
};

const undo: Scenario = async (site) => {
  const visitor = site.visitor();
  await newPerson(visitor);
  const importId = await sendAll(visitor, many(LOADOUTS));
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
  return {
    begin: () => call(visitor, "lockerImport.undo", { importId }),
    async check() {
      const count = await getCount(visitor);
      expect([0, LOADOUTS]).toContain(count);
      await visitor.trpc.lockerImport.undo.mutate({ importId });
      expect(await getCount(visitor)).toBe(0);
      return count === 0 ? "done" : "not begun";
    },
  };
};

const merge: Scenario = async (site) => {
  const owner = site.visitor();
  const { email } = await newPerson(owner);
  const own = await sendAll(owner, many(3));
  await owner.trpc.lockerImport.commit.mutate({ importId: own, loadouts: 3 });
  const guest = site.visitor();
  await guest.post("/api/auth/sign-in/anonymous");
  const importId = await sendAll(
    guest,
    many(LOADOUTS).map((one) => ({ ...one, name: `Guest ${one.number}` })),
  );
  await guest.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
  return {
    begin: () => signIn(guest, email),
    async check() {
      const count = await getCount(owner);
      expect([3, LOADOUTS + 3]).toContain(count);
      // Cut off before its answer: the browser has the guest's cookie still, and signs in once more.
      expect((await signIn(guest, email)).status).toBe(200);
      expect(await getCount(owner)).toBe(LOADOUTS + 3);
      expect(await findNames(owner, "guest")).toHaveLength(LOADOUTS);
      return count === 3 ? "not begun" : "done";
    },
  };
};

const deletion: Scenario = async (site) => {
  const visitor = site.visitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const importId = await sendAll(visitor, many(LOADOUTS));
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
  return {
    begin: () => visitor.post("/api/auth/delete-user", {}),
    async check() {
      const answer = await visitor.fetch("/api/trpc/folder.list");
      expect([200, 401]).toContain(answer.status);
      if (answer.status === 401) return "done";
      expect(await getCount(visitor)).toBe(LOADOUTS);
      expect((await visitor.post("/api/auth/delete-user", {})).status).toBe(200);
      expect((await visitor.fetch("/api/trpc/folder.list")).status).toBe(401);
      return "not begun";
    },
  };
};

const SCENARIOS = { commit, undo, merge, deletion };

/** Rows that no state of any of these operations has once all of them have ended. */
async function leftovers(place: DatabasePlace): Promise<string[]> {
  const db = openDatabase(place, createLogger({ logLevel: "silent" }));
  try {
    const countIn = async (name: string, from: string) => {
      const { rows } = await sql<{ count: number | string }>`SELECT count(*) AS count FROM ${sql.raw(from)}`.execute(
        db,
      );
      return Number(rows[0]?.count) === 0 ? [] : [`${rows[0]?.count} ${name}`];
    };
    return (
      await Promise.all([
        countIn("pending operations", `operation WHERE state = 'pending'`),
        countIn("departed people", "departure"),
        countIn(
          "words of nothing",
          `"loadoutWord" w WHERE NOT EXISTS (SELECT 1 FROM loadout l WHERE l.id = w."loadoutId")`,
        ),
        countIn(
          "words of another person's loadout",
          `"loadoutWord" w JOIN loadout l ON l.id = w."loadoutId" WHERE l."userId" <> w."userId"`,
        ),
        countIn(
          "loadouts without words",
          `loadout l WHERE NOT EXISTS (SELECT 1 FROM "loadoutWord" w WHERE w."loadoutId" = l.id)`,
        ),
        countIn("equal places", `(SELECT 1 FROM loadout GROUP BY "userId", place HAVING count(*) > 1) AS equal`),
      ])
    ).flat();
  } finally {
    await db.destroy();
  }
}

async function killDuring(kind: string, place: DatabasePlace, site: Site): Promise<void> {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const undisturbed = await scenario(site);
    const beganAt = performance.now();
    expect((await undisturbed.begin()).status).toBe(200);
    const tookMs = performance.now() - beganAt;
    let done = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { begin, check } = await scenario(site);
      const cutOff = begin().catch(() => null);
      await sleep(Math.random() * tookMs);
      await site.program().kill();
      await cutOff;
      await site.restart();
      if ((await check()) === "done") done += 1;
    }
    figure(
      `kill -9 during ${name} (${LOADOUTS} loadouts, ${kind}): 0 of ${ROUNDS} torn; ${done} were finished afterwards, ` +
        `${ROUNDS - done} had not begun (undisturbed it takes ${seconds(tookMs)})`,
    );
  }
  await expect.poll(() => leftovers(place), { timeout: FOLLOW_MS, interval: 500 }).toEqual([]);
}

test("a kill during an import, an undo, a merge or a deletion leaves nothing torn on SQLite", async () => {
  await using site = await startSite();
  await killDuring("SQLite", { kind: "sqlite", path: site.database }, site);
  expect(site.complaints()).toBe("");
});

test("a kill during an import, an undo, a merge or a deletion leaves nothing torn on PostgreSQL", async () => {
  const programs = postgresFolder();
  if (!programs)
    return figure("kill -9 during operations on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using site = await startSite({ databaseUrl: cluster.url });
  await killDuring("PostgreSQL", { kind: "postgres", url: cluster.url }, site);
  expect(site.complaints()).toBe("");
});

/** The largest import there may be, in the long form. */
const LARGE = isLong ? 5000 : 1000;
const ALLOWED_MS = 50;
/** The more there are, the more of what the disk does is among them. */
const SMALL_WRITES = isLong ? 90 : 60;

/** How long a cheap call takes, over and over, while the work is done. */
async function latencyDuring(site: Site, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const beganAt = performance.now();
      await fetch(`${site.origin}/api/health/live`);
      took.push(performance.now() - beganAt);
      await sleep(2);
    }
  })();
  await work();
  isDone = true;
  await asking;
  return took;
}

test("no request waits for an import, an undo, a merge or a deletion of the largest size", async () => {
  await using site = await startSite();
  const [owner, guest, someone] = [site.visitor(), site.visitor(), site.visitor()];
  await newPerson(someone);
  const { email } = await newPerson(owner);
  const loadouts = many(LARGE);
  // Small writes wait for the disk, too: they are what the operations are compared with, before and after.
  const idles: number[] = [];
  const measureIdle = async () => {
    const small = () => someone.trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "Small" });
    const took = await latencyDuring(site, async () => {
      for (let at = 0; at < SMALL_WRITES; at += 1) await small();
    });
    idles.push(quantile(took, 0.99));
  };
  const busy: { name: string; ms: number }[] = [];
  await measureIdle();
  const lines: string[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const beganAt = performance.now();
    const took = await latencyDuring(site, work);
    const ms = quantile(took, 0.99);
    lines.push(`${name} ${seconds(performance.now() - beganAt)}, p99 ${ms.toFixed(0)} ms`);
    busy.push({ name, ms });
  };
  const added = await sendAll(owner, loadouts);
  await measure("commit", () => owner.trpc.lockerImport.commit.mutate({ importId: added, loadouts: LARGE }));
  const replacing = loadouts.map((one) => ({ ...one, name: `New ${one.number}`, seenVersion: 1 }));
  const replaced = await sendAll(owner, replacing);
  await measure("replacing", () => owner.trpc.lockerImport.commit.mutate({ importId: replaced, loadouts: LARGE }));
  await measure("undo", () => owner.trpc.lockerImport.undo.mutate({ importId: replaced }));
  await guest.post("/api/auth/sign-in/anonymous");
  const theirs = await sendAll(guest, many(LARGE));
  await guest.trpc.lockerImport.commit.mutate({ importId: theirs, loadouts: LARGE });
  await measure("merge", () => signIn(guest, email));
  const leaving = site.visitor();
  await leaving.post("/api/auth/sign-in/anonymous");
  const last = await sendAll(leaving, many(LARGE));
  await leaving.trpc.lockerImport.commit.mutate({ importId: last, loadouts: LARGE });
  await measure("deletion", () => leaving.post("/api/auth/delete-user", {}));
  await measureIdle();
  const idle = Math.max(...idles);
  figure(
    `operations of ${LARGE} loadouts beside a cheap call (p99 ${idle.toFixed(0)} ms beside small writes): ${lines.join("; ")}`,
  );
  expect(busy.filter(({ ms }) => ms > idle + ALLOWED_MS)).toEqual([]);
});
