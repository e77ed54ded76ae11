// Proves addresses together with credentials, and revokes older credentials where an address is proven without them.
// See ../address-proof.ts for the states; this file decides which calls lead from one to the other.
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

/** The lifetime of the link. */
const LIFETIME_S = 60 * 60;

/** The credentials that this request has revoked; before a sign-in by code, those that the account library will delete. */
const revoked = defineRequestState((): Revocable[] | null => null);
/** The provider link that this request has made. */
const newAccountId = defineRequestState((): string | null => null);

type Owner = Pick<User, "id" | "email">;
type Notify = (user: Owner) => Promise<void>;
type Parts = { db: Database; notify: Notify };

/** Runs after each provider link that is made, also outside of requests. */
export async function rememberNewAccount({ id }: { id: string }): Promise<void> {
  if (await hasRequestState()) await newAccountId.set(id);
}

/** Runs after a password reset, which proves the address: the new password stays, everything else goes. */
export async function proveByReset({ db }: Pick<Parts, "db">, user: Owner): Promise<void> {
  await revoked.set(await proveAndRevoke(db, user, { password: true }, new Date()));
}

/**
 * The verification link of this user was opened. In a session of the account that proves the address; elsewhere the
 * browser is remembered, and a sign-in there with an existing credential proves it.
 */
export async function linkOpened(db: Database, ctx: Call, user: Owner, isSignedIn: boolean): Promise<void> {
  const own = isSignedIn || (await getSessionFromCtx(ctx, { disableCookieCache: true }))?.user.id === user.id;
  if (own) return recordProof(db, user, new Date());
  const { name, attributes } = getCookie(ctx);
  await ctx.setSignedCookie(name, getMark(user), ctx.context.secret, attributes);
}

const getCookie = ({ context }: Call) => context.createAuthCookie("opened_link", { maxAge: LIFETIME_S });

/** Contains the user and the address, so that the mark is invalid after a change of address. */
const getMark = ({ id, email }: Owner): string => createHash("sha256").update(`${id}:${email}`).digest("base64url");

const BY_CODE = "/sign-in/email-otp";
const BY_PROVIDER = new Set(["/callback/:id", "/sign-in/social"]);
const BY_CREDENTIAL = new Set(["/sign-in/email", "/passkey/verify-authentication"]);

const ADDS_PASSKEY = "/passkey/verify-registration";
/** In a session. A first password is set by a call without a path. */
const ADDS_CREDENTIAL = new Set([ADDS_PASSKEY, "/link-social", "/callback/:id"]);
const addedPasskey = z.looseObject({ id: z.string() });

const address = z.looseObject({ email: z.string().toLowerCase() });

export function addressProof({ db, notify }: Parts) {
  /** For an unverified address the library revokes accounts and sessions itself and does not report which. */
  const rememberRevocable = createAuthMiddleware(async ({ body }) => {
    const { data } = address.safeParse(body);
    if (data) await revoked.set(await getRevocable(db, data.email));
  });

  const revokeOlder = async (user: Owner, own: { sessionToken: string; accountId?: string }): Promise<void> => {
    const before = await revoked.get();
    const removed = await proveAndRevoke(db, user, own, new Date());
    await revoked.set(removed && REVOCABLE.filter((name) => removed.includes(name) || before?.includes(name)));
  };

  const checkSignIn = createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    if (!newSession) return;
    const { user, session } = newSession;
    if (ctx.path === BY_CODE) return revokeOlder(user, { sessionToken: session.token });
    const accountId = await newAccountId.get();
    // The library links only where the provider and this site have both verified the address.
    if (accountId && user.emailVerified) return revokeOlder(user, { sessionToken: session.token, accountId });
    // A new account at a provider that verifies nothing proves nothing.
    if (!accountId) await proveByMark(ctx, user);
  });

  const proveByMark = async (ctx: Call, user: Owner): Promise<void> => {
    const cookie = getCookie(ctx);
    if ((await ctx.getSignedCookie(cookie.name, ctx.context.secret)) !== getMark(user)) return;
    expireCookie(ctx, cookie);
    await recordProof(db, user, new Date());
  };

  /** Names what was revoked in the answer: in its JSON, or in the address to which a provider's return leads. */
  const announce = createAuthMiddleware(async (ctx) => {
    const { returned, responseHeaders, newSession } = ctx.context;
    const names = await revoked.get();
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
   * A call that adds a credential may have been let in before its session was revoked, and write after it. The session
   * is looked up once more behind the row: whichever of the two is later sees the other.
   */
  const dropWhereRevoked = createAuthMiddleware(async (ctx) => {
    const { returned, newSession } = ctx.context;
    const isReturn = ctx.path === "/callback/:id";
    // Of returns, those of a link alone, for which a provider is trusted, are made in a session.
    const isOther = isReturn ? ctx.context.trustedProviders.length === 0 : isAPIError(returned);
    if (newSession || isOther) return;
    const accountId = await newAccountId.get();
    const passkey = ctx.path === ADDS_PASSKEY ? addedPasskey.safeParse(returned).data : undefined;
    if (!accountId && !passkey) return;
    const own = await getSessionFromCtx(ctx, { disableCookieCache: true });
    const isLive = await inTransaction(db, async (trx) => {
      if (!own) return false;
      // A revocation that is under way holds the lock until its rows are gone.
      await lockPerson(trx, own.user.id);
      const session = trx.selectFrom("session").select("id").where("id", "=", own.session.id);
      return (await session.executeTakeFirst()) !== undefined;
    });
    if (isLive) return;
    if (accountId) await db.deleteFrom("account").where("id", "=", accountId).execute();
    if (passkey) await db.deleteFrom("passkey").where("id", "=", passkey.id).execute();
    if (isReturn) throw ctx.redirect(`${ctx.context.baseURL}/error?error=unable_to_link_account`);
    throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  });

  const isSignIn = (path = "") => path === BY_CODE || BY_PROVIDER.has(path) || BY_CREDENTIAL.has(path);
  return {
    id: "address-proof",
    hooks: {
      before: [{ matcher: ({ path }) => path === BY_CODE, handler: rememberRevocable }],
      after: [
        { matcher: ({ path }) => path === undefined || ADDS_CREDENTIAL.has(path), handler: dropWhereRevoked },
        { matcher: ({ path }) => isSignIn(path), handler: checkSignIn },
        { matcher: ({ path }) => isSignIn(path) || path === "/reset-password", handler: announce },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function withRevoked(location: string, names: readonly Revocable[]): string {
  const [, before = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(location) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}revoked=${names.join(".")}${fragment}`;
}
