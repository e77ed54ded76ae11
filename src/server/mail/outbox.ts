// Mail waits in a queue until it is sent: no response waits for a mail server, and a crash loses no mail. The queue has a table
// of its own, because a mail belongs to an address and not to a user, and because nothing of it may remain once it is sent.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Logger } from "#platform/logger.ts";
import { createLeaseQueue, createWorker, keepLease, type LeaseQueue } from "#platform/queue.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { Mail, SendMail } from "./mailer.ts";

type MailRow = Selectable<Tables["mail"]>;

/** The pause after each failed attempt; after one more a mail is given up. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000];

/** When the process ends, a running delivery gets this long; then it is aborted, and the next start sends the mail. */
const LAST_MAIL_MS = 2000;

export const LEASE_MS = 60_000;
const MAX_WAIT_MS = 15 * 60_000;

export const createMailQueue = (db: Database, now: () => Date): LeaseQueue<MailRow> =>
  createLeaseQueue(db, now, {
    table: "mail",
    dueColumn: "nextAttemptAt",
    leaseMs: LEASE_MS,
    maxWaitMs: MAX_WAIT_MS,
  });

export async function addMail(db: Database, letter: Mail, now: Date): Promise<void> {
  const at = now.toISOString();
  const times = { nextAttemptAt: at, leasedUntil: null, createdAt: at, updatedAt: at };
  await db
    .insertInto("mail")
    .values({ id: randomUUID(), ...letter, attempts: 0, ...times })
    .execute();
}

export type Outbox = AsyncDisposable & {
  /** Resolves when the mail is in the table: from then on it is sent, even if this process dies. */
  enqueue: SendMail;
  /** Resolves when this process sends nothing and no mail is due; one that waits for its next attempt is not due. */
  drained(): Promise<void>;
};

export type OutboxParts = { db: Database; send: SendMail; now: () => Date; logger: Logger };

/**
 * Sends mail one at a time in the order it was queued, each once, however many processes share the database. Only a mail
 * whose process dies between sending and deleting it is sent again. Disposing waits for the running delivery, but not for a
 * mail server that is slow.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, now, logger } = parts;
  const queue = createMailQueue(db, now);
  const end = new AbortController();
  const worker = createWorker({
    name: "the outbox",
    atOnce: 1,
    claim: queue.claim,
    perform: createDelivery(queue, parts, end.signal),
    untilNextMs: queue.untilNextMs,
    logger,
  });
  return {
    async enqueue(mail) {
      await addMail(db, mail, now());
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

function createDelivery(queue: LeaseQueue<MailRow>, { db, send, logger }: OutboxParts, end: AbortSignal) {
  // Sent, but not deleted yet: the database failed in between.
  const sent = new Set<string>();

  /** Sends the mail; returns false when it has to be retried. */
  async function deliver(mail: MailRow): Promise<boolean> {
    if (sent.has(mail.id)) return true;
    using _lease = keepLease(LEASE_MS, () => queue.renew(mail), logger);
    try {
      const { to, subject, text, html } = mail;
      await send({ to, subject, text, html }, end);
      sent.add(mail.id);
      return true;
    } catch (error) {
      if (end.aborted) return false;
      // A mail server's message repeats the address it refused.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const isLast = getPauseMs(mail) === undefined;
      const details = { mail: mail.id, attempts: mail.attempts, code };
      if (isLast) logger.error(details, "a mail was given up");
      else logger.warn(details, "a mail could not be sent");
      return isLast;
    }
  }

  return async (mail: MailRow): Promise<void> => {
    if (await deliver(mail)) {
      // Deleted at once: it holds an address, and links that are as good as a password.
      await db.deleteFrom("mail").where("id", "=", mail.id).execute();
      sent.delete(mail.id);
    } else if (end.aborted) await queue.putOff(mail, 0, mail.attempts - 1);
    else await queue.putOff(mail, getPauseMs(mail) ?? 0);
  };
}

const getPauseMs = ({ attempts }: MailRow): number | undefined => RETRY_AFTER_MS[attempts - 1];

/** Sends to no address under `.invalid`: the account library makes one up where a provider gives no address. */
export const onlyReachable =
  <Rest extends unknown[]>(send: (mail: Mail, ...rest: Rest) => Promise<void>): typeof send =>
  async (mail, ...rest) => {
    if (!mail.to.endsWith(".invalid")) await send(mail, ...rest);
  };
