// The texts of all mails of the account system, as plain text and as escaped HTML.
import { createHash } from "node:crypto";
import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Database } from "#server/database/database.ts";
import type { Mail, MailQuota } from "#server/mail/mailer.ts";

type Link = { label: string; url: string };
type Letter = { subject: string; lines: readonly string[]; action?: Link; end: string; otherwise?: Link };

/** Names come from people: only a short, single line of one stands in a mail, and nothing a mail program makes a link. */
function shown(name: string): string {
  const line = name.replace(/\s+/g, " ").replace(/[<>]/g, "");
  const unlinked = line.replace(/[.:/@](?=\S)/g, "$& ");
  return Array.from(unlinked).slice(0, 64).join("");
}

/** `refusal` is the link for a recipient who did not ask for the mail. */
export const verificationMail = (to: { name: string; email: string }, url: string, refusal?: Link): Mail =>
  getMail(to.email, {
    subject: "Verify your e-mail address",
    lines: [`Hello ${shown(to.name)},`, "open this link to verify your address. It works for one hour."],
    action: { label: "Verify my address", url },
    end: "If you didn't create an account at Fieldlocker, you can ignore this mail.",
    ...(refusal && { otherwise: refusal }),
  });

export const resetMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: "Choose a new password",
    lines: [`Hello ${shown(to.name)},`, "open this link to choose a new password. It works once, for one hour."],
    action: { label: "Choose a new password", url },
    end: "If you didn't ask for a new password, you can ignore this mail: the old one stays.",
  });

/** Goes to the old address, before the change. */
export const changeMail = (to: { name: string; email: string }, newEmail: string, url: string): Mail =>
  getMail(to.email, {
    subject: "Confirm your new e-mail address",
    lines: [
      `Hello ${shown(to.name)},`,
      `someone, perhaps you, wants to change the address of this account to ${newEmail}.`,
      "Open this link where you are signed in to confirm it. It works for one hour.",
    ],
    action: { label: "Change my address", url },
    end: "If it was not you, change your password: the request came from a session of your account.",
  });

export const deletionMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: "Delete your account",
    lines: [
      `Hello ${shown(to.name)},`,
      "open this link where you are signed in to delete your account and everything in your locker, for good.",
      "It works once, for one day.",
    ],
    action: { label: "Delete my account", url },
    end: "If you didn't ask for this, ignore this mail and change your password.",
  });

export const codeMail = (to: string, code: string): Mail =>
  getMail(to, {
    subject: `${code} is your sign-in code`,
    lines: ["Type this code where you want to sign in. It works once, for five minutes.", code],
    end: "If you did not request a code, ignore this mail, and do not share the code.",
  });

export const invitationMail = (
  to: string,
  { inviter, name, role }: { inviter: string; name: string; role: string },
  url: string,
): Mail =>
  getMail(to, {
    subject: "You are invited to a platoon",
    lines: [
      `${shown(inviter)} invites you to the platoon ${shown(name)} as ${role}. The invitation expires in a week.`,
    ],
    action: { label: "See the invitation", url },
    end: "If you don't want to join, ignore this mail or decline there.",
  });

/** Informs the previous address of the account about a change of sign-in methods. */
export const noticeMail = (to: string, what: string, origin: string): Mail =>
  getMail(to, {
    subject: what,
    lines: ["Hello,", `${what.charAt(0).toLowerCase()}${what.slice(1)} at Fieldlocker.`],
    action: { label: "See your account", url: `${origin}/account?tab=security` },
    end: "If it was not you, choose a new password at once by “Forgot password”, and sign out everywhere.",
  });

/** Goes to the owner of an address with which someone else tried to sign up. */
export const alreadyRegisteredMail = (to: { name: string; email: string }, url: string): Mail =>
  getMail(to.email, {
    subject: "You already have an account",
    lines: [
      `Hello ${shown(to.name)},`,
      "someone, perhaps you, tried to create an account with this address. You already have one.",
    ],
    action: { label: "Sign in", url },
    end: "If it wasn't you, ignore this mail: nothing has changed.",
  });

function getMail(to: string, { subject, lines, action, end, otherwise }: Letter): Mail {
  const actions = action ? [action] : [];
  const others = otherwise ? [otherwise] : [];
  const paragraphs = [...lines.map(escapeHtml), ...actions.map(anchor), escapeHtml(end), ...others.map(anchor)];
  return {
    to,
    subject,
    text: [...lines, ...actions.map(plain), end, ...others.map(plain)].join("\n\n"),
    html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n"),
  };
}

const plain = ({ label, url }: Link): string => `${label}: ${url}`;

const anchor = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

// Only the newest mailed link for a new password is valid; a new password or address invalidates all of them.

/** How the library stores the identifier of a verification. */
export const hashKey = (identifier: string): string => createHash("sha256").update(identifier).digest("base64url");

/** Ends the links for a new password and for deletion that were mailed to this person, but for the one of `token`. */
export async function endMailedLinks(db: Database, userId: string, token?: string): Promise<void> {
  const links = db.deleteFrom("verification").where("value", "=", userId);
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
