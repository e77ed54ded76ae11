// "I did not make this account": the owner of an address deletes an account that someone else created with it, or removes the
// address from an account that had another address before.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createEmailVerificationToken } from "better-auth/api";
import { z } from "zod";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { type DetachingParts, detachAddress } from "#server/auth/credentials/detached-address.ts";
import {
  DETACHING,
  DISOWNING,
  detachingToken,
  disowningToken,
  readSignedToken,
} from "#server/auth/sessions/signed-token.ts";

/** Longer than for the mail's other link, because users do not expect a mail they did not request. */
const LIFETIME_S = 7 * 24 * 60 * 60;

/** Returns a link that deletes the account while its address is unverified. */
export async function createDisowningLink(
  origin: string,
  secret: string,
  user: { id: string; email: string },
): Promise<string> {
  const purpose = { userId: user.id, requestType: DISOWNING };
  const token = await createEmailVerificationToken(secret, user.email, undefined, LIFETIME_S, purpose);
  return `${origin}/verify-email?disown=${token}`;
}

type DisowningParts = DetachingParts & Pick<AuthParts, "deleteAccount">;

const disownAccount = (parts: DisowningParts) =>
  createAuthEndpoint("/disown-account", { method: "POST", body: z.object({ token: z.string() }) }, async (ctx) => {
    const claims = await readSignedToken(ctx.body.token, ctx.context.secret, z.union([disowningToken, detachingToken]));
    if (typeof claims === "string") throw invalidToken();
    const { internalAdapter } = ctx.context;
    if (claims.requestType === DETACHING) {
      const isDetached = await detachAddress(ctx.context, parts, { id: claims.userId, email: claims.email });
      if (!isDetached) throw invalidToken();
      return ctx.json({ status: true });
    }
    const user = (await internalAdapter.findUserByEmail(claims.email))?.user;
    if (user?.id !== claims.userId || user.emailVerified) throw invalidToken();
    await parts.deleteAccount(user.id);
    return ctx.json({ status: true });
  });

const invalidToken = (): APIError => new APIError("BAD_REQUEST", { code: "INVALID_TOKEN", message: "Invalid token" });

export const disownedAccount = (parts: DisowningParts) =>
  ({
    id: "disowned-account",
    endpoints: { disownAccount: disownAccount(parts) },
  }) satisfies BetterAuthPlugin;
