// P15: what it costs that all processes share a limit on reads, and the pictures of links, in Redis.
import { starterLoadout } from "#domain/loadout/starter.ts";
import { createSharedCache } from "#platform/cache.ts";
import { createLogger } from "#platform/logger.ts";
import { createMemoryCounter, createRedisRateLimiter, createSharedCounter } from "#platform/rate-limit.ts";
import { openRedis } from "#platform/redis.ts";
import { drawLoadout } from "#server/features/share/drawing.ts";
import { redisProgram, startRedis } from "#test/harness/processes/redis.ts";
import { makeWorld } from "#test/harness/world.ts";
import { type Measurement, opened, shared } from "./measurement.ts";

const CLIENTS = 1000;
const CALLS_EACH = 60;
const PICTURES = 20;
const PER_MINUTE = { max: 1200, windowMs: 60_000 };
/** In the middle of a window, in which all calls of a round fall. */
const AT = 30_000;
const ROUNDS = 5;

const redis = shared(async () => {
  const program = redisProgram();
  if (!program) throw new Error("P15 takes redis-server.");
  const server = opened.use(await startRedis(program));
  return opened.use(await openRedis(server.url, createLogger({ logLevel: "silent" })));
});

let rounds = 0;

/** The milliseconds that a call takes to be counted, of many clients in turn, one call after the other. */
async function countCalls(count: (client: string) => unknown): Promise<number> {
  rounds += 1;
  const began = performance.now();
  for (let call = 0; call < CALLS_EACH; call += 1)
    for (let client = 0; client < CLIENTS; client += 1) {
      const waitMs = count(`${rounds}-${client}`);
      if (waitMs instanceof Promise) await waitMs;
    }
  return (performance.now() - began) / (CALLS_EACH * CLIENTS);
}

const inRedis = async () => {
  const unused = async () => {
    throw new Error("Redis is unavailable.");
  };
  return createRedisRateLimiter(await redis(), { consume: unused, reset: unused }, () => new Date(AT));
};

const picture = shared(async () => {
  const { arsenals } = opened.use(await makeWorld({ alone: "It is measured by itself." })).context;
  const loadout = starterLoadout(arsenals.bf4, "assault");
  const draw = () => drawLoadout({ name: "Measured", note: null, author: null, loadout }, arsenals);
  const cache = createSharedCache(await redis(), "measured", 1);
  await cache.set("picture", await draw());
  return { draw, cache };
});

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < PICTURES; n += 1) await work();
  return (performance.now() - began) / PICTURES;
}

export const sharedState: readonly Measurement[] = [
  {
    id: "P15",
    name: "a call counted over all processes, in Redis (time)",
    goals: [{ of: "peer", atMost: 0.2 }],
    rounds: ROUNDS,
    ours: async () => countCalls(createSharedCounter("measured", PER_MINUTE, await inRedis(), () => AT)),
    peer: async () => {
      const limiter = await inRedis();
      return countCalls((client) => limiter.consume(client, PER_MINUTE));
    },
    limit: () => countCalls(createMemoryCounter(PER_MINUTE, () => AT)),
  },
  {
    id: "P15",
    name: "a picture that another process drew, from Redis (time)",
    goals: [{ of: "peer", atMost: 0.2 }],
    rounds: ROUNDS,
    ours: async () => {
      const { cache } = await picture();
      return time(() => cache.get("picture"));
    },
    peer: async () => time((await picture()).draw),
    limit: async () => {
      const client = await redis();
      return time(() => client.ask((asked) => asked.ping()));
    },
  },
];
