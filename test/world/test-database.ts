import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";

/** An empty database: in memory, or, where TEST_DATABASE names a PostgreSQL cluster, a new one there. */
export async function freshDatabaseUrl(): Promise<string> {
  const cluster = process.env["TEST_DATABASE"];
  return cluster ? databaseOn(cluster) : ":memory:";
}

/** An empty database on a PostgreSQL cluster. */
export async function databaseOn(cluster: string): Promise<string> {
  const name = `world_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
}

/** As `freshDatabaseUrl`, but on SQLite a file of that folder: what is in it outlives its process. */
export const lastingDatabaseUrl = async (folder: string): Promise<string> =>
  process.env["TEST_DATABASE"] ? freshDatabaseUrl() : join(folder, "lasting.sqlite");
