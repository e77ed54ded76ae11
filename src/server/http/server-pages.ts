// Pages that the server writes itself: the mailbox of an installation without SMTP, so that every flow of the account system can
// be tried there, and those of what is refused.
import { createHash } from "node:crypto";
import type { Handler, MiddlewareHandler } from "hono";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { isOpened, type RequestHead } from "#platform/http/negotiation.ts";
import { escapeHtml, getPlainPage } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import type { AppEnvironment, RefusalPage } from "./http-server.ts";
import { chooseLanguage, getReaderLanguage, type ReaderParts, withLanguage } from "./language.ts";

const STYLE = `:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f4f4ef, #0c110d); color: light-dark(#181d19, #f0f0ec) }
a { color: light-dark(#005f98, #79c0f1) }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem }
article { border-top: 1px solid; padding: .5rem 0 }
p { overflow-wrap: anywhere }`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET /mailbox, `?format=json` for programs: only on this machine, and only without SMTP. */
export const mailboxPage =
  (parts: ReaderParts & { config: Pick<Config, "mail" | "isLoopback"> }): Handler<AppEnvironment> =>
  async (c) => {
    const { mail, isLoopback } = parts.config;
    if (mail.kind !== "mailbox" || !isLoopback || !isLoopbackAddress(c.env.clientAddress)) return c.notFound();
    const mails = await readMailbox(mail.folder);
    const headers = { "Cache-Control": "no-store", "Content-Security-Policy": POLICY };
    if (c.req.query("format") === "json") return c.json(mails, 200, headers);
    const { language } = await getReaderLanguage(parts, c.req.raw.headers);
    return c.html(
      withLanguage(language, () => getPage(mails)),
      200,
      headers,
    );
  };

const isLoopbackAddress = (address: string): boolean => address === "::1" || address.startsWith("127.");

const getPage = (mails: readonly StoredMail[]): string => `<!doctype html>
<html lang="${m.language_code()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${m.mailbox_title()} · Fieldlocker</title><style>${STYLE}</style><link rel="icon" href="/favicon.svg"></head>
<body><main><h1>${m.mailbox_title()}</h1>
<p>${m.mailbox_lead()}</p>
${mails.length === 0 ? `<p>${m.mailbox_empty()}</p>` : mails.map(getArticle).join("\n")}
</main></body></html>`;

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
