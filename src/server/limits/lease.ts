// One at a time, over all processes on one database: what checks first and writes then, where no constraint can judge.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/database.ts";
import { tooManyAtOnce } from "./refusals.ts";

/** A holder that died blocks the others for this long, and nobody waits longer. */
const LEASE_MS = 5000;
const ASK_EVERY_MS = 25;

export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Runs tasks of one name one after the other; throws SERVICE_UNAVAILABLE when a turn does not come in five seconds. */
export function createLeases(db: Database, now: () => Date): InTurn {
  const holders = new Map<string, Promise<unknown>>();

  async function claimed(name: string, holder: string): Promise<boolean> {
    const at = now();
    const [createdAt, endsAt] = [at.toISOString(), new Date(at.getTime() + LEASE_MS).toISOString()];
    // An end beyond that is left from a clock that was set back.
    const latest = new Date(at.getTime() + 2 * LEASE_MS).toISOString();
    const row = await db
      .insertInto("lease")
      .values({ id: randomUUID(), name, holder, endsAt, createdAt, updatedAt: createdAt })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ holder, endsAt, updatedAt: createdAt })
          .where((eb) => eb.or([eb("lease.endsAt", "<=", createdAt), eb("lease.endsAt", ">", latest)])),
      )
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  }

  async function underLease<T>(name: string, task: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const givesUpAt = performance.now() + LEASE_MS;
    while (!(await claimed(name, holder))) {
      if (performance.now() > givesUpAt)
        throw tooManyAtOnce("TOO_MANY_AT_ONCE", "Too many people do this at once. Please try again in a moment.");
      await sleep(ASK_EVERY_MS);
    }
    try {
      return await task();
    } finally {
      await db.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
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
