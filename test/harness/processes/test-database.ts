import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { createLogger } from "#platform/logger.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import { isPostgresUrl } from "#server/config/environment.ts";
import { type Database, openDatabase } from "#server/database/database.ts";
import { getUrlAtPort } from "./pgbouncer.ts";

const PLACES_OF_A_WORKER = 5000;

/**
 * An empty database: in memory, or, where TEST_DATABASE names a PostgreSQL cluster, one there; as TEST_TEMPLATE is,
 * where it names one with every table.
 */
export async function freshDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  if (!cluster) return ":memory:";
  return (await emptiedDatabase()) ?? newDatabase(cluster, process.env["TEST_TEMPLATE"]);
}

/** The schema of an unchanged database. */
let shape: string | undefined;

async function newDatabase(cluster: string, template?: string): Promise<string> {
  const url = await createDatabase(cluster, aName(), template);
  if (template && shape === undefined) {
    await using client = await connected(url);
    shape = await getShape(client);
  }
  return url;
}

/** As `freshDatabaseUrl`, but without a table; on SQLite in memory. */
export async function bareDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  return cluster ? newDatabase(cluster) : ":memory:";
}

const aName = (): string => `world_${randomUUID().replaceAll("-", "")}`;

/** A new database of the cluster by that name; answers its address. */
export async function createDatabase(cluster: string, name: string, template?: string): Promise<string> {
  await using client = await connected(cluster);
  await client.query(template ? `CREATE DATABASE ${name} TEMPLATE ${template}` : `CREATE DATABASE ${name}`);
  return Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
}

/** The variables of a server on that database: through a pooler, and with a replica, where the tests run with them. */
export function getDatabaseVariables(databaseUrl: string): Record<string, string> {
  const [pooler, replica] = [Number(process.env["TEST_POOLER"] ?? 0), Number(process.env["TEST_REPLICA"] ?? 0)];
  if (!isPostgresUrl(databaseUrl)) return { DATABASE_URL: databaseUrl };
  return {
    DATABASE_URL: pooler ? getUrlAtPort(databaseUrl, pooler) : databaseUrl,
    ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }),
    ...(replica && { DATABASE_READ_URL: getUrlAtPort(databaseUrl, replica) }),
  };
}

/** By this name PostgreSQL knows the connections of tests, where what they write themselves is marked. */
const TESTS = "tests";

/**
 * Statements after which every transaction of a test itself marks what everyone owns as changed when it commits: a replica that
 * is late would otherwise answer the server as if the rows were not there.
 */
export const MARK_WRITES_OF_TESTS = `
  CREATE FUNCTION mark_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('tests.marked', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
      PERFORM set_config('tests.marked', pg_current_xact_id()::text, true);
      INSERT INTO "changeMark" SELECT id, gen_random_uuid(), at, at FROM (
        SELECT id, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
        FROM (SELECT id FROM "user" UNION SELECT id FROM organization) AS owners ORDER BY id) AS owned
      ON CONFLICT (id) DO UPDATE SET mark = excluded.mark, "updatedAt" = excluded."updatedAt";
    END IF;
    RETURN NULL;
  END $$;
  DO $$ DECLARE owned text; BEGIN
    FOR owned IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'changeMark' LOOP
      EXECUTE format('CREATE CONSTRAINT TRIGGER mark_all AFTER INSERT OR UPDATE OR DELETE ON %I INITIALLY DEFERRED
        FOR EACH ROW WHEN (current_setting(''application_name'') = ''${TESTS}'') EXECUTE FUNCTION mark_all()', owned);
    END LOOP;
  END $$`;

/** A test's own connections to the database of a server that has a replica, closed together with the server's; or null. */
export function openMarking(place: DatabasePlace, ofServer: Database): Database | null {
  if (place.kind !== "postgres" || place.readUrl === undefined) return null;
  const url = new URL(place.url);
  url.searchParams.set("application_name", TESTS);
  const db = openDatabase({ kind: "postgres", url: url.href }, createLogger({ logLevel: "error" }));
  const close = db.destroy.bind(db);
  return Object.assign(db, {
    async destroy() {
      await close();
      await ofServer.destroy();
    },
  });
}

/** As `freshDatabaseUrl`, but on SQLite a file of that folder: what is in it outlives its process. */
export const lastingDatabaseUrl = async (folder: string): Promise<string> =>
  process.env["TEST_DATABASE"] ? freshDatabaseUrl() : join(folder, "lasting.sqlite");

/** Databases whose worlds are gone: to empty one costs a tenth of what a new one does. */
const left: string[] = [];

/** Marks the database as free for reuse; its previous user must not access it again. */
export function leaveDatabase(url: string): void {
  places.delete(url);
  if (process.env["TEST_TEMPLATE"]) left.push(url);
}

/** A released database without its rows; null when each of them is still in use or has a changed schema. */
async function emptiedDatabase(): Promise<string | null> {
  for (let url = left.shift(); url !== undefined; url = left.shift()) {
    await using client = await connected(url);
    const { rows } = await client.query(`SELECT count(*) AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    if (Number(rows[0].others) > 0 || (await getShape(client)) !== shape) continue;
    const tables = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%'",
    );
    // Whose row belongs to whose matters no longer.
    const all = tables.rows.map(({ tablename }) => `DELETE FROM "${tablename}"`);
    await client.query(["SET session_replication_role = replica", ...all].join(";"));
    return url;
  }
  return null;
}

/** Another one after whatever changes a table, a column or a trigger. */
async function getShape(client: pg.Client): Promise<string> {
  const catalogues = ["pg_class", "pg_attribute", "pg_trigger", "pg_constraint"];
  const all = catalogues.map((name) => `SELECT xmin::text::bigint AS made FROM ${name}`).join(" UNION ALL ");
  const { rows } = await client.query(`SELECT count(*) || ' ' || max(made) AS shape FROM (${all}) AS everything`);
  return rows[0].shape;
}

async function connected(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const places = new Map<string, number>();
let placesTaken = 0;

/** A database of the Redis that TEST_REDIS names, the same for who shares a database; null where it names none. */
export function redisUrlFor(databaseUrl: string): string | null {
  const redis = process.env["TEST_REDIS"];
  if (!redis) return null;
  const place = places.get(databaseUrl) ?? ++placesTaken;
  places.set(databaseUrl, place);
  // Each of vitest's workers counts for itself.
  return `${redis}/${Number(process.env["VITEST_POOL_ID"] ?? 0) * PLACES_OF_A_WORKER + place}`;
}
