// Mail waits in a table until it is sent: no answer waits for a mail server, and a crash loses no mail.
import type { Logger } from "#platform/logger.ts";
import { createWorker } from "#platform/worker.ts";
import type { Database } from "#server/database/database.ts";
import { type ClaimedMail, createMailQueue, LEASE_MS, type MailQueue } from "./mail-queue.ts";
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
