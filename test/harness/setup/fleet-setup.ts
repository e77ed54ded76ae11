// Gives the vitest project "fleet" its Redis and, with POOLER=on, a pgbouncer in front of its cluster.
import type { TestProject } from "vitest/node";
import { pgbouncerProgram, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";

declare module "vitest" {
  interface ProvidedContext {
    redis: string;
    /** The pooler's port, or 0 without one. */
    pooler: number;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = redisProgram();
  if (!program) throw new Error("Redis's program is not on this machine.");
  await using opened = new AsyncDisposableStack();
  const redis = opened.use(await startRedis(program));
  project.provide("redis", redis.url);
  const { cluster } = project.getProvidedContext();
  const pooler = process.env["POOLER"] === "on" ? opened.use(await startPooler(cluster)) : null;
  project.provide("pooler", pooler?.port ?? 0);
  const stored = opened.move();
  return () => stored.disposeAsync();
}

function startPooler(cluster: string) {
  const program = pgbouncerProgram();
  if (!program) throw new Error("pgbouncer is not on this machine.");
  return startPgbouncer(program, cluster, 5);
}
