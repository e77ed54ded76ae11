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
type Letter = { subject: string; lines: readonly string[]; action?: Link; end: string; otherwise?: Link };

/** Names come from people: only a short, single line of one stands in a mail, and nothing a mail program makes a link. */
export function shown(name: string): string {
  const line = name.replace(/\s+/g, " ").replace(/[<>]/g, "");
  const unlinked = line.replace(/[.:/@](?=\S)/g, "$& ");
  return Array.from(unlinked).slice(0, 64).join("");
}

/** `refusal` is the link for a recipient who did not ask for the mail. */
export const verificationMail = (
  to: { name: string; email: string },
  url: string,
  refusal?: { label: () => string; url: string },
): Mail =>
  getMail(to.email, {
    subject: m.mail_verify_subject(),
    lines: [m.mail_hello({ name: shown(to.name) }), m.mail_verify_text()],
    action: { label: m.mail_verify_action(), url },
    end: m.mail_verify_end(),
    ...(refusal && { otherwise: { label: refusal.label(), url: refusal.url } }),
  });

export const resetMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: m.mail_reset_subject(),
    lines: [m.mail_hello({ name: shown(to.name) }), m.mail_reset_text()],
    action: { label: m.mail_reset_action(), url },
    end: m.mail_reset_end(),
  });

/** Goes to the old address, before the change. */
export const changeMail = (to: { name: string; email: string }, newEmail: string, url: string): Mail =>
  getMail(to.email, {
    subject: m.mail_change_subject(),
    lines: [m.mail_hello({ name: shown(to.name) }), m.mail_change_text({ newEmail }), m.mail_change_instruction()],
    action: { label: m.mail_change_action(), url },
    end: m.mail_change_end(),
  });

export const deletionMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: m.mail_deletion_subject(),
    lines: [m.mail_hello({ name: shown(to.name) }), m.mail_deletion_text(), m.mail_deletion_validity()],
    action: { label: m.mail_deletion_action(), url },
    end: m.mail_deletion_end(),
  });

export const codeMail = (to: string, code: string): Mail =>
  getMail(to, {
    subject: m.mail_code_subject({ code }),
    lines: [m.mail_code_text(), code],
    end: m.mail_code_end(),
  });

/** Informs the previous address of the account about a change of sign-in methods. */
export const noticeMail = (to: string, what: string, origin: string): Mail =>
  getMail(to, {
    subject: what,
    lines: [m.mail_hello_nameless(), m.mail_notice_text({ what })],
    action: { label: m.mail_notice_action(), url: `${origin}/account?tab=security` },
    end: m.mail_notice_end(),
  });

/** Goes to the owner of an address with which someone else tried to sign up. */
export const alreadyRegisteredMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: m.mail_registered_subject(),
    lines: [m.mail_hello({ name: shown(to.name) }), m.mail_registered_text()],
    action: { label: m.mail_registered_action(), url },
    end: m.mail_registered_end(),
  });

/** A mail as text and as HTML. */
export function getMail(to: string, { subject, lines, action, end, otherwise }: Letter): Mail {
  const actions = action ? [action] : [];
  const others = otherwise ? [otherwise] : [];
  const paragraphs = [...lines.map(escapeHtml), ...actions.map(anchor), escapeHtml(end), ...others.map(anchor)];
  return {
    to,
    subject,
    text: [...lines, ...actions.map(plain), end, ...others.map(plain)].join("\n\n"),
    // On an element: mail programs show it within a page of their own.
    html: `<div lang="${m.language_code()}">\n${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n")}\n</div>`,
  };
}

const plain = ({ label, url }: Link): string => m.mail_link({ label, url });

const anchor = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

// Only the newest mailed link for a new password is valid; a new password or address invalidates all of them.

/** How the library stores the identifier of a verification. */
export const hashKey = (identifier: string): string => createHash("sha256").update(identifier).digest("base64url");

/** Ends the links for a new password and for deletion that were mailed to this person, but for the one of `token`. */
export async function endMailedLinks(db: Database, userId: string, token?: string): Promise<void> {
  const links = db.deleteFrom("verification").where(startsWithPerson(userId)).where("value", "=", userId);
  await (token === undefined ? links : links.where("identifier", "!=", hashKey(`reset-password:${token}`))).execute();
}

/** Ends the mailed links of who changes a password. */
export const linksEndWithPassword = (db: Database) =>
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
 * The quota of a mail that anyone may ask for: the owner's own where the present call is made in a session of the account
 * that has proven the address. An account may carry another person's address, verified by a link that was opened elsewhere.
 */
export async function getMailQuota(db: Database, email: string): Promise<MailQuota> {
  const ctx = tryGetCurrentAuthEndpointContext();
  if (!ctx?.getSignedCookie) return "address";
  const { authCookies, secret } = ctx.context;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (!token) return "address";
  const own = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .select("session.id")
    .where("token", "=", token)
    .where("session.expiresAt", ">", new Date())
    .where("email", "=", email)
    .where("addressProvenAt", "is not", null)
    .executeTakeFirst();
  return own ? "owner" : "address";
}
