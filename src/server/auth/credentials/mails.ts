// The texts of all mails of the account system, as plain text and as escaped HTML.
import { createHash } from "node:crypto";
import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { m } from "#messages";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Database } from "#server/database/database.ts";
import type { Mail, MailQuota } from "#server/mail/mailer.ts";
import { startsWithPerson } from "#server/people/people.ts";

type Link = { label: string; url: string };
type Letter = { subject: string; lines: readonly string[]; action?: Link; end: string; refusalLink?: Link };

/** Returns a user's name for a mail: a short single line without anything that a mail program would turn into a link. */
export function formatName(name: string): string {
  const line = name.replace(/\s+/g, " ").replace(/[<>]/g, "");
  const unlinked = line.replace(/[.:/@](?=\S)/g, "$& ");
  return Array.from(unlinked).slice(0, 64).join("");
}

/** `refusal` is the link for a recipient who did not request the mail. */
export const verificationMail = (
  to: { name: string; email: string },
  url: string,
  refusal?: { label: () => string; url: string },
): Mail =>
  createMail(to.email, {
    subject: m.mail_verify_subject(),
    lines: [m.mail_hello({ name: formatName(to.name) }), m.mail_verify_text()],
    action: { label: m.mail_verify_action(), url },
    end: m.mail_verify_end(),
    ...(refusal && { refusalLink: { label: refusal.label(), url: refusal.url } }),
  });

export const resetMail = (to: { name: string; email: string }, url: string): Mail =>
  createMail(to.email, {
    subject: m.mail_reset_subject(),
    lines: [m.mail_hello({ name: formatName(to.name) }), m.mail_reset_text()],
    action: { label: m.mail_reset_action(), url },
    end: m.mail_reset_end(),
  });

/** The mail to the old address before the change. */
export const changeMail = (to: { name: string; email: string }, newEmail: string, url: string): Mail =>
  createMail(to.email, {
    subject: m.mail_change_subject(),
    lines: [m.mail_hello({ name: formatName(to.name) }), m.mail_change_text({ newEmail }), m.mail_change_instruction()],
    action: { label: m.mail_change_action(), url },
    end: m.mail_change_end(),
  });

export const deletionMail = (to: { name: string; email: string }, url: string): Mail =>
  createMail(to.email, {
    subject: m.mail_deletion_subject(),
    lines: [m.mail_hello({ name: formatName(to.name) }), m.mail_deletion_text(), m.mail_deletion_validity()],
    action: { label: m.mail_deletion_action(), url },
    end: m.mail_deletion_end(),
  });

export const codeMail = (to: string, code: string): Mail =>
  createMail(to, {
    subject: m.mail_code_subject({ code }),
    lines: [m.mail_code_text(), code],
    end: m.mail_code_end(),
  });

/** The notice of a change of address or sign-in methods. */
export const noticeMail = (to: string, what: string, origin: string): Mail =>
  createMail(to, {
    subject: what,
    lines: [m.mail_hello_nameless(), m.mail_notice_text({ what })],
    action: { label: m.mail_notice_action(), url: `${origin}/account?tab=security` },
    end: m.mail_notice_end(),
  });

/** The mail to the owner of an address with which someone tried to sign up again. */
export const alreadyRegisteredMail = (to: { name: string; email: string }, url: string): Mail =>
  createMail(to.email, {
    subject: m.mail_registered_subject(),
    lines: [m.mail_hello({ name: formatName(to.name) }), m.mail_registered_text()],
    action: { label: m.mail_registered_action(), url },
    end: m.mail_registered_end(),
  });

/** Returns a mail as text and HTML. */
export function createMail(to: string, { subject, lines, action, end, refusalLink }: Letter): Mail {
  const actions = action ? [action] : [];
  const refusalLinks = refusalLink ? [refusalLink] : [];
  const paragraphs = [
    ...lines.map(escapeHtml),
    ...actions.map(formatAnchor),
    escapeHtml(end),
    ...refusalLinks.map(formatAnchor),
  ];
  return {
    to,
    subject,
    text: [...lines, ...actions.map(formatLink), end, ...refusalLinks.map(formatLink)].join("\n\n"),
    // The language is set on an element because mail programs embed the HTML in their own page.
    html: `<div lang="${m.language_code()}">\n${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n")}\n</div>`,
  };
}

const formatLink = ({ label, url }: Link): string => m.mail_link({ label, url });

const formatAnchor = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

// Only the newest mailed link for a new password is valid; a new password or address invalidates all of them.

/** Returns the hash by which the library stores the identifier of a verification. */
export const hashKey = (identifier: string): string => createHash("sha256").update(identifier).digest("base64url");

/** Invalidates the links for a new password and for deletion mailed to this person, except the one with `token`. */
export async function endMailedLinks(db: Database, userId: string, token?: string): Promise<void> {
  const links = db.deleteFrom("verification").where(startsWithPerson(userId)).where("value", "=", userId);
  await (token === undefined ? links : links.where("identifier", "!=", hashKey(`reset-password:${token}`))).execute();
}

/** Invalidates the mailed links of a user after a password change. */
export const endLinksOnPasswordChange = (db: Database) =>
  ({
    id: "links-end-with-password",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/change-password",
          handler: createAuthMiddleware(async (ctx) => {
            const session = ctx.context.session;
            if (session && !isAPIError(ctx.context.returned)) await endMailedLinks(db, session.user.id);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

/**
 * Returns the quota for a mail that anyone may request: "owner" if the current call has a session of an account that has proven
 * the address. A verified address is not sufficient: it may belong to someone else who opened the link.
 */
export async function getMailQuota(db: Database, email: string): Promise<MailQuota> {
  const ctx = tryGetCurrentAuthEndpointContext();
  if (!ctx?.getSignedCookie) return "address";
  const { authCookies, secret } = ctx.context;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (!token) return "address";
  const ownSession = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .select("session.id")
    .where("token", "=", token)
    .where("session.expiresAt", ">", new Date())
    .where("email", "=", email)
    .where("addressProvenAt", "is not", null)
    .executeTakeFirst();
  return ownSession ? "owner" : "address";
}
