// The connection to Redis, which may be unavailable at any time, also at the start: calls fail fast and their callers continue
// without it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis as Client } from "ioredis";
import type { Logger } from "./logger.ts";

/** A frozen server counts as unavailable: no caller waits longer for an answer. */
const ANSWER_WITHIN_MS = 250;
/** A process that was held up itself reads what has arrived before it gives up. */
const GRACE_MS = 50;
/** A start waits this long for a connection. */
const START_WITHIN_MS = 1000;
/** Interval of checks while Redis is unavailable. */
const ASK_EVERY_MS = 1000;
const CONNECT_WITHIN_MS = 2000;

const NEVER_UP =
  "REDIS_URL: Redis cannot be used. Check its address and password; until then limits are counted in the database";

export type Redis = AsyncDisposable & {
  /** The task's result; null at once while Redis is unavailable, and after 250 ms when it has just become so. */
  ask<T>(task: (client: Client) => Promise<T>): Promise<T | null>;
  readonly isUp: boolean;
  /** A separate connection for a subscriber; it reconnects by itself, and the caller closes it. */
  listener(): Client;
  /** The number of its database. It is part of every channel name, since Redis sends messages to all databases. */
  readonly place: number;
};

export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  // Loaded on demand: most installations do not use Redis.
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    connectTimeout: CONNECT_WITHIN_MS,
    // A command that cannot be sent now falls back at once and is never sent late.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => ASK_EVERY_MS,
    keyPrefix: "fieldlocker:",
  });
  let isUp: boolean | undefined;

  function turn(up: boolean, err?: unknown): void {
    if (isUp === up) return;
    // The first connection is not logged.
    if (!up && isUp === undefined) logger.warn({ err }, NEVER_UP);
    else if (!up) logger.warn({ err }, "Redis is away: limits are counted in the database");
    else if (isUp === false) logger.info("Redis is back");
    isUp = up;
  }

  const look = (): Promise<void> =>
    inTime(client.ping()).then(
      () => turn(true),
      (err: unknown) => turn(false, err),
    );
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  client.on("ready", () => turn(true));
  client.once("ready", settle);
  client.once("error", () => settle());
  client.on("error", (err) => turn(false, err));
  client.on("close", () => turn(false));
  await Promise.race([settled, sleep(START_WITHIN_MS, undefined, { ref: false })]);
  const looking = setInterval(() => void (isUp || look()), ASK_EVERY_MS).unref();

  return {
    async ask(task) {
      if (!isUp) return null;
      try {
        return await inTime(task(client));
      } catch (err) {
        turn(false, err);
        return null;
      }
    },
    get isUp() {
      return isUp === true;
    },
    listener: () =>
      new Redis(url, {
        connectTimeout: CONNECT_WITHIN_MS,
        retryStrategy: () => ASK_EVERY_MS,
        maxRetriesPerRequest: null,
        // Keepalive detects a frozen peer on a connection that only listens.
        keepAlive: ASK_EVERY_MS,
      }),
    place: client.options.db ?? 0,
    async [Symbol.asyncDispose]() {
      clearInterval(looking);
      isUp = undefined;
      client.removeAllListeners("close");
      client.disconnect();
    },
  };
}

/** The answer. @throws when it takes too long */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = (async () => {
    await sleep(ANSWER_WITHIN_MS, undefined, { signal: ended.signal });
    await sleep(GRACE_MS, undefined, { signal: ended.signal });
    throw new Error("Redis does not answer.");
  })();
  late.catch(() => {});
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}
