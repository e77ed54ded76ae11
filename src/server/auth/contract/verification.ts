// GET /verify-email as specified: verifies an address, or confirms a change of address.
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthEndpoint, originCheck } from "better-auth/api";
import { parseUserOutput } from "better-auth/db";
import { z } from "zod";
import { handleOpenedLink } from "#server/auth/credentials/address-proof-plugin.ts";
import { signInSignUpBrowser } from "#server/auth/sessions/sign-up-browser.ts";
import {
  type Call,
  changeToken,
  consumeToken,
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

/** The result of a link: the updated user, null if the link was used before, or the reason for a refusal. */
type LinkResult = User | null | keyof typeof REFUSALS;

/** Replaces the library's call, whose links can be used more than once, some of them without a session. */
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
      const result = await openLink(ctx, parts, ctx.query.token);
      if (typeof result !== "string") {
        if (callbackURL) throw ctx.redirect(callbackURL);
        return ctx.json({ status: true, user: result && parseUserOutput(ctx.context.options, result) });
      }
      if (callbackURL) throw ctx.redirect(withError(callbackURL, result));
      throw new APIError("UNAUTHORIZED", { code: result, message: REFUSALS[result] });
    },
  );

async function openLink(ctx: Call, parts: EmailChangeParts, token: string): Promise<LinkResult> {
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
): Promise<LinkResult> {
  const { adapter, internalAdapter } = ctx.context;
  const { email } = claims;
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (!user) return "user_not_found";
  if (user.id !== claims.userId) return "invalid_token";
  if (user.emailVerified || !(await consumeToken(ctx, token, claims))) {
    await handleOpenedLink(db, ctx, user, false);
    return null;
  }
  const updatedCount = await adapter.updateMany({
    model: "user",
    where: [
      { field: "id", value: user.id },
      { field: "email", value: email },
    ],
    update: { emailVerified: true },
  });
  // The account was deleted, or its address was changed, at the same time.
  if (updatedCount === 0) return "invalid_token";
  const verifiedUser = { ...user, emailVerified: true };
  await handleOpenedLink(db, ctx, user, await signInSignUpBrowser(ctx, verifiedUser));
  return verifiedUser;
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
