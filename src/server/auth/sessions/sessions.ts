// Session lifetimes as defined in session-of.ts. The library has only one lifetime for all sessions, and no fixed maximum.

import { defineRequestState } from "@better-auth/core/context";
import type { BetterAuthPlugin, Session } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie, expireCookie, parseSetCookieHeader, setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import { z } from "zod";
import { m } from "#messages";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { lockPerson } from "#server/people/person-lock.ts";
import { getExpiry, shouldExtend } from "./session-of.ts";
import type { Call } from "./signed-token.ts";

/** Extends a remembered session if its expiry moves by a day or more. */
const extendSession = createAuthMiddleware(async (ctx) => {
  const { session: current, internalAdapter, authCookies, secret, options } = ctx.context;
  if (!current || ctx.query?.["disableRefresh"]) return;
  if (await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)) return;
  const { session, user } = current;
  const isGuest = user["isAnonymous"] === true;
  if (!shouldExtend(session, isGuest)) return;
  const expiresAt = new Date(getExpiry(session.createdAt, isGuest));
  const update = internalAdapter.updateSession(session.token, { expiresAt, updatedAt: new Date() });
  const extended = await update.catch(nullIfUnavailable);
  // The session has just ended, or the disk is full; then the next visit extends it.
  if (!extended) return;
  await setSessionCookie(ctx, { session: extended, user }, false);
  return ctx.json({ session: parseSessionOutput(options, extended), user: parseUserOutput(options, user) });
});

function nullIfUnavailable(error: unknown): null {
  if (!isDatabaseUnavailable(error)) throw error;
  return null;
}

const limitLifetime = async (session: Session, call: { path?: string } | null) => {
  const end = getExpiry(session.createdAt, call?.path === "/sign-in/anonymous");
  return { data: { expiresAt: new Date(Math.min(end, session.expiresAt.getTime())) } };
};

export const sessionLifetime = {
  id: "session-lifetime",
  init: () => ({ options: { databaseHooks: { session: { create: { before: limitLifetime } } } } }),
  hooks: { after: [{ matcher: ({ path }) => path === "/get-session", handler: extendSession }] },
} satisfies BetterAuthPlugin;

/**
 * Retains the session created by a sign-in, and deletes the one it replaces. Without this, a browser that sends the cookie of an
 * ended session would lose both, because the guest plugin looks up the old cookie's session and the library then clears the
 * cookies. Must be listed after the plugins that create or end sessions.
 */
