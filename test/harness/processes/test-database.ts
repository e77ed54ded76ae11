import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { isPostgresUrl } from "#server/config/environment.ts";
import { getUrlAtPort } from "./pgbouncer.ts";

/**
 * Returns the URL of an empty database: SQLite in memory, or a database of the PostgreSQL cluster in TEST_DATABASE,
 * created from TEST_TEMPLATE if that names a database with every table.
 */
export async function getEmptyDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  if (!cluster) return ":memory:";
  return (await reuseDatabase()) ?? addDatabase(cluster, process.env["TEST_TEMPLATE"]);
}

/** The schema version of a new database. */
let newSchemaVersion: string | undefined;

async function addDatabase(cluster: string, template?: string): Promise<string> {
  const url = await createDatabase(cluster, createName(), template);
  if (template && newSchemaVersion === undefined) {
    await using client = await connect(url);
    newSchemaVersion = await getSchemaVersion(client);
  }
  return url;
}

/** Returns the URL of a database without tables; SQLite in memory, or a new PostgreSQL database. */
export async function getUnmigratedDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  return cluster ? addDatabase(cluster) : ":memory:";
}

const createName = (): string => `world_${randomUUID().replaceAll("-", "")}`;

/** Creates a database with this name in the cluster; returns its URL. */
export async function createDatabase(cluster: string, name: string, template?: string): Promise<string> {
  await using client = await connect(cluster);
  await client.query(template ? `CREATE DATABASE ${name} TEMPLATE ${template}` : `CREATE DATABASE ${name}`);
  return Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
}

/** Returns the environment variables of a server on that database, through the pooler when the tests use one. */
export function getDatabaseVariables(databaseUrl: string): Record<string, string> {
  const pooler = Number(process.env["TEST_POOLER"] ?? 0);
  if (!isPostgresUrl(databaseUrl)) return { DATABASE_URL: databaseUrl };
  return {
    DATABASE_URL: pooler ? getUrlAtPort(databaseUrl, pooler) : databaseUrl,
    ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }),
  };
}

/** Returns the URL of an empty database that outlives its process: on SQLite, a file in this folder. */
export const getPersistentDatabaseUrl = async (folder: string): Promise<string> =>
  process.env["TEST_DATABASE"] ? getEmptyDatabaseUrl() : join(folder, "lasting.sqlite");

/** Databases for reuse, because emptying a database takes a tenth of the time of creating one. */
const reusableUrls: string[] = [];

/** Marks the database as free for reuse; its previous user must not access it again. */
export function releaseDatabase(url: string): void {
  if (process.env["TEST_TEMPLATE"]) reusableUrls.push(url);
}

/** Empties a released database and returns its URL; null when each is still in use or has a changed schema. */
async function reuseDatabase(): Promise<string | null> {
  for (let url = reusableUrls.shift(); url !== undefined; url = reusableUrls.shift()) {
    await using client = await connect(url);
    const { rows } = await client.query(`SELECT count(*) AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    if (Number(rows[0].others) > 0 || (await getSchemaVersion(client)) !== newSchemaVersion) continue;
    const tables = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%'",
    );
    // All rows are deleted, so foreign keys need no checks.
    const deletions = tables.rows.map(({ tablename }) => `DELETE FROM "${tablename}"`);
    await client.query(["SET session_replication_role = replica", ...deletions].join(";"));
    return url;
  }
  return null;
}

/** Returns a version of the schema that every change of a table, a column, a trigger or a constraint changes. */
async function getSchemaVersion(client: pg.Client): Promise<string> {
  const catalogues = ["pg_class", "pg_attribute", "pg_trigger", "pg_constraint"];
  const queries = catalogues.map((name) => `SELECT xmin::text::bigint AS made FROM ${name}`).join(" UNION ALL ");
  const { rows } = await client.query(`SELECT count(*) || ' ' || max(made) AS shape FROM (${queries}) AS everything`);
  return rows[0].shape;
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
