import { lazy } from "#platform/lazy.ts";
import type { Config } from "#server/config/config.ts";
import { keepInMailbox } from "./mailbox.ts";

export type Mail = { to: string; subject: string; text: string; html: string };

/** Resolves when the mail is on its way, or lies in the mailbox; the signal breaks off what is under way. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

/** A server that does not answer for this long is down; a mail it accepted by then may arrive twice. */
const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

const library = () => import("nodemailer");

/** Mail through SMTP where the configuration names a server, else into the mailbox folder. */
export function createMailer({ mail, mailFrom }: Pick<Config, "mail" | "mailFrom">): SendMail {
  if (mail.kind === "smtp") {
    const smtp = lazy(async () => (await library()).createTransport({ url: mail.url, ...PATIENCE_MS }));
    return async (letter, signal) => {
      await (await smtp()).sendMail({ from: mailFrom, ...letter, ...(signal && { signal }) });
    };
  }
  const composer = lazy(async () =>
    (await library()).createTransport({ streamTransport: true, buffer: true, newline: "unix" }),
  );
  return async (letter) => {
    const { message } = await (await composer()).sendMail({ from: mailFrom, ...letter });
    if (!Buffer.isBuffer(message)) throw new TypeError("The composer answered with a stream.");
    await keepInMailbox(mail.folder, message);
  };
}
