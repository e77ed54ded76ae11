import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";

const PLACES_OF_A_WORKER = 5000;

/**
 * An empty database: in memory, or, where TEST_DATABASE names a PostgreSQL cluster, a new one there; as TEST_TEMPLATE is,
 * where it names one with every table.
 */
export async function freshDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  if (!cluster) return ":memory:";
  return createDatabase(cluster, `world_${randomUUID().replaceAll("-", "")}`, process.env["TEST_TEMPLATE"]);
}

/** A new database of the cluster by that name; answers its address. */
export async function createDatabase(cluster: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(template ? `CREATE DATABASE ${name} TEMPLATE ${template}` : `CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
}

/** As `freshDatabaseUrl`, but on SQLite a file of that folder: what is in it outlives its process. */
export const lastingDatabaseUrl = async (folder: string): Promise<string> =>
  process.env["TEST_DATABASE"] ? freshDatabaseUrl() : join(folder, "lasting.sqlite");

const places = new Map<string, number>();

/** A database of the Redis that TEST_REDIS names, the same for who shares a database; null where it names none. */
export function redisUrlFor(databaseUrl: string): string | null {
  const redis = process.env["TEST_REDIS"];
  if (!redis) return null;
  const place = places.get(databaseUrl) ?? places.size + 1;
  places.set(databaseUrl, place);
  // Each of vitest's workers counts for itself.
  return `${redis}/${Number(process.env["VITEST_POOL_ID"] ?? 0) * PLACES_OF_A_WORKER + place}`;
}
