// P15: what it costs that all processes share a limit on reads, in PostgreSQL.
import { createLogger } from "#platform/logger.ts";
import { createMemoryCounter, createRateLimiter, createSharedCounter } from "#platform/rate-limit.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { postgresFolder, startPostgres } from "#test/harness/processes/postgres.ts";
import { type Measurement, opened, shared } from "./measurement.ts";

const CLIENTS = 100;
const CALLS_EACH = 60;
const PER_MINUTE = { max: 1200, windowMs: 60_000 };
/** In the middle of a window, in which all calls of a round fall. */
const AT = 30_000;
const ROUNDS = 5;

const limiter = shared(async () => {
  const programs = postgresFolder();
  if (!programs) throw new Error("P15 takes PostgreSQL's programs.");
  const { url } = opened.use(await startPostgres(programs));
  const db = openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "silent" }));
  opened.defer(() => db.destroy());
  await migrate(db, { kind: "postgres", url });
  return createRateLimiter(db, () => new Date(AT));
});

let rounds = 0;

/** The milliseconds that a call takes to be counted, of many clients in turn, one call after the other. */
async function countCalls(count: (client: string) => number | Promise<number>): Promise<number> {
  rounds += 1;
  const began = performance.now();
  for (let call = 0; call < CALLS_EACH; call += 1)
    for (let client = 0; client < CLIENTS; client += 1) {
      const waitMs = count(`${rounds}-${client}`);
      if (waitMs instanceof Promise) await waitMs;
    }
  return (performance.now() - began) / (CALLS_EACH * CLIENTS);
}

export const sharedLimit: Measurement = {
  id: "P15",
  name: "a call counted over all processes (time)",
  goals: [{ of: "peer", atMost: 0.2 }],
  rounds: ROUNDS,
  ours: async () => countCalls(createSharedCounter("measured", PER_MINUTE, await limiter(), () => AT)),
  peer: async () => {
    const { consume } = await limiter();
    return countCalls((client) => consume(client, PER_MINUTE));
  },
  limit: () => countCalls(createMemoryCounter(PER_MINUTE, () => AT)),
};
