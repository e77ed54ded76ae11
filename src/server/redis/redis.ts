// The link to Redis. It may be away at any time, also at the start: whoever asks is told so at once, and goes on without.
import type { Redis as Client } from "ioredis";
import type { Logger } from "#server/logger.ts";

/** Frozen is as bad as refused: nobody waits longer for an answer. */
const ANSWER_WITHIN_MS = 250;
/** While it is away it is asked this often whether it is back. */
const ASK_EVERY_MS = 1000;
const CONNECT_WITHIN_MS = 2000;

export type Redis = AsyncDisposable & {
  /** What the task brings; null at once while Redis is away, and after 250 ms where it has just gone. */
  ask<T>(task: (client: Client) => Promise<T>): Promise<T | null>;
  readonly isUp: boolean;
  /** A connection of its own, for who listens; it connects again by itself, and the caller closes it. */
  listener(): Client;
  /** The number of its database: what is said between processes bears it, since Redis tells all databases everything. */
  readonly place: number;
};

export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  // Few have a Redis: nobody else waits for this to be loaded.
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    commandTimeout: ANSWER_WITHIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    // What cannot be asked now is answered by somebody else, and never sent late.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => ASK_EVERY_MS,
    keyPrefix: "fieldlocker:",
  });
  let isUp: boolean | undefined;

  function turn(up: boolean, err?: unknown): void {
    if (isUp === up) return;
    // The first connection is nothing to tell of.
    if (!up) logger.warn({ err }, "Redis is away: limits are counted in the database");
    else if (isUp === false) logger.info("Redis is back");
    isUp = up;
  }

  const look = (): Promise<void> =>
    client.ping().then(
      () => turn(true),
      (err: unknown) => turn(false, err),
    );
  client.on("ready", () => turn(true));
  client.on("error", (err) => turn(false, err));
  client.on("close", () => turn(false));
  const looking = setInterval(() => void (isUp || look()), ASK_EVERY_MS).unref();

  return {
    async ask(task) {
      if (!isUp) return null;
      try {
        return await task(client);
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
        // A listener that hears nothing of a peer that is frozen asks every now and then.
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
