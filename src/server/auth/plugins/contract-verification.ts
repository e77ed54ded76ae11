// A change of e-mail as the specification has it: confirmed at the old address by whoever is signed in, then the
// address is changed and unverified, then verified by a mail to the new one.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, createEmailVerificationToken, getSessionFromCtx } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import { z } from "zod";

/** Runs before the library's call, which answers a taken address as if nothing were wrong. */
const refuseUnfitAddress = createAuthMiddleware(async (ctx) => {
  const { data: newEmail } = z.email().safeParse(ctx.body?.newEmail);
  const session = await getSessionFromCtx(ctx);
  if (!session || !newEmail) return;
  const { internalAdapter } = ctx.context;
  const wanted = newEmail.toLowerCase();
  if (wanted === session.user.email) {
    throw APIError.from("BAD_REQUEST", { code: "EMAIL_IS_THE_SAME", message: "Email is the same." });
  }
  // A guest has no address to change, and gets one by signing up.
  if (session.user["isAnonymous"] || (await internalAdapter.findUserByEmail(wanted))) {
    throw APIError.from("BAD_REQUEST", { code: "EMAIL_NOT_UPDATED", message: "Couldn't update your email." });
  }
});

const verification = z.object({ token: z.string(), callbackURL: z.string().optional() });
const change = z.object({ email: z.email(), updateTo: z.email(), userId: z.string() });

/**
 * Judges the link of a change of e-mail. Handed on without its kind, the token makes the library change the address at
 * once, leave it unverified and send a verification to it.
 */
const changeWhenConfirmed = createAuthMiddleware(async (ctx) => {
  const { data: query } = verification.safeParse(ctx.query);
  if (!query) return;
  const { data: asked } = change.safeParse(await verifyJWT(query.token, ctx.context.secret));
  if (!asked) return;
  const { callbackURL } = query;
  // The library refuses to lead there.
  if (callbackURL && !ctx.context.isTrustedOrigin(callbackURL, { allowRelativePaths: true })) return;
  const refuse = (code: string, message: string) => {
    if (!callbackURL) throw new APIError("UNAUTHORIZED", { code, message });
    throw ctx.redirect(withError(callbackURL, code));
  };
  const { internalAdapter, secret } = ctx.context;
  const session = await getSessionFromCtx(ctx);
  if (session?.user.id !== asked.userId) refuse("unauthorized", "Unauthorized");
  // Somebody else has taken the address since the mail was sent.
  if (await internalAdapter.findUserByEmail(asked.updateTo)) refuse("invalid_token", "Invalid token");
  const { email, updateTo, userId } = asked;
  const token = await createEmailVerificationToken(secret, email, updateTo, undefined, { userId });
  return { context: { query: { token } } };
});

function withError(address: string, code: string): string {
  const [, before = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}error=${code}${fragment}`;
}

export const contractVerification = {
  id: "contract-verification",
  hooks: {
    before: [
      { matcher: ({ path }) => path === "/change-email", handler: refuseUnfitAddress },
      { matcher: ({ path }) => path === "/verify-email", handler: changeWhenConfirmed },
    ],
  },
} satisfies BetterAuthPlugin;
