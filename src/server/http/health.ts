// Liveness and readiness checks for proxies and supervisors.

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
const CHECK_TIMEOUT_MS = 900;
const NO_STORE = { "Cache-Control": "no-store" };

type PartState = "up" | "away";

type Readiness = {
  status: "ready" | "degraded" | "away" | "closing";
  /** Why the database can be read but not written. */
  cause?: ErrorCode;
  parts: { database: PartState };
};

export type Health = {
  /** Returns the current state within a second; concurrent callers share one check. */
  check(): Promise<Readiness>;
  /** Makes readiness fail, so that no new requests are routed to this process. */
  close(): void;
};

/** Creates the health checks. `getTrouble` returns the current outage; a server whose database can only be read stays ready as "degraded". */
export function createHealth(
  db: Database,
  isFileUnchanged: () => Promise<boolean>,
  getTrouble: () => Trouble | null,
): Health {
  let isClosing = false;
  let pendingCheck: Promise<PartState> | undefined;

  return {
    async check() {
      pendingCheck ??= getDatabaseState(db, isFileUnchanged).finally(() => {
        pendingCheck = undefined;
      });
      const database = await pendingCheck;
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

/** Returns "up" if the tables are readable and the file at the path is the opened one. */
async function getDatabaseState(db: Database, isFileUnchanged: () => Promise<boolean>): Promise<PartState> {
  const timeoutAbort = new AbortController();
  const timeout = sleep(CHECK_TIMEOUT_MS, "away" as const, { signal: timeoutAbort.signal, ref: false });
  timeout.catch(() => {});
  const checkDatabase = async (): Promise<PartState> => {
    await db.selectFrom("lease").select("id").limit(1).execute();
    return (await isFileUnchanged()) ? "up" : "away";
  };
  try {
    return await Promise.race([checkDatabase(), timeout]);
  } catch {
    return "away";
  } finally {
    timeoutAbort.abort();
  }
}

/** Responds with 200 while the process runs. */
export const liveness = (c: Call<AppEnvironment>): Response =>
  c.json({ status: "live", release: PROCESS.release }, 200, NO_STORE);

/** Responds with 200 while this process accepts requests, otherwise with 503; the body names the unavailable part. */
export const readiness =
  (health: Health) =>
  async (c: Call<AppEnvironment>): Promise<Response> => {
    const state = await health.check();
    return c.json(
      { ...state, release: PROCESS.release },
      state.status === "ready" || state.status === "degraded" ? 200 : 503,
      NO_STORE,
    );
  };

/**
 * Returns a function that checks whether the opened database file is still the file at its path. SQLite would continue to write to a
 * file that was removed or replaced, and all its changes would be lost at the next start.
 */
export async function watchFile(place: DatabasePlace): Promise<() => Promise<boolean>> {
  if (place.kind !== "sqlite" || place.path === ":memory:") return async () => true;
  const getIdentity = async () => {
    const { dev, ino } = await stat(place.path);
    return `${dev}:${ino}`;
  };
  const openedIdentity = await getIdentity();
  return async () => (await getIdentity().catch(() => null)) === openedIdentity;
}
