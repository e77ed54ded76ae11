import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { parseSetCookieHeader, setSessionCookie } from "better-auth/cookies";

/**
 * Keeps the session that a sign-in has made, and ends the one it replaces. A browser that still sends the cookie of an
 * ended one would lose both: the guest plugin looks for a guest behind the old cookie, and the library answers that by
 * clearing cookies. Stands last.
 */
export const newSessionStays = {
  id: "new-session-stays",
  hooks: {
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession, responseHeaders, authCookies } = ctx.context;
          if (!newSession) return;
          const cookies = parseSetCookieHeader(responseHeaders?.get("set-cookie") ?? "");
          const isCleared = cookies.get(authCookies.sessionToken.name)?.value === "";
          if (isCleared) await setSessionCookie(ctx, newSession, ctx.body?.rememberMe === false);
          const before = await ctx.getSignedCookie(authCookies.sessionToken.name, ctx.context.secret);
          if (before && before !== newSession.session.token) await ctx.context.internalAdapter.deleteSession(before);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
