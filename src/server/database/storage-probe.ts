// Finds out without traffic whether SQLite can store something: a full disk is noticed, and so is its end.
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Database } from "./database.ts";

const EVERY_MS = 15_000;
/** Interval while nothing can be stored. */
const LOOK_EVERY_MS = 1000;
const ID = "storage";
/** More than small rows leave room for in the pages they have. */
const FILLER = "x".repeat(64 * 1024);
/** Below this only what fits into the room that SQLite has set aside is stored. */
const MIN_FREE_BYTES = 1024 * 1024;

/** The free bytes of the file system of an SQLite file; null where there is no such file or the system does not know. */
export async function getFreeBytes(place: DatabasePlace): Promise<number | null> {
  if (place.kind !== "sqlite" || place.path === ":memory:") return null;
  const space = await statfs(dirname(place.path)).catch(() => null);
  return space && space.bavail * space.bsize;
}

/** Stores a row of 64 kB and deletes it, every 15 seconds until disposed of. PostgreSQL's own operator watches its disk. */
export function createStorageProbe(
  db: Database,
  place: DatabasePlace,
  outages: OutageLog,
  now: () => Date,
): Disposable {
  let isProbing = false;
  let probedAt = performance.now();

  async function probe(): Promise<void> {
    const at = now().toISOString();
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("heartbeat").values({ id: ID, trustedFrom: FILLER, createdAt: at, updatedAt: at }).execute();
      await trx.deleteFrom("heartbeat").where("id", "=", ID).execute();
    });
    const freeBytes = outages.trouble === "full" ? await getFreeBytes(place) : null;
    if (freeBytes === null || freeBytes >= MIN_FREE_BYTES) outages.recordSuccess({ isWrite: true });
  }

  async function look(): Promise<void> {
    if (isProbing || (outages.trouble === null && performance.now() - probedAt < EVERY_MS)) return;
    isProbing = true;
    // What fails is in the log of outages.
    await probe().catch(() => {});
    probedAt = performance.now();
    isProbing = false;
  }

  const timer = place.kind === "sqlite" ? setInterval(() => void look(), LOOK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
