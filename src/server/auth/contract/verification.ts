// GET /verify-email as the specification defines it: verifies an address, or confirms a change at the old one.
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthEndpoint, originCheck } from "better-auth/api";
import { parseUserOutput } from "better-auth/db";
import { z } from "zod";
import { linkOpened } from "#server/auth/credentials/address-proof-plugin.ts";
import { signInWhereSignedUp } from "#server/auth/sessions/sign-up-browser.ts";
import {
  type Call,
  changeToken,
  isFirstUse,
  readSignedToken,
  verificationToken,
} from "#server/auth/sessions/signed-token.ts";
import type { Database } from "#server/database/database.ts";
import { confirmChange, type EmailChangeParts } from "./email-change.ts";

const REFUSALS = {
  token_expired: "Token expired",
  invalid_token: "Invalid token",
  user_not_found: "User not found",
  unauthorized: "Unauthorized",
} as const;

/** The user as the link leaves them, null where it had been followed before, or why it is refused. */
type Followed = User | null | keyof typeof REFUSALS;

/** Replaces the library's call, whose links work more than once, and some without a session. */
const verifyEmail = (parts: EmailChangeParts) =>
  createAuthEndpoint(
    "/verify-email",
    {
      method: "GET",
      query: z.object({ token: z.string(), callbackURL: z.string().optional() }),
      use: [originCheck((ctx) => ctx.query.callbackURL)],
    },
    async (ctx) => {
      const { callbackURL } = ctx.query;
      const followed = await follow(ctx, parts, ctx.query.token);
      if (typeof followed !== "string") {
        if (callbackURL) throw ctx.redirect(callbackURL);
        return ctx.json({ status: true, user: followed && parseUserOutput(ctx.context.options, followed) });
      }
      if (callbackURL) throw ctx.redirect(withError(callbackURL, followed));
      throw new APIError("UNAUTHORIZED", { code: followed, message: REFUSALS[followed] });
    },
  );

async function follow(ctx: Call, parts: EmailChangeParts, token: string): Promise<Followed> {
  const claims = await readSignedToken(token, ctx.context.secret, z.union([verificationToken, changeToken]));
  if (typeof claims === "string") return claims;
  return "updateTo" in claims ? confirmChange(ctx, parts, token, claims) : verifyAddress(ctx, parts.db, token, claims);
}

/** A mail scanner may open the link first, so a link that was already used still redirects. */
async function verifyAddress(
  ctx: Call,
  db: Database,
  token: string,
  claims: z.infer<typeof verificationToken>,
): Promise<Followed> {
  const { adapter, internalAdapter } = ctx.context;
  const { email } = claims;
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (!user) return "user_not_found";
  if (user.id !== claims.userId) return "invalid_token";
  if (user.emailVerified || !(await isFirstUse(ctx, token, claims))) {
    await linkOpened(db, ctx, user, false);
    return null;
  }
  const proven = await adapter.updateMany({
    model: "user",
    where: [
      { field: "id", value: user.id },
      { field: "email", value: email },
    ],
    update: { emailVerified: true },
  });
  // The account was removed, or got another address, at this very moment.
  if (proven === 0) return "invalid_token";
  const verified = { ...user, emailVerified: true };
  await linkOpened(db, ctx, user, await signInWhereSignedUp(ctx, verified));
  return verified;
}

function withError(address: string, code: string): string {
  const [, before = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}error=${code}${fragment}`;
}

export const contractVerification = (parts: EmailChangeParts) =>
  ({
    id: "contract-verification",
    // This key is the library's: our endpoint replaces its own.
    endpoints: { verifyEmail: verifyEmail(parts) },
  }) satisfies BetterAuthPlugin;
