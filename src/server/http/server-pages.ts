// Pages rendered by the server: error pages, and the mailbox of an installation without SMTP, with which all flows of the account
// system can be tried.
import type { Handler, MiddlewareHandler } from "hono";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { isPageRequest, type RequestHead } from "#platform/http/negotiation.ts";
import { createPlainPage, escapeHtml, getPlainPage, PLAIN_POLICY } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import type { AppEnvironment, RefusalPage } from "./http-server.ts";
import { chooseLanguage, getReaderLanguage, type ReaderParts, withLanguage } from "./language.ts";

/** Handles GET /mailbox, with `?format=json` for programs; available only on this machine and without SMTP. */
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
      return createPlainPage({ title: `${heading} · Fieldlocker`, heading, content, language });
    });
  };

const isLoopbackAddress = (address: string): boolean => address === "::1" || address.startsWith("127.");

const getArticle = ({ to, subject, text, sentAt }: StoredMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>${escapeHtml(m.mailbox_to({ address: to }))}, <time datetime="${sentAt}">${sentAt}</time></p>
${text
  .split(/\n{2,}/)
  .map((paragraph) => `<p>${linkUrls(paragraph)}</p>`)
  .join("\n")}
</article>`;

/** Returns the text as HTML with links. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join("");

/**
 * Returns the error page for a refused request in the reader's language, which is the browser's if the account's setting is not
 * known. `message` is the refusal's own message, if it explains more than the status.
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
    const [title, text] = message ? [m.page_failed(), message()] : getErrorTexts(status);
    const content = `<p>${escapeHtml(text)}</p>\n<p><a href="/">${escapeHtml(m.page_home())}</a></p>`;
    return getPlainPage({ title, content, language });
  });
}

/** Content types of refusals for programs. */
const PROGRAM_TYPE = /^(application\/json|text\/plain)\b/;
/** Statuses for which the account's language is not read, because of too many requests or a missing database. */
const WITHOUT_ACCOUNT = new Set([429, 503]);

/** Replaces a refusal by a page if a browser opened the address; programs get the original response. */
export const refusalPages =
  (reader: ReaderParts): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    await next();
    const { status } = c.res;
    // Check the headers last: reading the headers of a response makes sending it slower.
    if (status < 400 || !isPageRequest(c.req) || !PROGRAM_TYPE.test(c.res.headers.get("content-type") ?? "")) return;
    const cookies = c.req.header("cookie");
    const readsAccount = cookies !== undefined && !WITHOUT_ACCOUNT.has(status);
    // Reading the setting may fail for the same reason as the request.
    const account = readsAccount ? await reader.getAccountLanguage(cookies).catch(() => null) : null;
    const page = getRefusalPage(reader, c.req, { status }, account);
    // Hono copies the other headers of the replaced response, such as Retry-After.
    c.res = new Response(page.html, { status, headers: page.headers });
  };

function getErrorTexts(status: number): readonly [title: string, text: string] {
  if (status === 429) return [m.page_failed(), m.refusal_too_many_requests()];
  if (status === 503) return [m.page_failed(), ERRORS.database_away.message()];
  return status >= 500 ? [m.page_failed(), m.refusal_internal()] : [m.page_link_does_not_work(), m.page_link_refused()];
}
