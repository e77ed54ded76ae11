// The program is killed during imports, undos, merges and deletions: each is whole afterwards, or was never begun.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { incoming, sendAll } from "#test/harness/data/imports.ts";
import { findNames } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, seconds } from "./figure.ts";
import { newPerson, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 2;
/** A guest may have 200. */
const LOADOUTS = isLong ? 200 : 60;

const world = { context: { arsenals: ARSENALS } } as Parameters<typeof incoming>[0];
const many = (count: number) => Array.from({ length: count }, (_, number) => incoming(world, number));
const getCount = async ({ trpc }: Visitor): Promise<number> =>
  (await trpc.loadout.list.query({ limit: 500 })).items.length;
const call = (visitor: Visitor, path: string, input: object) => visitor.post(`/api/trpc/${path}`, input);

/** A person, what is begun, and what must hold after it was cut off. */
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

/** Tables with rows of a person who is not there, nor to be purged; and once more after the purge. */
async function findTorn(place: DatabasePlace): Promise<string[]> {
  const db = openDatabase(place, createLogger({ logLevel: "silent" }));
  const torn: string[] = [];
  const require = async (name: string, from: string) => {
    const { rows } = await sql<object>`SELECT 1 FROM ${sql.raw(from)} LIMIT 1`.execute(db);
    if (rows.length > 0) torn.push(name);
  };
  try {
    await require("equal places", `(SELECT 1 FROM loadout GROUP BY "userId", place HAVING count(*) > 1) AS equal`);
    await require("people deleted by half", `"formerPerson" f JOIN "user" u ON u.id = f.id`);
    for (const people of [`SELECT id FROM "user" UNION SELECT id FROM "formerPerson"`, `SELECT id FROM "user"`]) {
      for (const table of ["loadout", "lockerImport", "importedLoadout", "session"])
        await require(`${table} of no person`, `"${table}" WHERE "userId" NOT IN (${people})`);
      await PEOPLE.purgeFormerPeople(db, new Date(), createRun(Number.POSITIVE_INFINITY));
    }
    await require("people to be purged", `"formerPerson"`);
    return torn;
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
      `kill -9 during ${name} (${LOADOUTS} loadouts, ${kind}): 0 of ${ROUNDS} torn; ${done} were done, ` +
        `${ROUNDS - done} had not begun (undisturbed it takes ${seconds(tookMs)})`,
    );
  }
  expect(await findTorn(place)).toEqual([]);
}

test("a kill during an import, an undo, a merge or a deletion leaves nothing torn on SQLite", async () => {
  await using site = await startSite();
  await killDuring("SQLite", { kind: "sqlite", path: site.database }, site);
  expect(site.complaints()).toBe("");
});

test("a kill during an import, an undo, a merge or a deletion leaves nothing torn on PostgreSQL", async () => {
  const programs = postgresFolder();
  if (!programs)
    return figure("kill -9 during imports and merges on PostgreSQL: not tried, its programs are not on this machine");
  await using cluster = await startPostgres(programs);
  await using site = await startSite({ databaseUrl: cluster.url });
  await killDuring("PostgreSQL", { kind: "postgres", url: cluster.url }, site);
  expect(site.complaints()).toBe("");
});
