// The program is killed during imports, undos, merges and deletions: afterwards each is applied completely or not at all.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createImportItem, sendLockerImport } from "#test/harness/data/imports.ts";
import { findNames } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { formatSeconds, isLong, recordFigure } from "./figure.ts";
import { signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const ROUNDS = isLong ? 50 : 2;
/** The number of loadouts; a guest's limit is 200. */
const LOADOUTS = isLong ? 200 : 60;

const world = { context: { arsenals: ARSENALS } } as Parameters<typeof createImportItem>[0];
const createLoadouts = (count: number) => Array.from({ length: count }, (_, number) => createImportItem(world, number));
const getCount = async ({ trpc }: Visitor): Promise<number> =>
  (await trpc.loadout.list.query({ limit: 500 })).items.length;
const call = (visitor: Visitor, path: string, input: object) => visitor.post(`/api/trpc/${path}`, input);

/** Prepares a user; returns the operation to interrupt and the check of its result after the restart. */
type Scenario = (site: Site) => Promise<{ begin(): Promise<Response>; check(): Promise<"done" | "not begun"> }>;

const commitScenario: Scenario = async (site) => {
  const visitor = site.createVisitor();
  await signUpPerson(visitor);
  const importId = await sendLockerImport(visitor, createLoadouts(LOADOUTS));
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

const undoScenario: Scenario = async (site) => {
  const visitor = site.createVisitor();
  await signUpPerson(visitor);
  const importId = await sendLockerImport(visitor, createLoadouts(LOADOUTS));
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

const mergeScenario: Scenario = async (site) => {
  const owner = site.createVisitor();
  const { email } = await signUpPerson(owner);
  const ownImportId = await sendLockerImport(owner, createLoadouts(3));
  await owner.trpc.lockerImport.commit.mutate({ importId: ownImportId, loadouts: 3 });
  const guest = site.createVisitor();
  await guest.post("/api/auth/sign-in/anonymous");
  const importId = await sendLockerImport(
    guest,
    createLoadouts(LOADOUTS).map((each) => ({ ...each, name: `Guest ${each.number}` })),
  );
  await guest.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
  return {
    begin: () => signIn(guest, email),
    async check() {
      const count = await getCount(owner);
      expect([3, LOADOUTS + 3]).toContain(count);
      // The sign-in got no response, so the browser still has the guest's cookie and signs in again.
      expect((await signIn(guest, email)).status).toBe(200);
      expect(await getCount(owner)).toBe(LOADOUTS + 3);
      expect(await findNames(owner, "guest")).toHaveLength(LOADOUTS);
      return count === 3 ? "not begun" : "done";
    },
  };
};

const deletionScenario: Scenario = async (site) => {
  const visitor = site.createVisitor();
  await visitor.post("/api/auth/sign-in/anonymous");
  const importId = await sendLockerImport(visitor, createLoadouts(LOADOUTS));
  await visitor.trpc.lockerImport.commit.mutate({ importId, loadouts: LOADOUTS });
  return {
    begin: () => visitor.post("/api/auth/delete-user", {}),
    async check() {
      const response = await visitor.fetch("/api/trpc/folder.list");
      expect([200, 401]).toContain(response.status);
      if (response.status === 401) return "done";
      expect(await getCount(visitor)).toBe(LOADOUTS);
      expect((await visitor.post("/api/auth/delete-user", {})).status).toBe(200);
      expect((await visitor.fetch("/api/trpc/folder.list")).status).toBe(401);
      return "not begun";
    },
  };
};

const SCENARIOS = { commit: commitScenario, undo: undoScenario, merge: mergeScenario, deletion: deletionScenario };

/** Returns the inconsistencies of the database, before and after a purge, such as tables with rows of missing users. */
async function findInconsistencies(place: DatabasePlace): Promise<string[]> {
  const db = openDatabase(place, createLogger({ logLevel: "silent" }));
  const inconsistencies: string[] = [];
  const expectNoRows = async (name: string, from: string) => {
    const { rows } = await sql<object>`SELECT 1 FROM ${sql.raw(from)} LIMIT 1`.execute(db);
    if (rows.length > 0) inconsistencies.push(name);
  };
  try {
    await expectNoRows("equal places", `(SELECT 1 FROM loadout GROUP BY "userId", place HAVING count(*) > 1) AS equal`);
    await expectNoRows("people deleted by half", `"formerPerson" f JOIN "user" u ON u.id = f.id`);
    for (const people of [`SELECT id FROM "user" UNION SELECT id FROM "formerPerson"`, `SELECT id FROM "user"`]) {
      for (const table of ["loadout", "lockerImport", "importedLoadout", "session"])
        await expectNoRows(`${table} of no person`, `"${table}" WHERE "userId" NOT IN (${people})`);
      await PEOPLE.purgeFormerPeople(db, new Date(), createRun(Number.POSITIVE_INFINITY));
    }
    await expectNoRows("people to be purged", `"formerPerson"`);
    return inconsistencies;
  } finally {
    await db.destroy();
  }
}

async function killDuring(kind: string, place: DatabasePlace, site: Site): Promise<void> {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const reference = await scenario(site);
    const beganAt = performance.now();
    expect((await reference.begin()).status).toBe(200);
    const tookMs = performance.now() - beganAt;
    let completedCount = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { begin, check } = await scenario(site);
      const interrupted = begin().catch(() => null);
      await sleep(Math.random() * tookMs);
      await site.program().kill();
      await interrupted;
      await site.restart();
      if ((await check()) === "done") completedCount += 1;
    }
    recordFigure(
      `kill -9 during ${name} (${LOADOUTS} loadouts, ${kind}): 0 of ${ROUNDS} torn; ${completedCount} were done, ` +
        `${ROUNDS - completedCount} had not begun (undisturbed it takes ${formatSeconds(tookMs)})`,
    );
  }
  expect(await findInconsistencies(place)).toEqual([]);
}

test("a kill during an import, an undo, a merge or a deletion leaves no partial result on SQLite", async () => {
  await using site = await startSite();
  await killDuring("SQLite", { kind: "sqlite", path: site.database }, site);
  expect(site.browserErrors()).toBe("");
});

test("a kill during an import, an undo, a merge or a deletion leaves no partial result on PostgreSQL", async () => {
  const programs = findPostgres();
  if (!programs)
    return recordFigure(
      "kill -9 during imports and merges on PostgreSQL: not tried, its programs are not on this machine",
    );
  await using cluster = await startPostgres(programs);
  await using site = await startSite({ databaseUrl: cluster.url });
  await killDuring("PostgreSQL", { kind: "postgres", url: cluster.url }, site);
  expect(site.browserErrors()).toBe("");
});
