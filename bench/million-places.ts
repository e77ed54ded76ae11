// Creates two databases on one PostgreSQL server, one with many accounts and one with few, and a site for each.
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createLeaseRows } from "#platform/lock.ts";
import { keepLease } from "#platform/queue.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { fillPlatoon, makePlatoon } from "#test/harness/data/platoons.ts";
import { runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { lazy, resources } from "./measurement.ts";
import { getPrograms, type Row, runProgram } from "./million-copy.ts";
import { fillAccounts, getToken, type Models } from "./million-fill.ts";
import { createTempFolder } from "./servers.ts";

/** A smaller number allows a quick trial of the measurements. */
export const MANY_ACCOUNTS = Number(process.env["ACCOUNTS"] ?? 1_000_000);
const FEW_ACCOUNTS = 1000;
const SECRET = "a secret of both sites, for measuring alone";
/** The lease of the purge, which a site would take a minute after its start. */
const [HOUSEKEEPING, HOLDER, LEASE_MS] = ["housekeeping", "bench", 60_000];
const PLATOON = { members: 200, loadouts: 100, entries: 1000 };
/** Typical settings for a server with 8 GB, without automatic maintenance between measurements. */
const SETTINGS = [
  "shared_buffers=2GB",
  "effective_cache_size=6GB",
  "maintenance_work_mem=1GB",
  "max_wal_size=16GB",
  "autovacuum=off",
];

/** A site and its database. */
export type Place = { url: string; world: World; accounts: number };
/** A member of a platoon and a shared loadout, which are the same in both databases. */
export type PlaceIds = { member: Visitor; organizationId: string; shareId: string };

export type Places = { many: Place; few: Place; ids: PlaceIds };

export const getPlaces = lazy(async (): Promise<Places> => {
  const folder = await createTempFolder();
  const cluster = resources.use(await startPostgres(getPrograms(), { settings: SETTINGS }));
  const [fewUrl, url] = [await createDatabase(cluster.url, "few"), await createDatabase(cluster.url, "many")];
  const few = { url: fewUrl, world: await openWorld(fewUrl), accounts: FEW_ACCOUNTS };
  const { ids, models } = await makeModels(few.world);
  const dump = join(folder, "few");
  await runProgram("pg_dump", ["-Fc", "--no-owner", "-f", dump, "-d", fewUrl]);
  const restore = (...sections: string[]) =>
    runProgram("pg_restore", [...sections.map((section) => `--section=${section}`), "-j", "2", "-d", url, dump]);
  // Indexes and constraints are created after the rows, which is faster.
  await printTime("copied", async () => {
    await restore("pre-data", "data");
    await fillAccounts(url, few.world, models, MANY_ACCOUNTS);
  });
  await printTime("indexed", () => restore("post-data"));
  await printTime("analysed", () => runProgram("vacuumdb", ["--analyze", "-j", "2", "-d", url]));
  await fillAccounts(fewUrl, few.world, models, FEW_ACCOUNTS);
  await runProgram("vacuumdb", ["--analyze", "-d", fewUrl]);
  await printSizes(url);
  return { few, ids, many: { url, world: await openWorld(url), accounts: MANY_ACCOUNTS } };
});

/** Prints the size of each table with its indexes, and its bytes per row. */
async function printSizes(url: string): Promise<void> {
  const rows = await runSql(
    url,
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes, reltuples AS rows FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 1000 ORDER BY 2 DESC`,
  );
  for (const { name, bytes, rows: count } of rows as { name: string; bytes: number; rows: number }[]) {
    console.log(`${name}: ${Math.round(bytes / 1e6)} MB, ${Math.round(bytes / count)} bytes a row`);
  }
}

/** Runs the work and prints its duration; the table has no row for it. */
export async function printTime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  console.log(
    `${MANY_ACCOUNTS.toLocaleString("en")} accounts: ${name} in ${Math.round((performance.now() - start) / 1000)} s`,
  );
  return result;
}

const openWorld = async (url: string): Promise<World> => {
  const environment = { DATABASE_URL: url, SECRET, CALLS_PER_MINUTE: "100000000" };
  const world = resources.use(
    await makeWorld({ environment, withSite: true, singleProcess: "Its database is measured." }),
  );
  await holdPurge(world);
  return world;
};

/** Performs typical actions on a site; returns the rows they created. */
async function makeModels(world: World): Promise<{ ids: PlaceIds; models: Models }> {
  const { db, arsenals } = world.context;
  const { visitor } = await signUpAndSignIn(world);
  const { trpc } = visitor;
  const loadout = createStarterLoadout(arsenals.bf4, "assault");
  await trpc.loadout.save.mutate({ id: crypto.randomUUID(), name: "First", loadout, seenVersion: 0 });
  await trpc.folder.save.mutate({ id: crypto.randomUUID(), name: "A folder" });
  await trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
  const { id: shareId } = await trpc.share.create.mutate({ name: "First", loadout, note: null, withAuthor: true });
  const platoon = await makePlatoon(world);
  await fillPlatoon(world, platoon, PLATOON);
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const models: Record<string, Row> = {};
  for (const table of ["account", "session", "loadout", "folder", "share", "soldier", "snapshot"] as const) {
    models[table] = await db.selectFrom(table).selectAll().where("userId", "=", user.id).executeTakeFirstOrThrow();
  }
  models["user"] = await db.selectFrom("user").selectAll().where("id", "=", user.id).executeTakeFirstOrThrow();
  for (const table of ["organization", "member", "boardConsent", "platoonEvent", "platoonLoadout"] as const) {
    models[table] = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
  }
  return { ids: { member: platoon.people.member.visitor, organizationId: platoon.id, shareId }, models };
}

/** Holds the purge's lease, so that no purge starts while calls are measured. */
async function holdPurge({ context: { db, now, logger } }: World): Promise<void> {
  const leases = createLeaseRows(db, now);
  const claim = () => leases.claim(HOUSEKEEPING, HOLDER, LEASE_MS);
  await claim();
  resources.use(keepLease(LEASE_MS, claim, logger));
}

/** Releases the purge's lease, so that a purge can start. */
export const releasePurge = ({ context: { db, now } }: World): Promise<void> =>
  createLeaseRows(db, now).release([HOUSEKEEPING], HOLDER);

/** Returns the platoon's member as a visitor of one of the two sites. */
export const getMemberVisitor = ({ world }: Place, { member }: PlaceIds): Visitor => moveToNewAddress(member, world);

/** Returns a visitor with the session of an account. */
export function createAccountVisitor({ world }: Place, account: number): Visitor {
  const visitor = world.visitor();
  const token = getToken(account);
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  visitor.cookies.set("fieldlocker.session_token", encodeURIComponent(`${token}.${signature}`));
  return visitor;
}
