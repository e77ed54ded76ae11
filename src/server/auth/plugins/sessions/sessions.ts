// Sessions expire as session-end.ts defines. The library has one lifetime for all and no fixed maximum.
import type { BetterAuthPlugin, Session } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { expireCookie, parseSetCookieHeader, setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { getExpiry, shouldExtend } from "#server/auth/sessions/session-of.ts";

/** Once its end is a day or more behind what this visit makes of it, unless it is not to be remembered. */
const moveEnd = createAuthMiddleware(async (ctx) => {
  const { session: found, internalAdapter, authCookies, secret, options } = ctx.context;
  if (!found || ctx.query?.["disableRefresh"]) return;
  if (await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)) return;
  const { session, user } = found;
  const isGuest = user["isAnonymous"] === true;
  if (!shouldExtend(session, isGuest)) return;
  const expiresAt = new Date(getExpiry(session.createdAt, isGuest));
  const prolonging = internalAdapter.updateSession(session.token, { expiresAt, updatedAt: new Date() });
  const moved = await prolonging.catch(nothingWhenAway);
  // Ended at this very moment, or the disk is full: the next visit moves it.
  if (!moved) return;
  await setSessionCookie(ctx, { session: moved, user }, false);
  return ctx.json({ session: parseSessionOutput(options, moved), user: parseUserOutput(options, user) });
});

function nothingWhenAway(error: unknown): null {
  if (!isDatabaseUnavailable(error)) throw error;
  return null;
}

const shorten = async (session: Session, call: { path?: string } | null) => {
  const end = getExpiry(session.createdAt, call?.path === "/sign-in/anonymous");
  return { data: { expiresAt: new Date(Math.min(end, session.expiresAt.getTime())) } };
};

export const sessionLifetime = {
  id: "session-lifetime",
  init: () => ({ options: { databaseHooks: { session: { create: { before: shorten } } } } }),
  hooks: { after: [{ matcher: ({ path }) => path === "/get-session", handler: moveEnd }] },
} satisfies BetterAuthPlugin;

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

// The session in a cookie, for a minute, so that not every reading of it asks the database.
const LIFETIME_S = 60;
/** As many characters as every browser keeps of a cookie. */
const LONGEST = 4093;

/** Options for the library. */
export const sessionCacheOptions = (enabled: boolean) => ({ cookieCache: { enabled, maxAge: LIFETIME_S } });

/** Gives up a cache that the library would cut in pieces; the session itself works without. */
const dropTooLong = createAuthMiddleware(async (ctx) => {
  const { sessionData } = ctx.context.authCookies;
  const cookies = parseSetCookieHeader(ctx.context.responseHeaders?.get("set-cookie") ?? "");
  const pieces = [...cookies].filter(([name]) => name.startsWith(`${sessionData.name}.`));
  if (pieces.reduce((length, [, { value }]) => length + value.length, 0) <= LONGEST) return;
  ctx.context.logger.warn("A session is too long to be cached in a cookie");
  expireCookie(ctx, sessionData);
  for (const [name] of pieces) ctx.setCookie(name, "", { ...sessionData.attributes, maxAge: 0 });
});

export const sessionCache = {
  id: "session-cache",
  hooks: { after: [{ matcher: () => true, handler: dropTooLong }] },
} satisfies BetterAuthPlugin;
