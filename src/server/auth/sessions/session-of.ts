// Reads the session of a cookie: one signature check and one prepared statement per request, eight times as fast as the account
// library (docs/performance.md, P1). Where a cookie caches the session it returns "fallback": then the account library
// decides.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";

/** ISO 8601 in UTC with milliseconds, as `Date#toISOString` prints it. */
type Instant = string;

/** A session that has not ended, and its user, with the fields and in the order of the account library's own answer. */
type FoundSession = {
  session: {
    expiresAt: Instant;
    token: string;
    createdAt: Instant;
    updatedAt: Instant;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    activeOrganizationId: string | null;
    activeTeamId: string | null;
    id: string;
  };
  user: {
    name: string;
    email: string;
    emailVerified: boolean | null;
    image: string | null;
    createdAt: Instant;
    updatedAt: Instant;
    isAnonymous: boolean | null;
    id: string;
  };
};

/**
 * The session of a Cookie header: null without one, "ended" where its row is gone or expired, of which the account library takes the
 * cookie back, and "fallback" where only the account library can decide.
 */
export type SessionOf = (cookies: string | undefined) => Promise<FoundSession | null | "ended" | "fallback">;

type Parts = { db: Database; secret: string; cookiePrefix: string; now: () => Date };

const MAX_CACHED_TOKENS = 10_000;

export function createSessionOf({ db, secret, cookiePrefix, now }: Parts): SessionOf {
  const tokenName = `${cookiePrefix}.session_token`;
  const cacheName = `${cookiePrefix}.session_data`;
  const parseToken = createTokenParser(tokenName, secret);
  return async (cookies = "") => {
    if (cookies.includes(cacheName) && dropCachedSession(cookies) !== cookies) return "fallback";
    if (!cookies.includes(tokenName)) return null;
    const token = parseToken(cookies);
    if (token === null) return null;
    const [row] = await readSession(db, token);
    return row && Date.parse(instant(row.expiresAt)) >= now().getTime() ? toFoundSession(row) : "ended";
  };
}

/**
 * Returns the token of a Cookie header; null where there is none, or where its signature is not the secret's. Verified tokens are
 * cached: the validity of a signature never changes.
 */
function createTokenParser(name: string, secret: string): (cookies: string) => string | null {
  const verified = new Map<string, string>();
  return (cookies) => {
    const value = findCookie(cookies, name);
    if (value === null) return null;
    const payload = verified.get(value);
    if (payload !== undefined) return payload;
    const dot = value.lastIndexOf(".");
    const [token, signature] = [value.slice(0, Math.max(dot, 0)), value.slice(dot + 1)];
    if (token === "" || signature.length !== 44 || !signature.endsWith("=")) return null;
    const expected = createHmac("sha256", secret).update(token).digest();
    const given = decodeBase64(signature);
    if (given?.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
    verified.set(value, token);
    return token;
  };
}

/**
 * The value of a cookie as the account library reads it, so that both take one and the same cookie for the session's: the first one
 * of the name, whatever spaces and quotes are around it. Null where there is none.
 */
function findCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(";")) {
    const equals = cookie.indexOf("=");
    if (equals < 0 || cookie.slice(0, equals).trim() !== name) continue;
    const value = cookie.slice(equals + 1).trim();
    return decode(value.startsWith('"') ? value.slice(1, -1) : value);
  }
  return null;
}

/** As the account library does: a value that cannot be decoded stays as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** As the account library does: null for what is not base64, which Node's own decoder would read as far as it can. */
function decodeBase64(text: string): Buffer | null {
  try {
    return Buffer.from(atob(text), "latin1");
  } catch {
    return null;
  }
}

const readSession = preparedQuery((db) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .selectAll("session")
    .select(["name", "email", "emailVerified", "image", "isAnonymous"])
    .select(["user.createdAt as userCreatedAt", "user.updatedAt as userUpdatedAt"])
    .where("token", "=", "")
    .compile(),
);

