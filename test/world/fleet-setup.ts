// Gives the vitest project "fleet" its cluster, with a database that has every table to copy, and its Redis.
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { createLogger } from "#server/logger.ts";
import { postgresFolder, startPostgres } from "./postgres.ts";
import { redisProgram, startRedis } from "./redis.ts";
import { createDatabase } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    redis: string;
    template: string;
  }
}

const TEMPLATE = "template_world";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [programs, program] = [postgresFolder(), redisProgram()];
  if (!programs || !program) throw new Error("The programs of PostgreSQL and Redis are not on this machine.");
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startPostgres(programs));
  const redis = opened.use(await startRedis(program));
  const url = await createDatabase(cluster.url, TEMPLATE);
  const db = openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "error" }));
  await migrate(db, "postgres");
  await db.destroy();
  project.provide("cluster", cluster.url);
  project.provide("template", TEMPLATE);
  project.provide("redis", redis.url);
  const kept = opened.move();
  return () => kept.disposeAsync();
}
