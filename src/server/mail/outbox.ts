// The durable queue of mails: no response waits for a mail server, and a crash loses no mail. It has its own table, because a mail
// belongs to an address and not to a user, and because it must be deleted after it was sent.
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Logger } from "#platform/logger.ts";
import { createLeaseQueue, createWorker, keepLease, type LeaseQueue } from "#platform/queue.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";
import type { MailOutcome } from "#server/observer.ts";
import type { Mail, SendMail } from "./mailer.ts";

type MailRow = Selectable<Tables["mail"]>;

const HOUR_MS = 60 * 60_000;
/** The pauses after failed attempts, in total a day; after a further failure a mail is given up. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000, 1_800_000, ...[1, 2, 4, 8, 8].map((h) => h * HOUR_MS)];

/** Matches a sign-in code, or a number that could be one. */
const CODE = /\d{6,}/g;

/** How long a running delivery may take during a shutdown; then it is aborted, and the next start sends the mail. */
const SHUTDOWN_TIMEOUT_MS = 2000;

export const LEASE_MS = 60_000;

export const createMailQueue = (db: Database, now: () => Date): LeaseQueue<MailRow> =>
  createLeaseQueue(db, now, {
    table: "mail",
    dueColumn: "nextAttemptAt",
    leaseMs: LEASE_MS,
  });

export async function addMail(db: Database, mail: Mail, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  const times = { nextAttemptAt: timestamp, leasedUntil: null, createdAt: timestamp, updatedAt: timestamp };
  await db
    .insertInto("mail")
    .values({ id: randomUUID(), ...mail, attempts: 0, ...times })
    .execute();
}

export type Outbox = AsyncDisposable & {
  /** Resolves when the mail is stored; it will then be sent even if this process crashes. */
  enqueue: SendMail;
  /** Resolves when this process sends no mail and none is due; a mail that waits for its next attempt is not due. */
  drained(): Promise<void>;
};

export type OutboxParts = {
  db: Database;
  send: SendMail;
  now: () => Date;
  logger: Logger;
  /** Maximum of mails that this process sends at the same time; default: 1. */
  maxConcurrent?: number;
  onOutcome?: (outcome: MailOutcome) => void;
};

/**
 * Creates the outbox. It sends mails in the order in which they were queued, each once, even if several processes share the database;
 * only if a process crashes between sending and deleting a mail, that mail is sent again. Disposing waits for the running delivery, but
 * not for a slow mail server.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, now, logger } = parts;
  const queue = createMailQueue(db, now);
  const shutdown = new AbortController();
  const worker = createWorker({
    name: "the outbox",
    maxConcurrent: parts.maxConcurrent ?? 1,
    claim: queue.claim,
    perform: createDelivery(queue, parts, shutdown.signal),
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
      const timer = setTimeout(() => shutdown.abort(), SHUTDOWN_TIMEOUT_MS);
      await worker[Symbol.asyncDispose]();
      clearTimeout(timer);
    },
  };
}

function createDelivery(queue: LeaseQueue<MailRow>, parts: OutboxParts, shutdown: AbortSignal) {
  const { db, send, now, logger, onOutcome = () => {} } = parts;
  // Ids of mails that were sent but not deleted yet, because the database failed.
  const sentIds = new Set<string>();

  /** Sends the mail; returns the pause before the next attempt, or the reason if the mail is given up. */
  async function deliver(mail: MailRow): Promise<{ retryMs: number } | { reason: string } | "sent"> {
    if (sentIds.has(mail.id)) return "sent";
    using _lease = keepLease(LEASE_MS, () => queue.renew(mail), logger);
    try {
      const { to, subject, text, html } = mail;
      await send({ to, subject, text, html }, shutdown);
      sentIds.add(mail.id);
      onOutcome("sent");
      return "sent";
    } catch (error) {
      if (shutdown.aborted) return { retryMs: 0 };
      const { reason, isPermanent } = describeFailure(error);
      const retryMs = isPermanent ? undefined : RETRY_AFTER_MS[mail.attempts - 1];
      const details = { mail: mail.id, attempts: mail.attempts, reason };
      onOutcome(retryMs === undefined ? "dead" : "failed");
      if (retryMs !== undefined) {
        logger.warn(details, "a mail could not be sent");
        return { retryMs };
      }
      logger.error(details, "a mail was given up");
      return { reason };
    }
  }

  /** Moves a mail that was given up to `deadMail`, without its text and without a code in its subject. */
  async function moveToDeadMail({ id, to, attempts, createdAt, ...mail }: MailRow, reason: string): Promise<void> {
    const subject = mail.subject.replace(CODE, "…");
    const deadMail = { id, to, subject, attempts, reason, createdAt, updatedAt: now().toISOString() };
    await inTransaction(db, async (trx) => {
      await trx.insertInto("deadMail").values(deadMail).execute();
      await trx.deleteFrom("mail").where("id", "=", id).execute();
    });
  }

  return async (mail: MailRow): Promise<void> => {
    const outcome = await deliver(mail);
    if (outcome === "sent") {
      // Delete the mail at once, because it contains an address and may contain links that sign in.
      await db.deleteFrom("mail").where("id", "=", mail.id).execute();
      sentIds.delete(mail.id);
    } else if ("reason" in outcome) await moveToDeadMail(mail, outcome.reason);
    else await queue.postpone(mail, outcome.retryMs, shutdown.aborted ? mail.attempts - 1 : mail.attempts);
  };
}

/**
 * Permanent refusals of a mail: an unknown address, or content that is too large or unwanted. Other refusals, including policies (5.7),
 * such as denied relaying, are about the site's settings, which can be changed.
 */
const PERMANENT_REFUSALS: Partial<Record<string, readonly number[]>> = {
  "RCPT TO": [550, 551, 553],
  DATA: [550, 552, 554],
};
const POLICY = /\b5\.7\.\d/;

/** Describes a failed attempt with codes only, because a mail server's message may contain the address. */
function describeFailure(error: unknown): { reason: string; isPermanent: boolean } {
  const { code, responseCode, command, response = "" } = smtpError.safeParse(error).data ?? {};
  const reason = [code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
  const hasPermanentCode = PERMANENT_REFUSALS[command ?? ""]?.includes(responseCode ?? 0) === true;
  const isRefused = hasPermanentCode && !POLICY.test(response);
  // The library reports an unusable address before it connects to a server.
  return { reason, isPermanent: isRefused || (code === "EENVELOPE" && command === "API") };
}

const smtpError = z.object({
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

export type MailFigures = { pending: number; oldest: string | null; dead: number };

/** Returns the number of queued mails, the time of the oldest, and the number of mails that were given up. */
export async function getMailFigures(db: Database): Promise<MailFigures> {
  const { pending, oldest } = await db
    .selectFrom("mail")
    .select(({ fn }) => [fn.countAll<number>().as("pending"), fn.min<string | null>("createdAt").as("oldest")])
    .executeTakeFirstOrThrow();
  return { pending, oldest, dead: await countAll(db.selectFrom("deadMail")) };
}

/** Returns a function that does not send to addresses under `.invalid`, which the account library generates if a provider returns none. */
export const skipUnreachable =
  <Rest extends unknown[]>(send: (mail: Mail, ...rest: Rest) => Promise<void>): typeof send =>
  async (mail, ...rest) => {
    if (!mail.to.endsWith(".invalid")) await send(mail, ...rest);
  };
