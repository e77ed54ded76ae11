// Named locks shared by all processes on one database, for checks before a write that no constraint can express.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";

/** The lock of a crashed holder expires after this time, which is also the longest wait; a live holder renews it. */
const LEASE_MS = 5000;
const RENEW_EVERY_MS = 1500;
const POLL_EVERY_MS = 25;
/** A process that has waited this long reserves the next turn; otherwise a process with many tasks could take every turn. */
const RESERVE_AFTER_MS = 500;
/** A reservation is a separate lease, renewed with every poll. */
const RESERVATION_MS = 500;
const getReservationName = (name: string): string => `${name} next`;

export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** The lock did not become free within five seconds. */
export class LockTimeoutError extends Error {
  override readonly name = "LockTimeoutError";
}

/**
 * Creates a function that runs tasks of the same name one after the other.
 * @throws {LockTimeoutError}
 */
export function createLocks(db: LeaseDatabase, now: () => Date): WithLock {
  const rows = createLeaseRows(db, now);
  const holders = new Map<string, Promise<unknown>>();

  async function waitForTurn(name: string, holder: string): Promise<void> {
    const began = performance.now();
    while (
      (await rows.isHeldByOther(getReservationName(name), holder, RESERVATION_MS)) ||
      !(await rows.claim(name, holder, LEASE_MS))
    ) {
      const waitedMs = performance.now() - began;
      if (waitedMs > LEASE_MS) throw new LockTimeoutError(name);
      if (waitedMs > RESERVE_AFTER_MS) await rows.claim(getReservationName(name), holder, RESERVATION_MS);
      await sleep(POLL_EVERY_MS);
    }
  }

  /** Renews the lock until disposed of or lost. */
  function renewLease(name: string, holder: string): Disposable {
    const renew = async () => {
      if (!(await rows.renew(name, holder, LEASE_MS))) clearInterval(timer);
    };
    // While the database is unavailable the task fails by itself.
    const timer = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  async function runUnderLease<T>(name: string, task: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    await waitForTurn(name, holder);
    try {
      using _lease = renewLease(name, holder);
      return await task();
    } finally {
      await rows.release([name, getReservationName(name)], holder);
    }
  }

  return (name, task) => {
    // Tasks of this process wait for each other without polling the database.
    const previous = holders.get(name) ?? Promise.resolve();
    const turn = previous.then(
      () => runUnderLease(name, task),
      () => runUnderLease(name, task),
    );
    holders.set(name, turn);
    const forget = () => holders.get(name) === turn && holders.delete(name);
    turn.then(forget, forget);
    return turn;
  };
}

/** A lease: its name is unique, `endsAt` is ISO text. */
type Lease = { id: string; name: string; holder: string; endsAt: string; createdAt: string; updatedAt: string };
type LeaseDatabase = Pick<Kysely<{ lease: Lease }>, "insertInto" | "selectFrom" | "updateTable" | "deleteFrom">;

export type LeaseRows = {
  /** Takes the lease for this duration; returns false while another holder has it. */
  claim(name: string, holder: string, ms: number): Promise<boolean>;
  /** Whether another holder has a lease of this duration. */
  isHeldByOther(name: string, holder: string, ms: number): Promise<boolean>;
  /** Extends the lease by this duration from now; returns false if the holder has lost it. */
  renew(name: string, holder: string, ms: number): Promise<boolean>;
  /** Releases the leases of this holder among the given names. */
  release(names: readonly string[], holder: string): Promise<void>;
};

export function createLeaseRows(db: LeaseDatabase, now: () => Date): LeaseRows {
  const getTimeIn = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  return {
    async claim(name, holder, ms) {
      const [createdAt, endsAt] = [getTimeIn(0), getTimeIn(ms)];
      // An end later than this was set before the clock was turned back.
      const latest = getTimeIn(2 * ms);
      const row = await db
        .insertInto("lease")
        .values({ id: randomUUID(), name, holder, endsAt, createdAt, updatedAt: createdAt })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ holder, endsAt, updatedAt: createdAt })
            .where(({ or, eb }) =>
              or([
                eb("lease.endsAt", "<=", createdAt),
                eb("lease.endsAt", ">", latest),
                eb("lease.holder", "=", holder),
              ]),
            ),
        )
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
    async isHeldByOther(name, holder, ms) {
      const row = await db
        .selectFrom("lease")
        .select("id")
        .where("name", "=", name)
        .where("holder", "!=", holder)
        .where("endsAt", ">", getTimeIn(0))
        .where("endsAt", "<=", getTimeIn(2 * ms))
        .executeTakeFirst();
      return row !== undefined;
    },
    async renew(name, holder, ms) {
      const { numUpdatedRows } = await db
        .updateTable("lease")
        .set({ endsAt: getTimeIn(ms), updatedAt: getTimeIn(0) })
        .where("name", "=", name)
        .where("holder", "=", holder)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async release(names, holder) {
      await db.deleteFrom("lease").where("name", "in", names).where("holder", "=", holder).execute();
    },
  };
}
