// The rows of leases: of one name there is at most one, and whose it is until when.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";

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
