import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lazy } from "#platform/cache.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Config } from "#server/config/config.ts";

export type Mail = { to: string; subject: string; text: string; html: string };

/** Resolves when the mail is sent or stored in the mailbox; the signal aborts a delivery. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

/** After these times the server counts as down; a mail that it accepted nevertheless may arrive twice. */
const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

const library = () => import("nodemailer");

/** Mails that are sent at the same time, each on a connection that serves the next ones, too. */
const MAX_CONNECTIONS = 4;

export type Mailer = AsyncDisposable & { send: SendMail; atOnce: number };

/** Sends mail through the configured SMTP server, or stores it in the mailbox folder, one after the other. */
export function createMailer(config: Pick<Config, "mail" | "mailFrom">): Mailer {
  const { mail } = config;
  if (mail.kind === "mailbox")
    return { send: createMailboxSender(mail.folder, config.mailFrom), atOnce: 1, async [Symbol.asyncDispose]() {} };
  let isUsed = false;
  const smtp = lazy(async () => {
    isUsed = true;
    // The outbox tries again; a second attempt of the library's own would send a mail twice.
    const pool = { pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 } as const;
    return (await library()).createTransport({ url: mail.url, ...pool, ...PATIENCE_MS });
  });
  return {
    async send(letter, signal) {
      await (await smtp()).sendMail({ from: config.mailFrom, ...letter, ...(signal && { signal }) });
    },
    atOnce: MAX_CONNECTIONS,
    async [Symbol.asyncDispose]() {
      if (isUsed) (await smtp()).close();
    },
  };
}

function createMailboxSender(folder: string, mailFrom: string): SendMail {
  const composer = lazy(async () =>
    (await library()).createTransport({ streamTransport: true, buffer: true, newline: "unix" }),
  );
  return async (letter) => {
    const { message } = await (await composer()).sendMail({ from: mailFrom, ...letter });
    if (!Buffer.isBuffer(message)) throw new TypeError("The composer answered with a stream.");
    await keepInMailbox(folder, message);
  };
}

/** Signs in to the mail server, and sends nothing; a sentence for the operator where that fails, null otherwise. */
export async function checkMailServer(mail: Config["mail"]): Promise<string | null> {
  if (mail.kind !== "smtp") return null;
  const transport = (await library()).createTransport({ url: mail.url, ...PATIENCE_MS });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { hostname, port } = new URL(mail.url);
    const at = `${hostname}${port && `:${port}`}`;
    if (code === "EAUTH")
      return `SMTP_URL: ${at} refuses the user name or the password. Mails wait until it is corrected.`;
    if (code === "EDNS") return `SMTP_URL: the host ${hostname} is unknown. Mails wait until it is corrected.`;
    return `SMTP_URL: the mail server does not answer at ${at} (${code}). Mails wait until it does.`;
  } finally {
    transport.close();
  }
}

// The mailbox of an installation without SMTP: an .eml file per mail, readable by the owner of the process only.
export type StoredMail = { to: string; subject: string; text: string; html: string; sentAt: string };

/** Maximum of mails on the mailbox page. */
const NEWEST = 200;

export async function keepInMailbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Names sort by time; the rename makes a mail appear complete.
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`);
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** The newest mails of the folder, newest first; none while the folder does not exist. */
export async function readMailbox(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, NEWEST);
  const paths = newest.map((name) => join(folder, name));
  read = new Map(paths.map((path) => [path, read.get(path) ?? readMail(path)]));
  return Promise.all(read.values());
}

/** The mails that were shown last, by path; a mail's file never changes. */
let read: ReadonlyMap<string, Promise<StoredMail>> = new Map();

async function readMail(path: string): Promise<StoredMail> {
  const { default: PostalMime } = await import("postal-mime");
  const { to, subject, text, html, date } = await PostalMime.parse(await readFile(path));
  const sentAt = date ? new Date(date).toISOString() : "";
  return { to: to?.[0]?.address ?? "", subject: subject ?? "", text: text?.trim() ?? "", html: html ?? "", sentAt };
}

/**
 * What a mail counts against. A notice to an account's owner counts against nothing: an attacker who fills a quota could
 * keep the owner from learning of a change. What a stranger can trigger counts against the address, and what its
 * signed-in owner asks for against a second quota, which strangers cannot fill.
 */
export type MailQuota = "notice" | "address" | "owner";

export type SendCounted = (mail: Mail, quota: MailQuota) => Promise<void>;

/** An address, and whose it is or was; without an id the account that has it now. */
export type Recipient = { email: string; id?: string };

/** Sends what `compose` gives in the language of the recipient. */
export type SendLetter = (to: Recipient, compose: () => Mail, quota: MailQuota) => Promise<void>;

const MINUTE_MS = 60_000;
const PER_MINUTE = { max: 5, windowMs: MINUTE_MS };
const PER_DAY = { max: 20, windowMs: 24 * 60 * MINUTE_MS };

const KEYS = { address: "mail", owner: "owner-mail" } as const;

/**
 * Sends at most five mails a minute and twenty a day of each quota to one address, of all kinds together. Further ones
 * are dropped without a hint to the caller, who must not learn from it which addresses have accounts.
 */
export const withinMailboxLimit =
  (send: SendMail, rateLimiter: RateLimiter, logger: Pick<Logger, "warn">): SendCounted =>
  async (mail, quota) => {
    if (quota === "notice") return send(mail);
    const address = mail.to.toLowerCase();
    const key = KEYS[quota];
    const isFull =
      (await rateLimiter.consume(`${key}-minute:${address}`, PER_MINUTE)) > 0 ||
      (await rateLimiter.consume(`${key}-day:${address}`, PER_DAY)) > 0;
    if (isFull) logger.warn({ quota }, "a mail was dropped: its address has had its share");
    else await send(mail);
  };