export const retainNewSession = {
  id: "new-session-stays",
  hooks: {
    after: [
      {
        matcher: ({ context }) => context.newSession !== null,
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession, responseHeaders, authCookies } = ctx.context;
          if (!newSession) return;
          const cookies = parseSetCookieHeader(responseHeaders?.get("set-cookie") ?? "");
          const isCleared = cookies.get(authCookies.sessionToken.name)?.value === "";
          if (isCleared) await setSessionCookie(ctx, newSession, ctx.body?.rememberMe === false);
          const previousToken = await ctx.getSignedCookie(authCookies.sessionToken.name, ctx.context.secret);
          if (previousToken && previousToken !== newSession.session.token)
            await ctx.context.internalAdapter.deleteSession(previousToken);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

// Caches the session in a cookie for a minute, to save database reads.
const LIFETIME_S = 60;
/** Maximum length of a cookie that every browser stores. */
const MAX_COOKIE_LENGTH = 4093;

/** Returns the library's options for the session cache. */
export const sessionCacheOptions = (enabled: boolean) => ({ cookieCache: { enabled, maxAge: LIFETIME_S } });

/** Drops a cache cookie that the library would split; the session works without it. */
const dropLongCache = createAuthMiddleware(async (ctx) => {
  const { sessionData } = ctx.context.authCookies;
  const cookies = parseSetCookieHeader(ctx.context.responseHeaders?.get("set-cookie") ?? "");
  const pieces = [...cookies].filter(([name]) => name.startsWith(`${sessionData.name}.`));
  if (pieces.reduce((length, [, { value }]) => length + value.length, 0) <= MAX_COOKIE_LENGTH) return;
  ctx.context.logger.warn("A session is too long to be cached in a cookie");
  expireCookie(ctx, sessionData);
  for (const [name] of pieces) ctx.setCookie(name, "", { ...sessionData.attributes, maxAge: 0 });
});

export const sessionCache = {
  id: "session-cache",
  hooks: {
    after: [{ matcher: ({ context }) => context.responseHeaders?.has("set-cookie") === true, handler: dropLongCache }],
  },
} satisfies BetterAuthPlugin;

// Revoked sign-ins: a credential may be revoked after a sign-in has checked it and before it writes its session.

/** The password hash of a sign-in's account before the password was checked. */
const hashBeforeCheck = defineRequestState((): string | null => null);

const BY_PASSWORD = "/sign-in/email";
const BY_PASSKEY = "/passkey/verify-authentication";
const BY_PROVIDER = new Set(["/callback/:id", "/sign-in/social"]);

/** Calls that a browser opens by navigation, and whose errors are therefore redirects. */
const REDIRECT_CALLS = new Set(["/callback/:id", "/verify-email"]);

const address = z.looseObject({ email: z.string().toLowerCase() });
const usedPasskey = z.looseObject({ response: z.looseObject({ id: z.string() }) });
const usedProvider = z.looseObject({ provider: z.string() });

/** Must run before the plugins that act on a new session. */
export function revokedSignIns(db: Database) {
  const rememberHash = createAuthMiddleware(async ({ body }) => {
    const { data } = address.safeParse(body);
    if (data) await hashBeforeCheck.set(await getPasswordHash(db, "email", data.email));
  });

  /**
   * Checks after the session was created whether the credential still exists and the person is not banned, while holding the
   * lock that a revocation and a ban hold until they end.
   */
  const endIfRevoked = createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    if (!newSession) return;
    const { isBanned, isLive } = await inTransaction(db, async (trx) => {
      await lockPerson(trx, newSession.user.id);
      return {
        isBanned: await isBannedPerson(trx, newSession.user.id),
        isLive: !isByCredential(ctx.path) || (await hasCredential(trx, ctx, newSession.user.id)),
      };
    });
    if (isLive && !isBanned) return;
    await db.deleteFrom("session").where("token", "=", newSession.session.token).execute();
    ctx.context.setNewSession(null);
    deleteSessionCookie(ctx);
    const code = isBanned ? "account_banned" : "account_not_linked";
    if (REDIRECT_CALLS.has(ctx.path)) throw ctx.redirect(`${ctx.context.baseURL}/error?error=${code}`);
    if (isBanned) throw new APIError("FORBIDDEN", { code: "ACCOUNT_BANNED", message: m.account_error_banned() });
    throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  });

  const isByCredential = (path = "") => path === BY_PASSWORD || path === BY_PASSKEY || BY_PROVIDER.has(path);
  return {
    id: "revoked-sign-ins",
    hooks: {
      before: [{ matcher: ({ path }) => path === BY_PASSWORD, handler: rememberHash }],
      after: [{ matcher: ({ context }) => context.newSession !== null, handler: endIfRevoked }],
    },
  } satisfies BetterAuthPlugin;
}

async function isBannedPerson(db: Database, userId: string): Promise<boolean> {
  const user = await db.selectFrom("user").select("bannedAt").where("id", "=", userId).executeTakeFirst();
  return (user?.bannedAt ?? null) !== null;
}

/** Whether the user still has the credential used by this sign-in. */
async function hasCredential(db: Database, ctx: Call, userId: string): Promise<boolean> {
  if (ctx.path === BY_PASSWORD) return (await getPasswordHash(db, "id", userId)) === (await hashBeforeCheck.get());
  if (ctx.path === BY_PASSKEY) {
    const { id } = usedPasskey.parse(ctx.body).response;
    const passkey = db.selectFrom("passkey").select("id").where("userId", "=", userId).where("credentialID", "=", id);
    return (await passkey.executeTakeFirst()) !== undefined;
  }
  const providerId = ctx.params?.["id"] ?? usedProvider.parse(ctx.body).provider;
  const account = db.selectFrom("account").select("id").where("userId", "=", userId);
  return (await account.where("providerId", "=", providerId).executeTakeFirst()) !== undefined;
}

/** Returns the hash of a user's password, or null if there is none. */
async function getPasswordHash(db: Database, by: "id" | "email", value: string): Promise<string | null> {
  const row = await db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.userId")
    .select("account.password")
    .where(`user.${by}`, "=", value)
    .where("account.providerId", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}
