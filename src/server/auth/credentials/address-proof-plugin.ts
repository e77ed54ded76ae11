// Decides which calls prove an address together with its credentials, and which prove it without them and so revoke older
// credentials. See ../address-proof.ts for the states.
import { createHash } from "node:crypto";
import { defineRequestState, hasRequestState } from "@better-auth/core/context";
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { expireCookie } from "better-auth/cookies";
import { z } from "zod";
import { REVOCABLE, type Revocable } from "#domain/account/account.ts";
import { getRevocable, proveAndRevoke, recordProof } from "#server/auth/address-proof.ts";
import type { Call } from "#server/auth/sessions/signed-token.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { lockPerson } from "#server/people/person-lock.ts";

/** The lifetime of the mailed link, and so of the cookie. */
const LIFETIME_S = 60 * 60;

/** The credentials revoked by this request; during a sign-in by code, those that the account library is about to delete. */
const revokedCredentials = defineRequestState((): Revocable[] | null => null);
/** The provider account that this request has linked. */
const newAccountId = defineRequestState((): string | null => null);

type Owner = Pick<User, "id" | "email">;
type Notify = (user: Owner) => Promise<void>;
type Parts = { db: Database; notify: Notify };

/** Runs after each new provider link, also outside of requests. */
export async function recordNewAccount({ id }: { id: string }): Promise<void> {
  if (await hasRequestState()) await newAccountId.set(id);
}

/** Runs after a password reset, which proves the address: all credentials and sessions but the new password are revoked. */
export async function handlePasswordReset({ db }: Pick<Parts, "db">, user: Owner): Promise<void> {
  await revokedCredentials.set(await proveAndRevoke(db, user, { password: true }, new Date()));
}

/**
 * Runs when the user's verification link was opened. In a session of the account this proves the address; in any other browser
 * it sets a cookie, and a later sign-in there with an existing credential proves the address.
 */
export async function handleOpenedLink(db: Database, ctx: Call, user: Owner, isSignedIn: boolean): Promise<void> {
  const isOwn = isSignedIn || (await getSessionFromCtx(ctx, { disableCookieCache: true }))?.user.id === user.id;
  if (isOwn) return recordProof(db, user, new Date());
  const { name, attributes } = getCookie(ctx);
  await ctx.setSignedCookie(name, getCookieValue(user), ctx.context.secret, attributes);
}

const getCookie = ({ context }: Call) => context.createAuthCookie("opened_link", { maxAge: LIFETIME_S });

/** Returns the cookie's value, a hash of user and address, so that it is invalid after a change of address. */
const getCookieValue = ({ id, email }: Owner): string =>
  createHash("sha256").update(`${id}:${email}`).digest("base64url");

const BY_CODE = "/sign-in/email-otp";
const BY_PROVIDER = new Set(["/callback/:id", "/sign-in/social"]);
const BY_CREDENTIAL = new Set(["/sign-in/email", "/passkey/verify-authentication"]);

const ADDS_PASSKEY = "/passkey/verify-registration";
/** Calls that add a credential within a session. In addition, a call without a path sets a first password. */
const ADDS_CREDENTIAL = new Set([ADDS_PASSKEY, "/link-social", "/callback/:id"]);
const addedPasskey = z.looseObject({ id: z.string() });

const address = z.looseObject({ email: z.string().toLowerCase() });

