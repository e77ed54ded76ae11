// Liveness and readiness, for a proxy or a supervisor.

import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context as Call } from "hono";
import type { ErrorCode } from "#messages/errors.ts";
import type { Trouble } from "#platform/database/database-unavailable.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import { PROCESS } from "#server/release.ts";
import { createOutageError } from "./guards.ts";
import type { AppEnvironment } from "./http-server.ts";

/** A database that does not answer within this time is unavailable. */
const PATIENCE_MS = 900;
const NO_STORE = { "Cache-Control": "no-store" };

type PartState = "up" | "away";

type Readiness = {
  status: "ready" | "degraded" | "away" | "closing";
  /** Why nothing can be stored, although the database can be read. */
  cause?: ErrorCode;
  parts: { database: PartState };
};

export type Health = {
  /** The present state, within a second; concurrent callers share one check. */
  look(): Promise<Readiness>;
  /** From now on readiness fails, so that no new requests are routed here. */
  close(): void;
};

/** `getTrouble` answers what is wrong with a database that can be read: the server goes on with what it stores. */
export function createHealth(
  db: Database,
  isInPlace: () => Promise<boolean>,
  getTrouble: () => Trouble | null,
): Health {
  let isClosing = false;
  let underWay: Promise<PartState> | undefined;

  return {
    async look() {
      underWay ??= getDatabaseState(db, isInPlace).finally(() => {
        underWay = undefined;
      });
      const database = await underWay;
      const parts = { database };
      if (isClosing) return { status: "closing", parts };
      if (database === "away") return { status: "away", parts };
      const trouble = getTrouble();
      return trouble
        ? { status: "degraded", cause: createOutageError(trouble).code, parts }
        : { status: "ready", parts };
    },
    close() {
      isClosing = true;
    },
  };
}

/** The database is up when its tables are readable and its file is the one that was opened. */
async function getDatabaseState(db: Database, isInPlace: () => Promise<boolean>): Promise<PartState> {
  const ended = new AbortController();
  const late = sleep(PATIENCE_MS, "away" as const, { signal: ended.signal, ref: false });
  late.catch(() => {});
  const ask = async (): Promise<PartState> => {
    await db.selectFrom("lease").select("id").limit(1).execute();
    return (await isInPlace()) ? "up" : "away";
  };
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return "away";
  } finally {
    ended.abort();
  }
}

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
