import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { isPostgresUrl } from "#server/config/environment.ts";
import { getUrlAtPort } from "./pgbouncer.ts";

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

/** The variables of a server on that database: through a pooler where the tests run with one. */
export function getDatabaseVariables(databaseUrl: string): Record<string, string> {
  const pooler = Number(process.env["TEST_POOLER"] ?? 0);
  if (!isPostgresUrl(databaseUrl)) return { DATABASE_URL: databaseUrl };
  return {
    DATABASE_URL: pooler ? getUrlAtPort(databaseUrl, pooler) : databaseUrl,
    ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }),
  };
}

/** As `freshDatabaseUrl`, but on SQLite a file of that folder: what is in it outlives its process. */
export const lastingDatabaseUrl = async (folder: string): Promise<string> =>
  process.env["TEST_DATABASE"] ? freshDatabaseUrl() : join(folder, "lasting.sqlite");

/** Databases whose worlds are gone: to empty one costs a tenth of what a new one does. */
const left: string[] = [];

/** Marks the database as free for reuse; its previous user must not access it again. */
export function leaveDatabase(url: string): void {
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
