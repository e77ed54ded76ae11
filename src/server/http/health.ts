// Liveness and readiness, for a proxy or a supervisor.

import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context as Call } from "hono";
import type { ErrorCode } from "#messages/errors.ts";
import type { Trouble } from "#platform/database/database-unavailable.ts";
import type { Redis } from "#platform/redis.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import { PROCESS } from "#server/release.ts";
import { createOutageError } from "./guards.ts";
import type { AppEnvironment } from "./http-server.ts";

/** A part that does not answer within this time is unavailable. */
const PATIENCE_MS = 900;
const NO_STORE = { "Cache-Control": "no-store" };

type PartState = "up" | "away";

/** `isNeeded`: the server cannot answer without this part; without other parts it is slower or less shared. */
type Part = { isNeeded: boolean; ask(): Promise<unknown> };

type Readiness = {
  status: "ready" | "degraded" | "away" | "closing";
  /** Why nothing can be stored, although the database can be read. */
  cause?: ErrorCode;
  parts: Record<string, PartState>;
};

export type Health = {
  /** The present state, within a second; concurrent callers share one check. */
  look(): Promise<Readiness>;
  /** From now on readiness fails, so that no new requests are routed here. */
  close(): void;
};

/** `getTrouble` answers what is wrong with a database that can be read: the server goes on with what it stores. */
export function createHealth(
  parts: Readonly<Record<string, Part>>,
  getTrouble: () => Trouble | null = () => null,
): Health {
  let isClosing = false;
  let underWay: Promise<Record<string, PartState>> | undefined;

  async function lookAtParts(): Promise<Record<string, PartState>> {
    try {
      return Object.fromEntries(
        await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await getState(part)] as const)),
      );
    } finally {
      underWay = undefined;
    }
  }

  return {
    async look() {
      underWay ??= lookAtParts();
      const states = await underWay;
      const isAway = (isNeeded: boolean) =>
        Object.entries(parts).some(([name, part]) => part.isNeeded === isNeeded && states[name] === "away");
      const trouble = getTrouble();
      const isDegraded = trouble !== null || isAway(false);
      const status = isClosing ? "closing" : isAway(true) ? "away" : isDegraded ? "degraded" : "ready";
      return {
        status,
        ...(status === "degraded" && trouble && { cause: createOutageError(trouble).code }),
        parts: states,
      };
    },
    close() {
      isClosing = true;
    },
  };
}

async function getState({ ask }: Part): Promise<PartState> {
  const ended = new AbortController();
  const late = sleep(PATIENCE_MS, "away" as const, { signal: ended.signal, ref: false });
  late.catch(() => {});
  try {
    return await Promise.race([ask().then(() => "up" as const), late]);
  } catch {
    return "away";
  } finally {
    ended.abort();
  }
}

/** The database is up when its tables are readable and its file is the one that was opened. */
export const databasePart = (db: Database, isInPlace: () => Promise<boolean>): Part => ({
  isNeeded: true,
  async ask() {
    await db.selectFrom("lease").select("id").limit(1).execute();
    if (!(await isInPlace())) throw new Error("The database's file was removed or replaced.");
  },
});

/** Without Redis limits are counted in the database, and messages between processes are delayed. */
export const redisPart = (redis: Redis): Part => ({
  isNeeded: false,
  async ask() {
    if ((await redis.ask((client) => client.ping())) === null) throw new Error("Redis is away.");
  },
});

/** 200 while the process runs. */
export const liveness = (c: Call<AppEnvironment>): Response =>
  c.json({ status: "live", release: PROCESS.release }, 200, NO_STORE);

/** 200 while this process accepts requests, otherwise 503; the body names the unavailable part. */
export const readiness =
  (health: Health) =>
  async (c: Call<AppEnvironment>): Promise<Response> => {
    const state = await health.look();
    return c.json(
      { ...state, release: PROCESS.release },
      state.status === "ready" || state.status === "degraded" ? 200 : 503,
      NO_STORE,
    );
  };

/**
 * Remembers which file an open database is; the answer asks whether it is still there under its path. SQLite would go
 * on writing to a file that was removed or replaced, and lose it all at the next start.
 */
export async function watchFile(place: DatabasePlace): Promise<() => Promise<boolean>> {
  if (place.kind !== "sqlite" || place.path === ":memory:") return async () => true;
  const identity = async () => {
    const { dev, ino } = await stat(place.path);
    return `${dev}:${ino}`;
  };
  const opened = await identity();
  return async () => (await identity().catch(() => null)) === opened;
}
