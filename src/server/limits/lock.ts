// One at a time, over all processes on one database: what checks first and writes then, where no constraint can judge.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/database.ts";
import { tooManyAtOnce } from "./rate-limiter.ts";

/** The lock of a crashed holder expires after this time, which is also the longest wait. A live holder renews it. */
const LEASE_MS = 5000;
const RENEW_EVERY_MS = 1500;
const ASK_EVERY_MS = 25;
/**
 * After this time the next turn goes to a waiting process; otherwise one with many tasks would never release the lock.
 */
const PATIENCE_MS = 500;
/** A promise is a lease of its own, renewed with every question. */
const PROMISE_MS = 500;
const getPromise = (name: string): string => `${name} next`;

export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Runs tasks of one name one after the other; throws SERVICE_UNAVAILABLE when a turn does not come in five seconds. */
export function createLocks(db: Database, now: () => Date): WithLock {
  const rows = createLeaseRows(db, now);
  const holders = new Map<string, Promise<unknown>>();

  async function waitForTurn(name: string, holder: string): Promise<void> {
    const began = performance.now();
    while (
      (await rows.isElsewhere(getPromise(name), holder, PROMISE_MS)) ||
      !(await rows.claim(name, holder, LEASE_MS))
    ) {
      const waitedMs = performance.now() - began;
      if (waitedMs > LEASE_MS)
        throw tooManyAtOnce("TOO_MANY_AT_ONCE", "Too many people do this at once. Please try again in a moment.");
      if (waitedMs > PATIENCE_MS) await rows.claim(getPromise(name), holder, PROMISE_MS);
      await sleep(ASK_EVERY_MS);
    }
  }

  /** Renews the lock until disposed of or lost. */
  function renewed(name: string, holder: string): Disposable {
    const renew = async () => {
      if (!(await rows.renew(name, holder, LEASE_MS))) clearInterval(timer);
    };
    // While the database is away the task fails by itself.
    const timer = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  async function underLease<T>(name: string, task: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    await waitForTurn(name, holder);
    try {
      using _renewed = renewed(name, holder);
      return await task();
    } finally {
      await rows.release([name, getPromise(name)], holder);
    }
  }

  return (name, task) => {
    // Within this process the next one waits without asking the database.
    const before = holders.get(name) ?? Promise.resolve();
    const turn = before.then(
      () => underLease(name, task),
      () => underLease(name, task),
    );
    holders.set(name, turn);
    const forget = () => holders.get(name) === turn && holders.delete(name);
    turn.then(forget, forget);
    return turn;
  };
}

// The rows of leases: of one name there is at most one, and whose it is until when.
export type LeaseRows = {
  /** Takes the lock for this long; false while another holder has it. */
  claim(name: string, holder: string, ms: number): Promise<boolean>;
  /** Whether another holder has it, for at most this long. */
  isElsewhere(name: string, holder: string, ms: number): Promise<boolean>;
  /** Whether the holder still had it, and has it for so long from now. */
  renew(name: string, holder: string, ms: number): Promise<boolean>;
  /** What the holder has of these is free again. */
  release(names: readonly string[], holder: string): Promise<void>;
};

export function createLeaseRows(db: Database, now: () => Date): LeaseRows {
  const after = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  return {
    async claim(name, holder, ms) {
      const [createdAt, endsAt] = [after(0), after(ms)];
      // An end beyond that is left from a clock that was set back.
      const latest = after(2 * ms);
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
    async isElsewhere(name, holder, ms) {
      const row = await db
        .selectFrom("lease")
        .select("id")
        .where("name", "=", name)
        .where("holder", "!=", holder)
        .where("endsAt", ">", after(0))
        .where("endsAt", "<=", after(2 * ms))
        .executeTakeFirst();
      return row !== undefined;
    },
    async renew(name, holder, ms) {
      const { numUpdatedRows } = await db
        .updateTable("lease")
        .set({ endsAt: after(ms), updatedAt: after(0) })
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