type Row = Awaited<ReturnType<typeof readSession>>[number];

const toFoundSession = (row: Row): FoundSession => ({
  session: {
    expiresAt: instant(row.expiresAt),
    token: row.token,
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    userId: row.userId,
    activeOrganizationId: row.activeOrganizationId,
    activeTeamId: row.activeTeamId,
    id: row.id,
  },
  user: {
    name: row.name,
    email: row.email,
    emailVerified: flag(row.emailVerified),
    image: row.image,
    createdAt: instant(row.userCreatedAt),
    updatedAt: instant(row.userUpdatedAt),
    isAnonymous: flag(row.isAnonymous),
    id: row.userId,
  },
});

/** The form of `Date#toISOString`, which nearly all stored instants have: it needs no conversion. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const instant = (value: Date | string): Instant =>
  typeof value === "string" && CANONICAL.test(value) ? value : new Date(value).toISOString();

const flag = (value: boolean | number | null): boolean | null => (value === null ? null : Boolean(value));

/** The cookie's name, with any prefix, and a number where it was cut in pieces. */
const CACHED = /^\s*[\w.-]*\.session_data(\.\d+)?\s*=/;

/** The same Cookie header without the one that caches a session, so that the session is read from the database. */
export const dropCachedSession = (cookies: string): string =>
  cookies
    .split(/; */)
    .filter((cookie) => !CACHED.test(cookie))
    .join("; ");

/** The same headers without the cookie that caches a session. */
export function withoutCachedSession(given: Headers): Headers {
  const headers = new Headers(given);
  const cookies = headers.get("cookie");
  if (cookies) headers.set("cookie", dropCachedSession(cookies));
  return headers;
}

const HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store", Pragma: "no-cache" };

/** Answers get-session; leaves it to the account library where that has more to do than to read the session. */
export const answerSession =
  ({ config, sessionOf }: { config: Config; sessionOf: SessionOf }): MiddlewareHandler =>
  async ({ req }, next) => {
    if (req.method !== "GET" || req.url.includes("?") || config.sessionCache) return next();
    const current = await sessionOf(req.header("cookie"));
    const isByLibrary =
      typeof current === "string" || (current && shouldExtend(current.session, current.user.isAnonymous === true));
    return isByLibrary ? next() : new Response(JSON.stringify(current), { headers: HEADERS });
  };

/** The prefix of our cookie names. Under HTTPS it binds them to this host and path. */
export const getCookiePrefix = ({ origin }: Pick<Config, "origin">): string =>
  origin.startsWith("https:") ? "__Host-fieldlocker" : "fieldlocker";

// A user's session ends 30 days after the last visit and 180 days after the sign-in. A guest's ends 180 days after the last
// visit, because without it the guest's data is lost.
const DAY_S = 24 * 60 * 60;
const IDLE_MS = 30 * DAY_S * 1000;

/** Library options: a cookie lasts as long as the longest session, and only our plugin extends it. */
export const SESSION_LIFETIME = { expiresIn: 180 * DAY_S, updateAge: DAY_S, disableSessionRefresh: true };
const MAX_LIFETIME_MS = SESSION_LIFETIME.expiresIn * 1000;
const UPDATE_AGE_MS = SESSION_LIFETIME.updateAge * 1000;

/** The end of a session that is visited now, in milliseconds since 1970. */
export const getExpiry = (createdAt: Date | string, isGuest: boolean): number =>
  isGuest
    ? Date.now() + MAX_LIFETIME_MS
    : Math.min(Date.now() + IDLE_MS, new Date(createdAt).getTime() + MAX_LIFETIME_MS);

/** Whether a visit now extends the session: only once that moves its end by a day. */
export const shouldExtend = (
  { createdAt, expiresAt }: Record<"createdAt" | "expiresAt", Date | string>,
  isGuest: boolean,
) => getExpiry(createdAt, isGuest) - new Date(expiresAt).getTime() >= UPDATE_AGE_MS;
