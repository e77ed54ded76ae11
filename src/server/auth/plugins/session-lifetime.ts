// How long a session lives: a person's ends 30 days after the last visit and 180 days after the sign-in, a guest's 180
// days after the last visit, for it is all the guest has. The library has one lifetime for all, and no end that stands.
import type { BetterAuthPlugin, Session } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import { isOutage } from "#server/database/outage.ts";

const DAY_S = 24 * 60 * 60;
const IDLE_MS = 30 * DAY_S * 1000;

/** What the library is told: a cookie lasts as long as the longest session, and its end is moved here alone. */
export const SESSION_LIFETIME = { expiresIn: 180 * DAY_S, updateAge: DAY_S, disableSessionRefresh: true };
const LONGEST_MS = SESSION_LIFETIME.expiresIn * 1000;
const UPDATE_AGE_MS = SESSION_LIFETIME.updateAge * 1000;

/** When a session ends that is visited now and never again, in milliseconds. */
const endOf = (createdAt: Date | string, isGuest: boolean): number =>
  isGuest ? Date.now() + LONGEST_MS : Math.min(Date.now() + IDLE_MS, new Date(createdAt).getTime() + LONGEST_MS);

/** Whether a visit now moves the session's end: not before that makes a day of difference. */
export const isEndMoved = (
  { createdAt, expiresAt }: Record<"createdAt" | "expiresAt", Date | string>,
  isGuest: boolean,
) => endOf(createdAt, isGuest) - new Date(expiresAt).getTime() >= UPDATE_AGE_MS;

/** Once its end is a day or more behind what this visit makes of it, unless it is not to be remembered. */
const moveEnd = createAuthMiddleware(async (ctx) => {
  const { session: found, internalAdapter, authCookies, secret, options } = ctx.context;
  if (!found || ctx.query?.["disableRefresh"]) return;
  if (await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)) return;
  const { session, user } = found;
  const isGuest = user["isAnonymous"] === true;
  if (!isEndMoved(session, isGuest)) return;
  const expiresAt = new Date(endOf(session.createdAt, isGuest));
  const prolonging = internalAdapter.updateSession(session.token, { expiresAt, updatedAt: new Date() });
  const moved = await prolonging.catch(nothingWhenAway);
  // Ended at this very moment, or the disk is full: the next visit moves it.
  if (!moved) return;
  await setSessionCookie(ctx, { session: moved, user }, false);
  return ctx.json({ session: parseSessionOutput(options, moved), user: parseUserOutput(options, user) });
});

function nothingWhenAway(error: unknown): null {
  if (!isOutage(error)) throw error;
  return null;
}

const shorten = async (session: Session, call: { path?: string } | null) => {
  const end = endOf(session.createdAt, call?.path === "/sign-in/anonymous");
  return { data: { expiresAt: new Date(Math.min(end, session.expiresAt.getTime())) } };
};

export const sessionLifetime = {
  id: "session-lifetime",
  init: () => ({ options: { databaseHooks: { session: { create: { before: shorten } } } } }),
  hooks: { after: [{ matcher: ({ path }) => path === "/get-session", handler: moveEnd }] },
} satisfies BetterAuthPlugin;
