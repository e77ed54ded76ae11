// The mailbox of an installation without SMTP, so that every flow of the account system can be tried there.
import { createHash } from "node:crypto";
import type { Handler } from "hono";
import { m } from "#messages";
import { escapeHtml } from "#platform/http/plain-page.ts";
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
