// P9: two processes beside one (the peer), on SQLite and on PostgreSQL with Redis; and two bare servers (the limit).
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";
import { perSecond } from "./load.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { type Site, startBare, startSite } from "./servers.ts";

const ROUNDS = 5;
const WORKERS = 2;

const asked = ({ asks }: Site) => asks("/api/auth/get-session", "signed-in");

/** The databases of both, by the variables that name them. */
function two(name: string, place: () => Promise<Record<string, string>>): Measurement {
  const getSite = (workers: number) => shared(async () => startSite({ ...(await place()), WORKERS: String(workers) }));
  const [pair, single] = [getSite(WORKERS), getSite(1)];
  const bare = shared(async () => startBare(asked(await single()), WORKERS));
  return {
    id: "P9",
    name: `two processes on ${name}: get-session (answers a second)`,
    goals: [{ of: "peer", atLeast: 1.6 }],
    rounds: ROUNDS,
    ours: async () => perSecond(asked(await pair())),
    peer: async () => perSecond(asked(await single())),
    limit: async () => perSecond(await bare()),
  };
}

/** PostgreSQL and Redis as a machine of ours has them, each site with a database of its own. */
const cluster = shared(async () => {
  const [programs, program] = [postgresFolder(), redisProgram()];
  if (!programs || !program) throw new Error("The measurements need PostgreSQL's programs and redis-server.");
  return { postgres: opened.use(await startPostgres(programs)), redis: opened.use(await startRedis(program)) };
});

let databases = 0;

async function onCluster(): Promise<Record<string, string>> {
  const { postgres, redis } = await cluster();
  databases += 1;
  return {
    DATABASE_URL: await createDatabase(postgres.url, `bench_${databases}`),
    REDIS_URL: `${redis.url}/${databases}`,
  };
}

export const processes: readonly Measurement[] = [
  two("SQLite", async () => ({})),
  two("PostgreSQL and Redis", onCluster),
];
