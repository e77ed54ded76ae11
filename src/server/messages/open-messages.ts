import cluster from "node:cluster";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Logger } from "#server/logger.ts";
import type { Redis } from "#server/redis/redis.ts";
import { createMessages, type Messages } from "./messages.ts";
import { redisLine } from "./redis-line.ts";
import { workerLine } from "./worker-line.ts";

type Ways = { database: DatabasePlace; redis: Redis | null; logger: Logger };

/** Messages by the farthest way there is: Redis, else PostgreSQL, else the workers of this machine, else this process. */
export async function openMessages({ database, redis, logger }: Ways): Promise<Messages> {
  if (redis) return createMessages((end) => redisLine(redis, end));
  if (database.kind === "postgres") {
    const { postgresLine } = await import("./postgres-line.ts");
    return createMessages((end) => postgresLine(database.url, logger, end));
  }
  return cluster.isWorker ? createMessages(workerLine) : createMessages();
}
