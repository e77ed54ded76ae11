// Two databases of one PostgreSQL server, with many accounts and with few, and a site on each.
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { createLeaseRows } from "#platform/lock.ts";
import { keepLease } from "#platform/queue.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { fillPlatoon, makePlatoon } from "#test/harness/data/platoons.ts";
import { runSql, startPostgres } from "#test/harness/processes/postgres.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { elsewhere, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";
import { opened, shared } from "./measurement.ts";
import { getPrograms, type Row, runProgram } from "./million-copy.ts";
import { fillAccounts, getToken, type Models } from "./million-fill.ts";
import { ownFolder } from "./servers.ts";

/** Smaller numbers try the measurements out. */
export const MANY = Number(process.env["ACCOUNTS"] ?? 1_000_000);
const FEW = 1000;
const SECRET = "a secret of both sites, for measuring alone";
/** The lease of the purge, which a site would take a minute after its start. */
const [HOUSEKEEPING, HOLDER, LEASE_MS] = ["housekeeping", "bench", 60_000];
const PLATOON = { members: 200, loadouts: 100, entries: 1000 };
/** What a server of 8 GB would have, and no work of its own between the measurements. */
const SETTINGS = [
  "shared_buffers=2GB",
  "effective_cache_size=6GB",
  "maintenance_work_mem=1GB",
  "max_wal_size=16GB",
  "autovacuum=off",
];

export type Place = { url: string; world: World; accounts: number };
/** The same in both databases: a member of a platoon, and what was shared. */
export type PlaceIds = { member: Visitor; organizationId: string; shareId: string };

export type Places = { many: Place; few: Place; ids: PlaceIds };

export const places = shared(async (): Promise<Places> => {
  const folder = await ownFolder();
  const cluster = opened.use(await startPostgres(getPrograms(), { settings: SETTINGS }));
  const [fewUrl, url] = [await createDatabase(cluster.url, "few"), await createDatabase(cluster.url, "many")];
  const few = { url: fewUrl, world: await openWorld(fewUrl), accounts: FEW };
  const { ids, models } = await makeModels(few.world);
  const dump = join(folder, "few");
  await runProgram("pg_dump", ["-Fc", "--no-owner", "-f", dump, "-d", fewUrl]);
  const restore = (...sections: string[]) =>
    runProgram("pg_restore", [...sections.map((section) => `--section=${section}`), "-j", "2", "-d", url, dump]);
  // Indexes and constraints are made when all rows are there.
  await timed("copied", async () => {
    await restore("pre-data", "data");
    await fillAccounts(url, few.world, models, MANY);
  });
  await timed("indexed", () => restore("post-data"));
  await timed("analysed", () => runProgram("vacuumdb", ["--analyze", "-j", "2", "-d", url]));
  await fillAccounts(fewUrl, few.world, models, FEW);
  await runProgram("vacuumdb", ["--analyze", "-d", fewUrl]);
  await printSizes(url);
  return { few, ids, many: { url, world: await openWorld(url), accounts: MANY } };
});

/** How much each table takes, with its indexes, and a row of it. */
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

/** Prints how long something took that the table has no row for. */
export async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${MANY.toLocaleString("en")} accounts: ${name} in ${Math.round((performance.now() - began) / 1000)} s`);
  return result;
}

const openWorld = async (url: string): Promise<World> => {
  const environment = { DATABASE_URL: url, SECRET, CALLS_PER_MINUTE: "100000000" };
  const world = opened.use(
    await makeWorld({ environment, withSite: true, singleProcess: "Its database is measured." }),
  );
  await holdPurge(world);
  return world;
};

/** What people do on a site, and the rows of that. */
async function makeModels(world: World): Promise<{ ids: PlaceIds; models: Models }> {
  const { db, arsenals } = world.context;
  const { visitor } = await signUpAndIn(world);
  const { trpc } = visitor;
  const loadout = starterLoadout(arsenals.bf4, "assault");
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

/** No purge begins by itself while calls are measured. */
async function holdPurge({ context: { db, now, logger } }: World): Promise<void> {
  const leases = createLeaseRows(db, now);
  const claim = () => leases.claim(HOUSEKEEPING, HOLDER, LEASE_MS);
  await claim();
  opened.use(keepLease(LEASE_MS, claim, logger));
}

/** The next purge of the site may begin. */
export const releasePurge = ({ context: { db, now } }: World): Promise<void> =>
  createLeaseRows(db, now).release([HOUSEKEEPING], HOLDER);

/** The member of the platoon on one of the two sites. */
export const memberOn = ({ world }: Place, { member }: PlaceIds): Visitor => elsewhere(member, world);

/** A visitor with the session of that account. */
export function visitorOf({ world }: Place, account: number): Visitor {
  const visitor = world.visitor();
  const token = getToken(account);
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  visitor.cookies.set("fieldlocker.session_token", encodeURIComponent(`${token}.${signature}`));
  return visitor;
}
