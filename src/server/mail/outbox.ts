// Mail waits in a table until it is sent: no answer waits for a mail server, and a crash loses no mail.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "#platform/logger.ts";
import { createWorker } from "#platform/worker.ts";
import type { Database } from "#server/database/database.ts";
import type { Mail, SendMail } from "./mailer.ts";

/** How long after each failure a mail is tried again; after one more it is given up. */
const TRY_AGAIN_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000];

/** At the end the mail under way gets this long; then it is broken off, and the next start sends it. */
const LAST_MAIL_MS = 2000;

export type Outbox = AsyncDisposable & {
  /** Resolves when the mail is in the table: from then on it is sent, even if this process dies. */
  enqueue: SendMail;
  /** Resolves when this process sends nothing and no mail is due; one that waits for its next try is not due. */
  drained(): Promise<void>;
};

export type OutboxParts = { db: Database; send: SendMail; now: () => Date; logger: Logger };

/**
 * Sends mail one at a time in the order it came, each once, however many processes share the database. Only when a
 * process dies between sending a mail and forgetting it, that one goes out again. Disposing waits for the one under way,
 * but not for a mail server that is slow to take it.
 */
export function createOutbox({ db, send, now, logger }: OutboxParts): Outbox {
  const queue = createMailQueue(db, now);
  const end = new AbortController();
  const worker = createWorker({
    name: "the outbox",
    atOnce: 1,
    claim: queue.claim,
    perform: createDelivery(queue, send, end.signal, logger),
    untilNextMs: queue.untilNextMs,
    logger,
  });
  return {
    async enqueue(mail) {
      await queue.add(mail);
      worker.wake();
    },
    drained: worker.drained,
    async [Symbol.asyncDispose]() {
      const late = setTimeout(() => end.abort(), LAST_MAIL_MS);
      await worker[Symbol.asyncDispose]();
      clearTimeout(late);
    },
  };
}

type Outcome = "sent" | "refused" | "broken off";

function createDelivery(
  queue: MailQueue,
  send: SendMail,
  end: AbortSignal,
  logger: Logger,
): (mail: ClaimedMail) => Promise<void> {
  // Sent, but not yet forgotten: the database failed in between.
  const sent = new Set<string>();

  async function getOutcome(mail: ClaimedMail): Promise<Outcome> {
    if (sent.has(mail.id)) return "sent";
    const renewing = setInterval(() => {
      queue.renew(mail).catch((err: unknown) => logger.warn({ err }, "the lease of a mail was not renewed"));
    }, LEASE_MS / 3);
    try {
      await send(mail.letter, end);
      sent.add(mail.id);
      return "sent";
    } catch (error) {
      if (end.aborted) return "broken off";
      // A mail server's message repeats the address it refused.
      const said = { mail: mail.id, attempts: mail.attempts, code: getCode(error) };
      if (delayAfter(mail) === undefined) logger.error(said, "a mail was given up");
      else logger.warn(said, "a mail could not be sent");
      return "refused";
    } finally {
      clearInterval(renewing);
    }
  }

  return async (mail) => {
    const delayMs = delayAfter(mail);
    const outcome = await getOutcome(mail);
    if (outcome === "broken off") return queue.giveBack(mail);
    if (outcome === "refused" && delayMs !== undefined) return queue.putOff(mail, delayMs);
    await queue.forget(mail);
    sent.delete(mail.id);
  };
}

const delayAfter = ({ attempts }: ClaimedMail): number | undefined => TRY_AGAIN_AFTER_MS[attempts - 1];

const getCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Sends to no address under `.invalid`: the account library makes one up where a provider gives no address. */
export const onlyReachable =
  <Rest extends unknown[]>(send: (mail: Mail, ...rest: Rest) => Promise<void>): typeof send =>
  async (mail, ...rest) => {
    if (!mail.to.endsWith(".invalid")) await send(mail, ...rest);
  };

// The table of mails to be sent. When and how often one is tried is for the outbox to say.

/** A mail that this process may send until its lease ends. `attempts` counts this claim, too. */
export type ClaimedMail = { id: string; attempts: number; letter: Mail };

type MailQueue = ReturnType<typeof createMailQueue>;

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
