// Gives the vitest project "fleet" its Redis and, with POOLER=on, a pgbouncer in front of its cluster; with REPLICA=lagging, a
// replica of that, two seconds late.
import type { TestProject } from "vitest/node";
import { OWNED_TABLES } from "#server/database/user-data-tables.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { getUrlAtPort, pgbouncerProgram, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";
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
  return async () => {
    await using _stopped = stored;
    if (replicaPort)
      await requireReads(getUrlAtPort(cluster, replicaPort), project.vitest.state.getTestModules().length);
  };
}

/** Fails the run where the replica did not answer a read for each ten files: then no test tried what a replica changes. */
async function requireReads(replica: string, files: number): Promise<void> {
  const tables = Object.keys(OWNED_TABLES).map((name) => `'${name}'`);
  const databases = await runSql(replica, "SELECT datname AS name FROM pg_database WHERE datname LIKE 'world_%'");
  let reads = 0;
  for (const { name } of databases as { name: string }[]) {
    const [counted] = await runSql(
      Object.assign(new URL(replica), { pathname: `/${name}` }).href,
      `SELECT sum(seq_scan + coalesce(idx_scan, 0))::int AS reads FROM pg_stat_user_tables WHERE relname IN (${tables})`,
    );
    reads += (counted as { reads: number }).reads;
  }
  process.stdout.write(`The replica answered from the large tables ${reads} times.\n`);
  if (reads >= Math.floor(files / 10)) return;
  // An error would leave what other setups started.
  process.stderr.write("The replica answered too few reads: nearly all came from the primary.\n");
  process.exitCode = 1;
}

function startPooler(cluster: string) {
  const program = pgbouncerProgram();
  if (!program) throw new Error("pgbouncer is not on this machine.");
  return startPgbouncer(program, cluster, 5);
}
