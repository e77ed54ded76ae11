// P15: the cost of a rate limit on reads that all processes share through PostgreSQL.
import { createLogger } from "#platform/logger.ts";
import { createMemoryCounter, createRateLimiter, createSharedCounter } from "#platform/rate-limit.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";

const CLIENTS = 100;
const CALLS_EACH = 60;
const PER_MINUTE = { max: 1200, windowMs: 60_000 };
/** The time of all calls, in the middle of a window. */
const TIME_MS = 30_000;
const ROUNDS = 5;

const getLimiter = lazy(async () => {
  const programs = findPostgres();
  if (!programs) throw new Error("P15 takes PostgreSQL's programs.");
  const { url } = resources.use(await startPostgres(programs));
  const db = openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "silent" }));
  resources.defer(() => db.destroy());
  await migrate(db, { kind: "postgres", url });
  return createRateLimiter(db, () => new Date(TIME_MS));
});

let rounds = 0;

/** Returns the time in ms that counting a call takes, with sequential calls of many clients in turn. */
async function countCalls(count: (client: string) => number | Promise<number>): Promise<number> {
  rounds += 1;
  const start = performance.now();
  for (let call = 0; call < CALLS_EACH; call += 1)
    for (let client = 0; client < CLIENTS; client += 1) {
      const waitMs = count(`${rounds}-${client}`);
      if (waitMs instanceof Promise) await waitMs;
    }
  return (performance.now() - start) / (CALLS_EACH * CLIENTS);
}

export const sharedLimit: Measurement = {
  id: "P15",
  name: "a call counted over all processes (time)",
  goals: [{ baseline: "peer", atMost: 0.2 }],
  rounds: ROUNDS,
  ours: async () => countCalls(createSharedCounter("measured", PER_MINUTE, await getLimiter(), () => TIME_MS)),
  peer: async () => {
    const { consume } = await getLimiter();
    return countCalls((client) => consume(client, PER_MINUTE));
  },
  limit: () => countCalls(createMemoryCounter(PER_MINUTE, () => TIME_MS)),
};
