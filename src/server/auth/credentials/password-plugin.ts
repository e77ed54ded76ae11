// Change of password: the session or the old password may be revoked after the call has checked them, so both are checked again in
// the transaction that writes.

import { createHash, randomUUID } from "node:crypto";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, changePassword, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { z } from "zod";
import { isGuessable, normalizePassword, PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { createTooManyRequests } from "#server/auth/client-limits.ts";
import { decorateEndpoint } from "#server/auth/contract/decorate-endpoint.ts";
import { rawPasswordHash } from "./password.ts";

type Transaction = Parameters<Parameters<AuthContext["adapter"]["transaction"]>[0]>[0];

/** Runs the library's call with an adapter whose transactions start with the check. */
async function changeIfUnrevoked(call: () => Promise<unknown>, context: AuthContext): Promise<unknown> {
  const { adapter, password } = context;
  let verifiedHash: string | undefined;
  context.password = {
    ...password,
    verify: (credentials) => {
      verifiedHash = credentials.hash;
      return password.verify(credentials);
    },
  };
  context.adapter = {
    ...adapter,
    transaction: (work) =>
      adapter.transaction(async (trx) => {
        await requireUnrevoked(trx, context.session, verifiedHash);
        return work(trx);
      }),
  };
  return call();
}

async function requireUnrevoked(
  trx: Transaction,
  current: AuthContext["session"],
  hash: string | undefined,
): Promise<void> {
  if (!current) throw unauthorized();
  const { user, session } = current;
  // The update locks the person's row, which a running revocation holds until it has deleted its rows.
  await trx.update({ model: "user", where: [{ field: "id", value: user.id }], update: { updatedAt: new Date() } });
  const liveSession = await trx.findOne({ model: "session", where: [{ field: "id", value: session.id }] });
  if (!liveSession) throw unauthorized();
  const account = await trx.findOne<{ password: string | null }>({
    model: "account",
    where: [
      { field: "userId", value: user.id },
      { field: "providerId", value: "credential" },
    ],
  });
  if (hash === undefined || account?.password !== hash)
    throw APIError.from("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "Invalid password" });
}

const unauthorized = (): APIError => APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });

export const passwordChange = {
  id: "password-change",
  // This key is the library's: our endpoint replaces its own.
  endpoints: { changePassword: decorateEndpoint(changePassword, changeIfUnrevoked) },
} satisfies BetterAuthPlugin;

// New passwords: every call that sets a password normalizes it and refuses a common one.

const CHANGE = "/change-password";

/** The field of the password, by the calls that set one. */
const FIELDS: Record<string, "password" | "newPassword"> = {
  "/sign-up/email": "password",
  "/reset-password": "newPassword",
  [CHANGE]: "newPassword",
};

/** The common passwords, loaded when the first password is set, so that a start does not wait for them. */
let commonPasswordSet: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** @throws {APIError} when the normalized password is too easy to guess */
export async function refuseGuessable(password: string, email?: string): Promise<void> {
  commonPasswordSet ??= loadCommonPasswords();
  // A password that is too short gets its own error.
  if (password.length < PASSWORD_LENGTH.min || !isGuessable(password, await commonPasswordSet, email)) return;
  const message = ERRORS.password_too_common.message();
  throw APIError.from("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message });
}

const newPasswordInput = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
});

/** Checks the new password and replaces it by its normalized form. */
const checkNewPassword = createAuthMiddleware(async (ctx) => {
  const { data } = newPasswordInput.safeParse(ctx.body);
  const field = FIELDS[ctx.path] ?? "password";
  const rawPassword = data?.[field];
  if (!data || rawPassword === undefined) return;
  const password = normalizePassword(rawPassword);
  const session = data.email === undefined || ctx.path === CHANGE ? await getSessionFromCtx(ctx) : null;
  // The library refuses a change without a session.
  if (ctx.path === CHANGE && !session) return;
  await refuseGuessable(password, session?.user.email ?? data.email);
  return { context: { body: { ...ctx.body, [field]: password } } };
});

export const commonPasswords = {
  id: "common-passwords",
  hooks: { before: [{ matcher: ({ path }) => path !== undefined && path in FIELDS, handler: checkNewPassword }] },
} satisfies BetterAuthPlugin;

// Passwords stored before passwords were normalized.

const passwordInput = z.object({ password: z.string() });

/** Normalizes a password that exceeds the maximum length as typed: its raw form cannot be stored, so only the normalized form can match. */
const normalizeLongPassword = createAuthMiddleware(async (ctx) => {
  const { data } = passwordInput.safeParse(ctx.body);
  if (!data || data.password.length <= PASSWORD_LENGTH.max) return;
  return { context: { body: { ...ctx.body, password: normalizePassword(data.password) } } };
});