export function addressProof({ db, notify }: Parts) {
  /** Records what will be revoked: for an unverified address the library revokes accounts and sessions without reporting them. */
  const recordRevocable = createAuthMiddleware(async ({ body }) => {
    const { data } = address.safeParse(body);
    if (data) await revokedCredentials.set(await getRevocable(db, data.email));
  });

  const revokeOlder = async (user: Owner, current: { sessionToken: string; accountId?: string }): Promise<void> => {
    const before = await revokedCredentials.get();
    const removed = await proveAndRevoke(db, user, current, new Date());
    await revokedCredentials.set(
      removed && REVOCABLE.filter((name) => removed.includes(name) || before?.includes(name)),
    );
  };

  const checkSignIn = createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    if (!newSession) return;
    const { user, session } = newSession;
    if (ctx.path === BY_CODE) return revokeOlder(user, { sessionToken: session.token });
    const accountId = await newAccountId.get();
    // The library links an account only if both the provider and this site have verified the address.
    if (accountId && user.emailVerified) return revokeOlder(user, { sessionToken: session.token, accountId });
    // A new account of a provider that does not verify addresses proves nothing.
    if (!accountId) await proveByCookie(ctx, user);
  });

  const proveByCookie = async (ctx: Call, user: Owner): Promise<void> => {
    const cookie = getCookie(ctx);
    if ((await ctx.getSignedCookie(cookie.name, ctx.context.secret)) !== getCookieValue(user)) return;
    expireCookie(ctx, cookie);
    await recordProof(db, user, new Date());
  };

  /** Adds the revoked credentials to the response: to its JSON, or to the redirect address of a provider's callback. */
  const reportRevoked = createAuthMiddleware(async (ctx) => {
    const { returned, responseHeaders, newSession } = ctx.context;
    const names = await revokedCredentials.get();
    if (!names?.length) return;
    const location = responseHeaders?.get("location");
    if (location) {
      ctx.setHeader("location", withRevoked(location, names));
      if (newSession) await notify(newSession.user);
      return;
    }
    const { data } = z.looseObject({}).safeParse(returned);
    if (isAPIError(returned) || !data) return;
    if (newSession) await notify(newSession.user);
    return ctx.json({ ...data, revoked: names });
  });

  /**
   * Deletes a new credential if the session was revoked during the call. The session is checked again after the row was written:
   * either this check sees the revocation, or the revocation sees the row.
   */
  const deleteIfRevoked = createAuthMiddleware(async (ctx) => {
    const { returned, newSession } = ctx.context;
    const isCallback = ctx.path === "/callback/:id";
    // A callback belongs to a session only if it links an account; then a provider is trusted.
    const isUnrelated = isCallback ? ctx.context.trustedProviders.length === 0 : isAPIError(returned);
    if (newSession || isUnrelated) return;
    const accountId = await newAccountId.get();
    const passkey = ctx.path === ADDS_PASSKEY ? addedPasskey.safeParse(returned).data : undefined;
    if (!accountId && !passkey) return;
    const current = await getSessionFromCtx(ctx, { disableCookieCache: true });
    const isLive = await inTransaction(db, async (trx) => {
      if (!current) return false;
      // A running revocation holds the lock until it has deleted its rows.
      await lockPerson(trx, current.user.id);
      const session = trx.selectFrom("session").select("id").where("id", "=", current.session.id);
      return (await session.executeTakeFirst()) !== undefined;
    });
    if (isLive) return;
    if (accountId) await db.deleteFrom("account").where("id", "=", accountId).execute();
    if (passkey) await db.deleteFrom("passkey").where("id", "=", passkey.id).execute();
    if (isCallback) throw ctx.redirect(`${ctx.context.baseURL}/error?error=unable_to_link_account`);
    throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  });

  const isSignIn = (path = "") => path === BY_CODE || BY_PROVIDER.has(path) || BY_CREDENTIAL.has(path);
  return {
    id: "address-proof",
    hooks: {
      before: [{ matcher: ({ path }) => path === BY_CODE, handler: recordRevocable }],
      after: [
        { matcher: ({ path }) => path === undefined || ADDS_CREDENTIAL.has(path), handler: deleteIfRevoked },
        { matcher: ({ path }) => isSignIn(path), handler: checkSignIn },
        { matcher: ({ path }) => isSignIn(path) || path === "/reset-password", handler: reportRevoked },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function withRevoked(location: string, names: readonly Revocable[]): string {
  const [, before = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(location) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}revoked=${names.join(".")}${fragment}`;
}
