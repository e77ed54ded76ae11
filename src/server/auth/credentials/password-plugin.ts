// A change of password may have checked its session and the old password before both were revoked: it verifies them once
// more in the transaction that writes.

import { createHash, randomUUID } from "node:crypto";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, changePassword, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { z } from "zod";
import { isGuessable, normalizePassword, PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { tooMany } from "#server/auth/client-limits.ts";
import { decorateEndpoint } from "#server/auth/contract/decorate-endpoint.ts";
import { hashOfRawText } from "./password.ts";

type Transaction = Parameters<Parameters<AuthContext["adapter"]["transaction"]>[0]>[0];

/** Gives the library's call an adapter whose transactions start with the check. */
async function changeIfUnrevoked(call: () => Promise<unknown>, context: AuthContext): Promise<unknown> {
  const { adapter, password } = context;
  let verifiedHash: string | undefined;
  context.password = {
    ...password,
    verify: (given) => {
      verifiedHash = given.hash;
      return password.verify(given);
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
  own: AuthContext["session"],
  hash: string | undefined,
): Promise<void> {
  if (!own) throw unauthorized();
  const { user, session } = own;
  // Takes the lock of the person's row: a revocation that is under way holds it until its rows are gone.
  await trx.update({ model: "user", where: [{ field: "id", value: user.id }], update: { updatedAt: new Date() } });
  const live = await trx.findOne({ model: "session", where: [{ field: "id", value: session.id }] });
  if (!live) throw unauthorized();
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

// Normalizes the password in every call that sets one, and refuses a common one.

const CHANGE = "/change-password";

/** The calls that set a password, and its field. */
const FIELDS: Record<string, "password" | "newPassword"> = {
  "/sign-up/email": "password",
  "/reset-password": "newPassword",
  [CHANGE]: "newPassword",
};

/** Read when the first password is set, so that a start does not wait for it. */
let list: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** @throws {APIError} when the normalized password is too easy to guess */
export async function refuseGuessable(password: string, email?: string): Promise<void> {
  list ??= readList();
  // A password that is too short gets its own error.
  if (password.length < PASSWORD_LENGTH.min || !isGuessable(password, await list, email)) return;
  const message = ERRORS.password_too_common.message();
  throw APIError.from("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message });
}

const chosen = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
});

/** Judges a password that is set, and hands it on in its normalized form. */
const judge = createAuthMiddleware(async (ctx) => {
  const { data } = chosen.safeParse(ctx.body);
  const field = FIELDS[ctx.path] ?? "password";
  const given = data?.[field];
  if (!data || given === undefined) return;
  const password = normalizePassword(given);
  const session = data.email === undefined || ctx.path === CHANGE ? await getSessionFromCtx(ctx) : null;
  // Without a session a change is refused for that alone.
  if (ctx.path === CHANGE && !session) return;
  await refuseGuessable(password, session?.user.email ?? data.email);
  return { context: { body: { ...ctx.body, [field]: password } } };
});

export const commonPasswords = {
  id: "common-passwords",
  hooks: { before: [{ matcher: ({ path }) => path !== undefined && path in FIELDS, handler: judge }] },
} satisfies BetterAuthPlugin;

// Passwords from before they were normalized.

const entered = z.object({ password: z.string() });

/** A text that only its normalized form makes short enough for the library was never stored as it is. */
const shorten = createAuthMiddleware(async (ctx) => {
  const { data } = entered.safeParse(ctx.body);
  if (!data || data.password.length <= PASSWORD_LENGTH.max) return;
  return { context: { body: { ...ctx.body, password: normalizePassword(data.password) } } };
});

/** Stores the hash of the normalized text in place of that of the text as it was typed, unless the password has changed since. */
const renew = ({ db, passwords, logger }: RenewalParts) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    const { data } = entered.safeParse(ctx.body);
    const previous = await hashOfRawText.get();
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
      // The next sign-in renews it.
      logger.warn({ err }, "a password's hash was not renewed");
    }
  });

const isSignIn = ({ path }: { path?: string }): boolean => path === "/sign-in/email";

type RenewalParts = Pick<AuthParts, "db" | "passwords" | "logger">;

/** Must be listed after the plugin that compares the hash with the one before the sign-in. */
export const normalizedPasswords = (parts: RenewalParts) =>
  ({
    id: "normalized-passwords",
    hooks: {
      before: [{ matcher: isSignIn, handler: shorten }],
      after: [{ matcher: isSignIn, handler: renew(parts) }],
    },
  }) satisfies BetterAuthPlugin;

// Limits password attempts per account, by e-mail address, so that an address without an account behaves the same. A
// browser that signed in before has its own limit, which strangers cannot use up.
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAY_S = DAY_MS / 1000;
const QUARTER = { max: 20, windowMs: 15 * MINUTE_MS };
/** Failures without a success in between, after which only a new password helps. */
const STREAK = { max: 100, windowMs: 3650 * DAY_MS };
const KNOWN_FOR_S = 180 * DAY_S;

const attempt = z.object({ email: z.email().toLowerCase() });
type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export function passwordTries(rateLimiter: RateLimiter) {
  const limitTries = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    if (!data) return;
    const [tries, streak] = countedAs(await getKey(ctx, data.email));
    const waitMs = await rateLimiter.consume(tries, QUARTER);
    if (waitMs > 0) throw tooMany(waitMs);
    if ((await rateLimiter.consume(streak, STREAK)) > 0) throw mustReset();
  });

  const forgive = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    const { returned } = ctx.context;
    // A refusal for another reason than the password is not a failed attempt.
    if (!data || (isAPIError(returned) && returned.body?.code !== "EMAIL_NOT_VERIFIED")) return;
    await rateLimiter.reset(...countedAs(await getKey(ctx, data.email)));
  });

  return {
    id: "password-tries",
    hooks: {
      before: [{ matcher: ({ path }) => path === "/sign-in/email", handler: limitTries }],
      after: [
        { matcher: ({ path }) => path === "/sign-in/email", handler: forgive },
        { matcher: ({ context }) => context.newSession !== null, handler: rememberBrowser },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const rememberBrowser = createAuthMiddleware(async (ctx) => {
  const user = ctx.context.newSession?.user;
  if (!user || user["isAnonymous"] || (await getKey(ctx, user.email)) !== user.email) return;
  const { name, attributes } = getCookie(ctx);
  const value = `${getMark(user.email)}.${randomUUID()}`;
  await ctx.setSignedCookie(name, value, ctx.context.secret, { ...attributes, maxAge: KNOWN_FOR_S });
});

/** Resets the count of failed attempts by strangers, as after a password reset. */
export async function forgetTries(rateLimiter: RateLimiter, email: string): Promise<void> {
  await rateLimiter.reset(...countedAs(email.toLowerCase()));
}

const countedAs = (key: string) => [`tries:${key}`, `streak:${key}`] as const;

/** The key of the count: the address, and the browser if it signed in with that address before. */
async function getKey(ctx: Call, email: string): Promise<string> {
  const cookie = await ctx.getSignedCookie(getCookie(ctx).name, ctx.context.secret);
  const [owner, browser] = (cookie || "").split(".");
  return owner === getMark(email) ? `${email}:${browser}` : email;
}

const getCookie = (ctx: Call) => ctx.context.createAuthCookie("known_browser");

const getMark = (email: string): string => createHash("sha256").update(email).digest("base64url");

const mustReset = (): APIError =>
  APIError.from("FORBIDDEN", {
    code: "PASSWORD_LOCKED",
    message: m.account_error_password_locked(),
  });
