// Pages that the server writes itself: the mailbox of an installation without SMTP, so that every flow of the account system can
// be tried there, and those of what is refused.
import type { Handler, MiddlewareHandler } from "hono";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { isOpened, type RequestHead } from "#platform/http/negotiation.ts";
import { escapeHtml, getPlainPage, PLAIN_POLICY, plainPage } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import type { AppEnvironment, RefusalPage } from "./http-server.ts";
import { chooseLanguage, getReaderLanguage, type ReaderParts, withLanguage } from "./language.ts";

/** GET /mailbox, `?format=json` for programs: only on this machine, and only without SMTP. */
export const mailboxPage =
  (parts: ReaderParts & { config: Pick<Config, "mail" | "isLoopback"> }): Handler<AppEnvironment> =>
  async (c) => {
    const { mail, isLoopback } = parts.config;
    if (mail.kind !== "mailbox" || !isLoopback || !isLoopbackAddress(c.env.clientAddress)) return c.notFound();
    const mails = await readMailbox(mail.folder);
    if (c.req.query("format") === "json")
      return c.json(mails, 200, { "Cache-Control": "no-store", "Content-Security-Policy": PLAIN_POLICY });
    const { language } = await getReaderLanguage(parts, c.req.raw.headers);
    return withLanguage(language, () => {
      const heading = m.mailbox_title();
      const content = `<p>${m.mailbox_lead()}</p>\n${mails.map(getArticle).join("\n") || `<p>${m.mailbox_empty()}</p>`}`;
      return plainPage({ title: `${heading} · Fieldlocker`, heading, content, language });
    });
  };

const isLoopbackAddress = (address: string): boolean => address === "::1" || address.startsWith("127.");

const getArticle = ({ to, subject, text, sentAt }: StoredMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>${escapeHtml(m.mailbox_to({ address: to }))}, <time datetime="${sentAt}">${sentAt}</time></p>
${text
  .split(/\n{2,}/)
  .map((paragraph) => `<p>${linked(paragraph)}</p>`)
  .join("\n")}
</article>`;

/** The text as HTML with its URLs as links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join("");

/**
 * The page for who opened what is refused, in their language; by the browser alone where the setting of the account is not
 * given. `message` is the refusal's own, where that explains more than its status.
 */
export function getRefusalPage(
  { languages }: Pick<ReaderParts, "languages">,
  head: RequestHead,
  { status, message }: { status: number; message?: () => string },
  account: string | null = null,
): RefusalPage {
  const link = new URLSearchParams(head.url.split("?")[1]).get("lang") ?? undefined;
  const browser = { cookies: head.header("cookie"), acceptLanguage: head.header("accept-language") };
  const language = chooseLanguage({ link, account, ...browser }, languages);
  return withLanguage(language, () => {
    const [title, text] = message ? [m.page_failed(), message()] : getErrorWords(status);
    const content = `<p>${escapeHtml(text)}</p>\n<p><a href="/">${escapeHtml(m.page_home())}</a></p>`;
    return getPlainPage({ title, content, language });
  });
}

/** What programs get a refusal in. */
const PROGRAM_TYPE = /^(application\/json|text\/plain)\b/;
/** Where there are too many requests, or no database, a page causes no more of them. */
const WITHOUT_ACCOUNT = new Set([429, 503]);

/** Answers a browser that opened an address with a page, whatever refuses it; programs get what there is for them. */
export const refusalPages =
  (reader: ReaderParts): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    await next();
    const { status } = c.res;
    // Reading the headers of a response makes it slower to send.
    if (status < 400 || !isOpened(c.req) || !PROGRAM_TYPE.test(c.res.headers.get("content-type") ?? "")) return;
    const cookies = c.req.header("cookie");
    const isAsked = cookies !== undefined && !WITHOUT_ACCOUNT.has(status);
    // What keeps the setting from being read may be what failed before.
    const account = isAsked ? await reader.getAccountLanguage(cookies).catch(() => null) : null;
    const page = getRefusalPage(reader, c.req, { status }, account);
    // It has the other headers of the response that it replaces, such as Retry-After.
    c.res = new Response(page.html, { status, headers: page.headers });
  };

function getErrorWords(status: number): readonly [title: string, text: string] {
  if (status === 429) return [m.page_failed(), m.refusal_too_many_requests()];
  if (status === 503) return [m.page_failed(), ERRORS.database_away.message()];
  return status >= 500 ? [m.page_failed(), m.refusal_internal()] : [m.page_link_does_not_work(), m.page_link_refused()];
}