/** Replaces the hash of the raw password by the hash of the normalized one, unless the password has changed since. */
const renewHash = ({ db, passwords, logger }: RenewalParts) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    const { data } = passwordInput.safeParse(ctx.body);
    const previous = await rawPasswordHash.get();
    if (!newSession || !data || previous === null) return;
    try {
      await db
        .updateTable("account")
        .set({ password: await passwords.hash(normalizePassword(data.password)), updatedAt: new Date() })
        .where("userId", "=", newSession.user.id)
        .where("providerId", "=", "credential")
        .where("password", "=", previous)
        .execute();
    } catch (err) {
      // The next sign-in tries again.
      logger.warn({ err }, "a password's hash was not renewed");
    }
  });

const isSignIn = ({ path }: { path?: string }): boolean => path === "/sign-in/email";

type RenewalParts = Pick<AuthParts, "db" | "passwords" | "logger">;

/** Must be listed after `revokedSignIns`, which compares the hash with the one before the sign-in. */
export const normalizedPasswords = (parts: RenewalParts) =>
  ({
    id: "normalized-passwords",
    hooks: {
      before: [{ matcher: isSignIn, handler: normalizeLongPassword }],
      after: [{ matcher: isSignIn, handler: renewHash(parts) }],
    },
  }) satisfies BetterAuthPlugin;

// Limits password attempts per account, by e-mail address, so that an address without an account behaves the same. A
// browser that signed in before has its own limit, which attempts from other browsers cannot use up.
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAY_S = DAY_MS / 1000;
const QUARTER = { max: 20, windowMs: 15 * MINUTE_MS };
/** Maximum of consecutive failures; after that the user has to reset the password. */
const STREAK = { max: 100, windowMs: 3650 * DAY_MS };
const BROWSER_COOKIE_S = 180 * DAY_S;

const attempt = z.object({ email: z.email().toLowerCase() });
type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export function passwordTries(rateLimiter: RateLimiter) {
  const limitAttempts = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    if (!data) return;
    const [tries, streak] = getCountKeys(await getKey(ctx, data.email));
    const waitMs = await rateLimiter.consume(tries, QUARTER);
    if (waitMs > 0) throw createTooManyRequests(waitMs);
    if ((await rateLimiter.consume(streak, STREAK)) > 0) throw createLockedError();
  });

  const resetAttemptsAfterSignIn = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    const { returned } = ctx.context;
    // Other errors do not reset the count. "Not verified" does, because the password was correct.
    if (!data || (isAPIError(returned) && returned.body?.code !== "EMAIL_NOT_VERIFIED")) return;
    await rateLimiter.reset(...getCountKeys(await getKey(ctx, data.email)));
  });

  return {
    id: "password-tries",
    hooks: {
      before: [{ matcher: ({ path }) => path === "/sign-in/email", handler: limitAttempts }],
      after: [
        { matcher: ({ path }) => path === "/sign-in/email", handler: resetAttemptsAfterSignIn },
        { matcher: ({ context }) => context.newSession !== null, handler: rememberBrowser },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const rememberBrowser = createAuthMiddleware(async (ctx) => {
  const user = ctx.context.newSession?.user;
  if (!user || user["isAnonymous"] || (await getKey(ctx, user.email)) !== user.email) return;
  const { name, attributes } = getCookie(ctx);
  const value = `${getOwnerMark(user.email)}.${randomUUID()}`;
  await ctx.setSignedCookie(name, value, ctx.context.secret, { ...attributes, maxAge: BROWSER_COOKIE_S });
});

/** Resets the count of failed attempts from unknown browsers, as after a password reset. */
export async function resetPasswordAttempts(rateLimiter: RateLimiter, email: string): Promise<void> {
  await rateLimiter.reset(...getCountKeys(email.toLowerCase()));
}

const getCountKeys = (key: string) => [`tries:${key}`, `streak:${key}`] as const;

/** Returns the key of the count: the address, and the browser if it has signed in with that address before. */
async function getKey(ctx: Call, email: string): Promise<string> {
  const cookie = await ctx.getSignedCookie(getCookie(ctx).name, ctx.context.secret);
  const [owner, browser] = (cookie || "").split(".");
  return owner === getOwnerMark(email) ? `${email}:${browser}` : email;
}

const getCookie = (ctx: Call) => ctx.context.createAuthCookie("known_browser");

const getOwnerMark = (email: string): string => createHash("sha256").update(email).digest("base64url");

const createLockedError = (): APIError =>
  APIError.from("FORBIDDEN", {
    code: "PASSWORD_LOCKED",
    message: m.account_error_password_locked(),
  });
