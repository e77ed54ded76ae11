// Gives the vitest project "fleet" its Redis and, with POOLER=on, a pgbouncer in front of its cluster; with REPLICA=lagging, a
// replica of that, two seconds late.
import type { TestProject } from "vitest/node";
import { freePort } from "#test/harness/processes/free-port.ts";
import { pgbouncerProgram, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";
import { delayed, postgresFolder, runSql, startReplica } from "#test/harness/processes/postgres.ts";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { MARK_WRITES_OF_TESTS } from "#test/harness/processes/test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    redis: string;
    /** The pooler's port, or 0 without one. */
    pooler: number;
    /** The replica's port, or 0 without one. */
    replica: number;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = redisProgram();
  if (!program) throw new Error("Redis's program is not on this machine.");
  await using opened = new AsyncDisposableStack();
  const redis = opened.use(await startRedis(program));
  project.provide("redis", redis.url);
  const { cluster, template } = project.getProvidedContext();
  const pooler = process.env["POOLER"] === "on" ? opened.use(await startPooler(cluster)) : null;
  project.provide("pooler", pooler?.port ?? 0);
  const replicaPort = process.env["REPLICA"] === "lagging" ? await freePort() : 0;
  if (replicaPort) {
    await runSql(Object.assign(new URL(cluster), { pathname: `/${template}` }).href, MARK_WRITES_OF_TESTS);
    opened.use(await startReplica(postgresFolder() ?? "", cluster, replicaPort, delayed("2s")));
  }
  project.provide("replica", replicaPort);
  const stored = opened.move();
  return () => stored.disposeAsync();
}

function startPooler(cluster: string) {
  const program = pgbouncerProgram();
  if (!program) throw new Error("pgbouncer is not on this machine.");
  return startPgbouncer(program, cluster, 5);
}
