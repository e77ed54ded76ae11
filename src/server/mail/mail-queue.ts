// The table of mails to be sent. When and how often one is tried is for the outbox to say.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import type { Mail } from "./mailer.ts";

/** A mail that this process may send until its lease ends. `attempts` counts this claim, too. */
export type ClaimedMail = { id: string; attempts: number; letter: Mail };

export type MailQueue = ReturnType<typeof createMailQueue>;

/** A claim of a mail lasts this long, and as long again with each renewal. */
export const LEASE_MS = 60_000;

/** No try is put off for as long: one that is due later was put off by a clock that was set back since. */
const MAX_WAIT_MS = 15 * 60_000;

export function createMailQueue(db: Database, now: () => Date) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  /** When a mail may be claimed. */
  const dueAt = sql<string>`coalesce("leasedUntil", "nextAttemptAt")`;
  const isDue = () =>
    sql<boolean>`(${dueAt} <= ${inMs(0)} OR ("leasedUntil" IS NULL AND "nextAttemptAt" > ${inMs(MAX_WAIT_MS)}))`;

  const change = (id: string, set: { nextAttemptAt?: string; leasedUntil: string | null }) =>
    db
      .updateTable("mail")
      .set({ ...set, updatedAt: inMs(0) })
      .where("id", "=", id);

  return {
    async add(letter: Mail): Promise<void> {
      const at = inMs(0);
      const times = { nextAttemptAt: at, leasedUntil: null, createdAt: at, updatedAt: at };
      await db
        .insertInto("mail")
        .values({ id: randomUUID(), ...letter, attempts: 0, ...times })
        .execute();
    },

    /** The mail that is due for longest, now claimed, or null when none is due. */
    async claim(): Promise<ClaimedMail | null> {
      for (;;) {
        const due = await db
          .selectFrom("mail")
          .select("id")
          .where(isDue())
          .orderBy("nextAttemptAt")
          .orderBy("id")
          .limit(1)
          .executeTakeFirst();
        if (!due) return null;
        // Where another process was sooner, the lease it has set lets this change no row.
        const claimed = await change(due.id, { leasedUntil: inMs(LEASE_MS) })
          .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
          .where(isDue())
          .returning(["attempts", "to", "subject", "text", "html"])
          .executeTakeFirst();
        if (!claimed) continue;
        const { attempts, ...letter } = claimed;
        return { id: due.id, attempts, letter };
      }
    },

    async renew({ id, attempts }: ClaimedMail): Promise<void> {
      await change(id, { leasedUntil: inMs(LEASE_MS) })
        .where("attempts", "=", attempts)
        .where("leasedUntil", "is not", null)
        .execute();
    },

    /** Gives a claimed mail back, to be due again later. */
    async putOff({ id, attempts }: ClaimedMail, ms: number): Promise<void> {
      await change(id, { leasedUntil: null, nextAttemptAt: inMs(ms) })
        .where("attempts", "=", attempts)
        .execute();
    },

    /** Gives a claimed mail back as if it had not been claimed. */
    async giveBack({ id, attempts }: ClaimedMail): Promise<void> {
      await change(id, { leasedUntil: null, nextAttemptAt: inMs(0) })
        .set({ attempts: attempts - 1 })
        .where("attempts", "=", attempts)
        .execute();
    },

    /** Leaves nothing of the mail: it holds an address and links that are as good as a password. */
    async forget({ id }: ClaimedMail): Promise<void> {
      await db.deleteFrom("mail").where("id", "=", id).execute();
    },

    /** How long until the next mail is due, or null when there is none. */
    async untilNextMs(): Promise<number | null> {
      const { next } = await db
        .selectFrom("mail")
        .select(({ fn }) => fn.min<string | null>(dueAt).as("next"))
        .executeTakeFirstOrThrow();
      return next === null ? null : Math.max(0, Date.parse(next) - now().getTime());
    },
  };
}
