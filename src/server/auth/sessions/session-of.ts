// Reads the session of a request with one signature check and one prepared statement, six to twelve times as fast as the account library
// (docs/performance.md, P1). If a cookie caches the session it returns "fallback", and the account library decides.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";

/** ISO 8601 in UTC with milliseconds, as `Date#toISOString` prints it. */
type Instant = string;

/** A valid session and its user, with the fields in the order of the account library's response. */
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
 * Returns the session of a Cookie header: null if there is none, "ended" if its row is missing or expired (the account library
 * then clears the cookie), and "fallback" if only the account library can decide.
 */
export type ReadSession = (cookies: string | undefined) => Promise<FoundSession | null | "ended" | "fallback">;

type Parts = { db: Database; secret: string; cookiePrefix: string; now: () => Date };

const MAX_CACHED_TOKENS = 10_000;

export function createSessionReader({ db, secret, cookiePrefix, now }: Parts): ReadSession {
  const tokenName = `${cookiePrefix}.session_token`;
  const cacheName = `${cookiePrefix}.session_data`;
  const parseToken = createTokenParser(tokenName, secret);
  return async (cookies = "") => {
    if (cookies.includes(cacheName) && dropCachedSession(cookies) !== cookies) return "fallback";
    if (!cookies.includes(tokenName)) return null;
    const token = parseToken(cookies);
    if (token === null) return null;
    const [row] = await selectSession(db, token);
    return row && Date.parse(toInstant(row.expiresAt)) >= now().getTime() ? toFoundSession(row) : "ended";
  };
}

/**
 * Creates a function that returns the token of a Cookie header, or null if it is missing or not signed with the secret. Verified
 * tokens are cached, as a valid signature stays valid.
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
    const actual = decodeBase64(signature);
    if (actual?.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
    verified.set(value, token);
    return token;
  };
}

/**
 * Returns the value of the first cookie of this name, without surrounding spaces and quotes, or null. It parses like the account
 * library, so that both read the same cookie.
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

/** Decodes a value like the account library: a value that cannot be decoded is returned unchanged. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Decodes base64 like the account library: invalid text is null, whereas Node's decoder would return a part of it. */
function decodeBase64(text: string): Buffer | null {
  try {
    return Buffer.from(atob(text), "latin1");
  } catch {
    return null;
  }
}

const selectSession = preparedQuery((db) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .selectAll("session")
    .select(["name", "email", "emailVerified", "image", "isAnonymous"])
    .select(["user.createdAt as userCreatedAt", "user.updatedAt as userUpdatedAt"])
    .where("token", "=", "")
    .compile(),
);

type Row = Awaited<ReturnType<typeof selectSession>>[number];

const toFoundSession = (row: Row): FoundSession => ({
  session: {
    expiresAt: toInstant(row.expiresAt),
    token: row.token,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
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
    emailVerified: toBoolean(row.emailVerified),
    image: row.image,
    createdAt: toInstant(row.userCreatedAt),
    updatedAt: toInstant(row.userUpdatedAt),
    isAnonymous: toBoolean(row.isAnonymous),
    id: row.userId,
  },
});

/** The format of `Date#toISOString`. Nearly all stored instants have it and need no conversion. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const toInstant = (value: Date | string): Instant =>
  typeof value === "string" && CANONICAL.test(value) ? value : new Date(value).toISOString();

const toBoolean = (value: boolean | number | null): boolean | null => (value === null ? null : Boolean(value));

/** The name of the cookie that caches a session, with any prefix, and with a number if it was split. */
const CACHE_COOKIE = /^\s*[\w.-]*\.session_data(\.\d+)?\s*=/;

/** Returns the Cookie header without the cookie that caches a session, so that the session is read from the database. */
export const dropCachedSession = (cookies: string): string =>
  cookies
    .split(/; */)
    .filter((cookie) => !CACHE_COOKIE.test(cookie))
    .join("; ");

/** Returns the headers without the cookie that caches a session. */
export function withoutCachedSession(original: Headers): Headers {
  const headers = new Headers(original);
  const cookies = headers.get("cookie");
  if (cookies) headers.set("cookie", dropCachedSession(cookies));
  return headers;
}

const HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store", Pragma: "no-cache" };

/** Answers get-session, unless the account library has to do more than read the session. */
export const answerSession =
  ({ config, readSession }: { config: Config; readSession: ReadSession }): MiddlewareHandler =>
  async ({ req }, next) => {
    if (req.method !== "GET" || req.url.includes("?") || config.sessionCache) return next();
    const current = await readSession(req.header("cookie"));
    const isByLibrary =
      typeof current === "string" || (current && shouldExtend(current.session, current.user.isAnonymous === true));
    return isByLibrary ? next() : new Response(JSON.stringify(current), { headers: HEADERS });
  };

/** Returns the prefix of our cookie names. With HTTPS the prefix binds them to this host and path. */
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

/** Returns the expiry of a session that is used now, in milliseconds since 1970. */
export const getExpiry = (createdAt: Date | string, isGuest: boolean): number =>
  isGuest
    ? Date.now() + MAX_LIFETIME_MS
    : Math.min(Date.now() + IDLE_MS, new Date(createdAt).getTime() + MAX_LIFETIME_MS);

/** Whether a visit extends the session: only if its expiry would move by at least a day. */
export const shouldExtend = (
  { createdAt, expiresAt }: Record<"createdAt" | "expiresAt", Date | string>,
  isGuest: boolean,
) => getExpiry(createdAt, isGuest) - new Date(expiresAt).getTime() >= UPDATE_AGE_MS;
