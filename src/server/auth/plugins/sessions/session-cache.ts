// The session in a cookie, for a minute, so that not every reading of it asks the database.
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { expireCookie, parseSetCookieHeader } from "better-auth/cookies";

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
