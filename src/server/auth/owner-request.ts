import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { Database } from "#server/database/database.ts";
import type { MailQuota } from "#server/mail/mailbox-limit.ts";

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
