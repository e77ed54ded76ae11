// Whose session a request bears, the short way: one signature and one prepared statement, read anew each time. It knows
// the common case alone and says so where it is another one: then the account library is asked.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { InferResult } from "kysely";
import type { Database } from "#server/database/database.ts";
import { prepared } from "#server/database/prepared.ts";

/** A session that has not ended, and its user, with the fields and in the order of the account library's own answer. */
export type FoundSession = {
  session: {
    expiresAt: Date;
    token: string;
    createdAt: Date;
    updatedAt: Date;
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
    createdAt: Date;
    updatedAt: Date;
    isAnonymous: boolean | null;
    id: string;
  };
};

/** By a request's Cookie header: null when nobody is signed in, "uncommon" when only the account library can tell. */
export type SessionOf = (cookies: string | undefined) => Promise<FoundSession | null | "uncommon">;

type Parts = { db: Database; secret: string; cookiePrefix: string; now: () => Date };

/** A token and its signature as the site sets them; in any other spelling they may still be good. */
const SIGNED = /^([A-Za-z0-9]{32})\.((?:[A-Za-z0-9]|%2B|%2F){43})%3D$/;

export function createSessionOf({ db, secret, cookiePrefix, now }: Parts): SessionOf {
  const tokenName = `${cookiePrefix}.session_token`;
  const cacheName = `${cookiePrefix}.session_data`;
  const read = prepared(db, sessionByToken(db));
  return async (cookies = "") => {
    if (cookies.includes(cacheName)) return "uncommon";
    if (!cookies.includes(tokenName)) return null;
    const [, token = "", signature = ""] = SIGNED.exec(onlyValueOf(tokenName, cookies)) ?? [];
    if (!isSignatureOf(token, decodeURIComponent(`${signature}%3D`), secret)) return "uncommon";
    const [row] = await read(token);
    const found = row && foundIn(row);
    return found && found.session.expiresAt >= now() ? found : "uncommon";
  };
}

/** The value of the cookie where its name stands exactly once; else nothing, since it matters then which one counts. */
function onlyValueOf(name: string, cookies: string): string {
  const at = cookies.indexOf(name);
  const isWhole = (at === 0 || cookies.endsWith("; ", at)) && cookies[at + name.length] === "=";
  if (!isWhole || cookies.includes(name, at + 1)) return "";
  const end = cookies.indexOf(";", at);
  return cookies.slice(at + name.length + 1, end < 0 ? undefined : end);
}

function isSignatureOf(token: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const sessionByToken = (db: Database) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .selectAll("session")
    .select(["name", "email", "emailVerified", "image", "isAnonymous"])
    .select(["user.createdAt as userCreatedAt", "user.updatedAt as userUpdatedAt"])
    .where("token", "=", "")
    .compile();

type Row = InferResult<ReturnType<typeof sessionByToken>>[number];

const foundIn = (row: Row): FoundSession => ({
  session: {
    expiresAt: new Date(row.expiresAt),
    token: row.token,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
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
    createdAt: new Date(row.userCreatedAt),
    updatedAt: new Date(row.userUpdatedAt),
    isAnonymous: flag(row.isAnonymous),
    id: row.userId,
  },
});

const flag = (value: boolean | number | null): boolean | null => (value === null ? null : Boolean(value));
