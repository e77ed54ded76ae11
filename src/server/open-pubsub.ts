import cluster from "node:cluster";
import type { Logger } from "#platform/logger.ts";
import { createPubSub, type PubSub } from "#platform/pubsub/pubsub.ts";
import { redisTransport } from "#platform/pubsub/redis-transport.ts";
import { workerTransport } from "#platform/pubsub/worker-transport.ts";
import type { Redis } from "#platform/redis.ts";
import type { DatabasePlace } from "#server/config/config.ts";

type Ways = { database: DatabasePlace; redis: Redis | null; logger: Logger };

/** Messages by the farthest way there is: Redis, else PostgreSQL, else the workers of this machine, else this process. */
export async function openPubSub({ database, redis, logger }: Ways): Promise<PubSub> {
  if (redis) return createPubSub((end) => redisTransport(redis, end));
  if (database.kind === "postgres") {
    const { postgresTransport } = await import("#platform/pubsub/postgres-transport.ts");
    return createPubSub((end) => postgresTransport(database.url, logger, end));
  }
  return cluster.isWorker ? createPubSub(workerTransport) : createPubSub();
}
