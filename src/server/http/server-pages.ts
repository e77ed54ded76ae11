// Pages that the server writes itself: the mailbox of an installation without SMTP, so that every flow of the account system can
// be tried there, and those of failed calls.
import { createHash } from "node:crypto";
import type { Handler, MiddlewareHandler } from "hono";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { escapeHtml, plainPage } from "#platform/http/plain-page.ts";
import type { Config } from "#server/config/config.ts";
import { readMailbox, type StoredMail } from "#server/mail/mailer.ts";
import type { AppEnvironment } from "./http-server.ts";
import { getReaderLanguage, type ReaderParts, withLanguage } from "./language.ts";

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
 * Answers a browser that opened an address under /api, such as that of a link in a mail, with a page in its reader's language
 * where the call fails. Programs, which do not ask for a page, get the refusal's JSON.
 */
export const errorPages =
  (reader: ReaderParts): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    await next();
    const { status, headers } = c.res;
    const isJson = headers.get("content-type")?.startsWith("application/json");
    if (status < 400 || !isJson || c.req.method !== "GET" || !c.req.header("accept")?.includes("text/html")) return;
    const { language } = await getReaderLanguage(reader, c.req.raw.headers);
    // It has the other headers of the response that it replaces, such as Retry-After.
    c.res = withLanguage(language, () => getErrorPage(status));
  };

function getErrorPage(status: number): Response {
  const [title, text] = getErrorWords(status);
  const content = `<p>${escapeHtml(text)}</p>\n<p><a href="/">${escapeHtml(m.page_home())}</a></p>`;
  return plainPage({ title, content, language: m.language_code() }, status);
}

function getErrorWords(status: number): readonly [title: string, text: string] {
  if (status === 429) return [m.page_failed(), m.refusal_too_many_requests()];
  if (status === 503) return [m.page_failed(), ERRORS.database_away.message()];
  return status >= 500 ? [m.page_failed(), m.refusal_internal()] : [m.page_link_does_not_work(), m.page_link_refused()];
}
