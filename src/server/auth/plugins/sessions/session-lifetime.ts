// Sessions expire as session-end.ts defines. The library has one lifetime for all and no fixed maximum.
import type { BetterAuthPlugin, Session } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { getExpiry, shouldExtend } from "#server/auth/sessions/session-end.ts";

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
