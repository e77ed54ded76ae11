// Probes whether SQLite can store rows, so that a full disk and its end are also detected without traffic.
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { OutageLog } from "#platform/database/outage-log.ts";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Database } from "./database.ts";

const EVERY_MS = 15_000;
/** Interval during an outage. */
const CHECK_EVERY_MS = 1000;
const ID = "storage";
/** Large enough that it does not fit into the free space of existing pages. */
const FILLER = "x".repeat(64 * 1024);
/** With less free space SQLite can only fill pages that it has already allocated. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Returns the free bytes of the file system of an SQLite file, or null if there is no file or the number is unknown. */
export async function getFreeBytes(place: DatabasePlace): Promise<number | null> {
  if (place.kind !== "sqlite" || place.path === ":memory:") return null;
  const space = await statfs(dirname(place.path)).catch(() => null);
  return space && space.bavail * space.bsize;
}

/** Stores and deletes a row of 64 kB every 15 seconds until disposed of. The disk of PostgreSQL is its operator's concern. */
export function createStorageProbe(
  db: Database,
  place: DatabasePlace,
  outages: OutageLog,
  now: () => Date,
): Disposable {
  let isProbing = false;
  let probedAt = performance.now();

  async function probe(): Promise<void> {
    const time = now().toISOString();
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("heartbeat")
        .values({ id: ID, trustedFrom: FILLER, createdAt: time, updatedAt: time })
        .execute();
      await trx.deleteFrom("heartbeat").where("id", "=", ID).execute();
    });
    const freeBytes = outages.trouble === "full" ? await getFreeBytes(place) : null;
    if (freeBytes === null || freeBytes >= MIN_FREE_BYTES) outages.recordSuccess({ isWrite: true });
  }

  async function checkStorage(): Promise<void> {
    if (isProbing || (outages.trouble === null && performance.now() - probedAt < EVERY_MS)) return;
    isProbing = true;
    // The outage log records a failure.
    await probe().catch(() => {});
    probedAt = performance.now();
    isProbing = false;
  }

  const timer = place.kind === "sqlite" ? setInterval(() => void checkStorage(), CHECK_EVERY_MS).unref() : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
