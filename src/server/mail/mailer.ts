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

/** Timeouts after which the mail server counts as down. A mail that it accepted nevertheless may arrive twice. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

const loadLibrary = () => import("nodemailer");

/** Maximum of mails that are sent at the same time, each on a reusable connection. */
const MAX_CONNECTIONS = 4;

export type Mailer = AsyncDisposable & { send: SendMail; maxConcurrent: number };

/** Creates a mailer that sends through the configured SMTP server, or stores mails in the mailbox folder one after the other. */
export function createMailer(config: Pick<Config, "mail" | "mailFrom">): Mailer {
  const { mail } = config;
  if (mail.kind === "mailbox")
    return {
      send: createMailboxSender(mail.folder, config.mailFrom),
      maxConcurrent: 1,
      async [Symbol.asyncDispose]() {},
    };
  let isUsed = false;
  const smtp = lazy(async () => {
    isUsed = true;
    // The outbox repeats failed attempts; a retry by the library as well could send a mail twice.
    const pool = { pool: true, maxConnections: MAX_CONNECTIONS, maxRequeues: 0 } as const;
    return (await loadLibrary()).createTransport({ url: mail.url, ...pool, ...TIMEOUTS });
  });
  return {
    async send(letter, signal) {
      await (await smtp()).sendMail({ from: config.mailFrom, ...letter, ...(signal && { signal }) });
    },
    maxConcurrent: MAX_CONNECTIONS,
    async [Symbol.asyncDispose]() {
      if (isUsed) (await smtp()).close();
    },
  };
}

function createMailboxSender(folder: string, mailFrom: string): SendMail {
  const composer = lazy(async () =>
    (await loadLibrary()).createTransport({ streamTransport: true, buffer: true, newline: "unix" }),
  );
  return async (letter) => {
    const { message } = await (await composer()).sendMail({ from: mailFrom, ...letter });
    if (!Buffer.isBuffer(message)) throw new TypeError("The composer answered with a stream.");
    await storeInMailbox(folder, message);
  };
}

/** Signs in to the mail server without sending mail; returns a message for the operator if that fails, otherwise null. */
export async function checkMailServer(mail: Config["mail"]): Promise<string | null> {
  if (mail.kind !== "smtp") return null;
  const transport = (await loadLibrary()).createTransport({ url: mail.url, ...TIMEOUTS });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { hostname, port } = new URL(mail.url);
    const address = `${hostname}${port && `:${port}`}`;
    if (code === "EAUTH")
      return `SMTP_URL: ${address} refuses the user name or the password. Mails wait until it is corrected.`;
    if (code === "EDNS") return `SMTP_URL: the host ${hostname} is unknown. Mails wait until it is corrected.`;
    return `SMTP_URL: the mail server does not answer at ${address} (${code}). Mails wait until it does.`;
  } finally {
    transport.close();
  }
}

// The mailbox of an installation without SMTP: an .eml file per mail, readable only by the owner of the process.
export type StoredMail = { to: string; subject: string; text: string; html: string; sentAt: string };

/** Maximum of mails on the mailbox page. */
const MAX_MAILS = 200;

export async function storeInMailbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // File names sort by time. The rename ensures that readers see only complete mails.
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`);
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** Returns the newest mails of the folder, newest first; none if the folder does not exist. */
export async function readMailbox(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, MAX_MAILS);
  const paths = newest.map((name) => join(folder, name));
  cachedMails = new Map(paths.map((path) => [path, cachedMails.get(path) ?? readMail(path)]));
  return Promise.all(cachedMails.values());
}

/** Cache of the mails that were read last, by path; the file of a mail never changes. */
let cachedMails: ReadonlyMap<string, Promise<StoredMail>> = new Map();

async function readMail(path: string): Promise<StoredMail> {
  const { default: PostalMime } = await import("postal-mime");
  const { to, subject, text, html, date } = await PostalMime.parse(await readFile(path));
  const sentAt = date ? new Date(date).toISOString() : "";
  return { to: to?.[0]?.address ?? "", subject: subject ?? "", text: text?.trim() ?? "", html: html ?? "", sentAt };
}

/**
 * The quota of a mail. A "notice" to an account's owner has no limit, because an attacker who fills a quota could suppress it. Mails
 * that anyone can request count against the "address"; requests by its signed-in owner have a separate quota, "owner".
 */
export type MailQuota = "notice" | "address" | "owner";

export type SendWithQuota = (mail: Mail, quota: MailQuota) => Promise<void>;

/** An address, and the id of its account; without an id, the account that currently has the address. */
export type Recipient = { email: string; id?: string };

/** Sends the mail that `compose` returns in the recipient's language. */
export type SendLetter = (to: Recipient, compose: () => Mail, quota: MailQuota) => Promise<void>;

const MINUTE_MS = 60_000;
const PER_MINUTE = { max: 5, windowMs: MINUTE_MS };
const PER_DAY = { max: 20, windowMs: 24 * 60 * MINUTE_MS };

const KEYS = { address: "mail", owner: "owner-mail" } as const;

/**
 * Returns a function that sends at most five mails a minute and twenty a day per quota to an address. It silently drops further mails,
 * because an error would reveal which addresses have accounts.
 */
export const createLimitedSender =
  (send: SendMail, rateLimiter: RateLimiter, logger: Pick<Logger, "warn">): SendWithQuota =>
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
