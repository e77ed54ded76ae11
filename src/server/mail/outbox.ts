// Mail waits in a queue until it is sent: no response waits for a mail server, and a crash loses no mail. The queue has a table
// of its own, because a mail belongs to an address and not to a user, and because nothing of it may remain once it is sent.
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
/** The pause after each failed attempt, a day together; after one more a mail is given up. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000, 1_800_000, ...[1, 2, 4, 8, 8].map((h) => h * HOUR_MS)];

/** A sign-in code, or what could be one. */
const CODE = /\d{6,}/g;

/** When the process ends, a running delivery gets this long; then it is aborted, and the next start sends the mail. */
const LAST_MAIL_MS = 2000;

export const LEASE_MS = 60_000;

export const createMailQueue = (db: Database, now: () => Date): LeaseQueue<MailRow> =>
  createLeaseQueue(db, now, {
    table: "mail",
    dueColumn: "nextAttemptAt",
    leaseMs: LEASE_MS,
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

export type OutboxParts = {
  db: Database;
  send: SendMail;
  now: () => Date;
  logger: Logger;
  /** Maximum of mails that this process sends at the same time; default: one. */
  atOnce?: number;
  onOutcome?: (outcome: MailOutcome) => void;
};

/**
 * Sends mail in the order it was queued, each once, however many processes share the database. Only a mail
 * whose process dies between sending and deleting it is sent again. Disposing waits for the running delivery, but not for a
 * mail server that is slow.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { db, now, logger } = parts;
  const queue = createMailQueue(db, now);
  const end = new AbortController();
  const worker = createWorker({
    name: "the outbox",
    atOnce: parts.atOnce ?? 1,
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

function createDelivery(queue: LeaseQueue<MailRow>, parts: OutboxParts, end: AbortSignal) {
  const { db, send, now, logger, onOutcome = () => {} } = parts;
  // Sent, but not deleted yet: the database failed in between.
  const sent = new Set<string>();

  /** Sends the mail; returns when it is to be tried again, and for a mail that is given up the reason. */
  async function deliver(mail: MailRow): Promise<{ retryMs: number } | { reason: string } | "sent"> {
    if (sent.has(mail.id)) return "sent";
    using _lease = keepLease(LEASE_MS, () => queue.renew(mail), logger);
    try {
      const { to, subject, text, html } = mail;
      await send({ to, subject, text, html }, end);
      sent.add(mail.id);
      onOutcome("sent");
      return "sent";
    } catch (error) {
      if (end.aborted) return { retryMs: 0 };
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

  /** Records that it was given up, without its texts and a code in its subject. */
  async function bury({ id, to, attempts, createdAt, ...mail }: MailRow, reason: string): Promise<void> {
    const subject = mail.subject.replace(CODE, "…");
    const dead = { id, to, subject, attempts, reason, createdAt, updatedAt: now().toISOString() };
    await inTransaction(db, async (trx) => {
      await trx.insertInto("deadMail").values(dead).execute();
      await trx.deleteFrom("mail").where("id", "=", id).execute();
    });
  }

  return async (mail: MailRow): Promise<void> => {
    const outcome = await deliver(mail);
    if (outcome === "sent") {
      // Deleted at once: it holds an address, and links that are as good as a password.
      await db.deleteFrom("mail").where("id", "=", mail.id).execute();
      sent.delete(mail.id);
    } else if ("reason" in outcome) await bury(mail, outcome.reason);
    else await queue.putOff(mail, outcome.retryMs, end.aborted ? mail.attempts - 1 : mail.attempts);
  };
}

/**
 * Refusals that are about this mail: an address there is none of, or a content that is too large or unwanted. All others are
 * about the site, whose settings can be changed; so is a policy (5.7), such as that the server relays for others only.
 */
const REFUSALS_OF_A_MAIL: Partial<Record<string, readonly number[]>> = {
  "RCPT TO": [550, 551, 553],
  DATA: [550, 552, 554],
};
const POLICY = /\b5\.7\.\d/;

/** A failed attempt in codes: a mail server's message repeats the address it refused. */
function describeFailure(error: unknown): { reason: string; isPermanent: boolean } {
  const { code, responseCode, command, response = "" } = smtpError.safeParse(error).data ?? {};
  const reason = [code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
  const isOfThisMail = REFUSALS_OF_A_MAIL[command ?? ""]?.includes(responseCode ?? 0) === true;
  const isRefused = isOfThisMail && !POLICY.test(response);
  // Without an address that could be sent to, the library asks no server.
  return { reason, isPermanent: isRefused || (code === "EENVELOPE" && command === "API") };
}

const smtpError = z.object({
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

export type MailFigures = { pending: number; oldest: string | null; dead: number };

/** How many mails wait, since when the oldest does, and how many were given up. */
export async function lookAtMails(db: Database): Promise<MailFigures> {
  const { pending, oldest } = await db
    .selectFrom("mail")
    .select(({ fn }) => [fn.countAll<number>().as("pending"), fn.min<string | null>("createdAt").as("oldest")])
    .executeTakeFirstOrThrow();
  return { pending, oldest, dead: await countAll(db.selectFrom("deadMail")) };
}

/** Sends to no address under `.invalid`: the account library makes one up where a provider gives no address. */
export const onlyReachable =
  <Rest extends unknown[]>(send: (mail: Mail, ...rest: Rest) => Promise<void>): typeof send =>
  async (mail, ...rest) => {
    if (!mail.to.endsWith(".invalid")) await send(mail, ...rest);
  };
