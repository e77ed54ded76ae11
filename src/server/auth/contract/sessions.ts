// Sessions as the specification has them: one is revoked by its owner alone, signing out needs one, and what is sensitive
// a fresh one.
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  freshSessionMiddleware,
  sensitiveSessionMiddleware,
} from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/** In the place of the library's own, which answers "done" to a token it does not know. */
const revokeSession = createAuthEndpoint(
  "/revoke-session",
  { method: "POST", body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware], requireHeaders: true },
  async (ctx) => {
    const { internalAdapter, session: own } = ctx.context;
    const { token } = ctx.body;
    const found = await internalAdapter.findSession(token);
    if (!found) throw APIError.from("BAD_REQUEST", { code: "SESSION_NOT_FOUND", message: "Session not found" });
    if (found.session.userId !== own.user.id) {
      throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
    }
    await internalAdapter.deleteSession(token);
    if (token === own.session.token) deleteSessionCookie(ctx);
    return ctx.json({ status: true });
  },
);

const signOutNeedsCookie = createAuthMiddleware(async (ctx) => {
  const { authCookies, secret } = ctx.context;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (!token) throw APIError.from("BAD_REQUEST", { code: "FAILED_TO_GET_SESSION", message: "Failed to get session" });
});

/** They decide who enters the account from now on; the library lets an old session do these two. */
const SENSITIVE = new Set(["/change-email", "/link-social"]);

const needsFreshSession = createAuthMiddleware({ use: [freshSessionMiddleware] }, async () => {});

export const contractSessions = {
  id: "contract-sessions",
  endpoints: { revokeSession },
  hooks: {
    before: [
      { matcher: ({ path }) => path === "/sign-out", handler: signOutNeedsCookie },
      { matcher: ({ path = "" }) => SENSITIVE.has(path), handler: needsFreshSession },
    ],
  },
} satisfies BetterAuthPlugin;
