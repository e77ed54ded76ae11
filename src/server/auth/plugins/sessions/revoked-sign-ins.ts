// A sign-in may have checked its credential before that was revoked, and write its session after the revocation.
import { defineRequestState } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Call } from "#server/auth/plugins/signed-token.ts";
import type { Database } from "#server/database/database.ts";
import { lockPerson } from "#server/operations/operation.ts";

/** The hash of the password that a sign-in names, as it was before it was checked. */
const hashBefore = defineRequestState((): string | null => null);

const BY_PASSWORD = "/sign-in/email";
const BY_PASSKEY = "/passkey/verify-authentication";
const BY_PROVIDER = new Set(["/callback/:id", "/sign-in/social"]);

const address = z.looseObject({ email: z.string().toLowerCase() });
const usedPasskey = z.looseObject({ response: z.looseObject({ id: z.string() }) });
const usedProvider = z.looseObject({ provider: z.string() });

/** Stands before the plugins that act on a new session. */
export function revokedSignIns(db: Database) {
  const rememberHash = createAuthMiddleware(async ({ body }) => {
    const { data } = address.safeParse(body);
    if (data) await hashBefore.set(await passwordHash(db, "email", data.email));
  });

  /** Looks the credential up once more behind the session, under the lock that a revocation holds until it ends. */
  const endWhereRevoked = createAuthMiddleware(async (ctx) => {
    const { newSession } = ctx.context;
    if (!newSession) return;
    const isLive = await db.transaction().execute(async (trx) => {
      await lockPerson(trx, newSession.user.id);
      return hasCredential(trx, ctx, newSession.user.id);
    });
    if (isLive) return;
    await db.deleteFrom("session").where("token", "=", newSession.session.token).execute();
    ctx.context.setNewSession(null);
    deleteSessionCookie(ctx);
    if (ctx.path === "/callback/:id") throw ctx.redirect(`${ctx.context.baseURL}/error?error=account_not_linked`);
    throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  });

  const isByCredential = (path = "") => path === BY_PASSWORD || path === BY_PASSKEY || BY_PROVIDER.has(path);
  return {
    id: "revoked-sign-ins",
    hooks: {
      before: [{ matcher: ({ path }) => path === BY_PASSWORD, handler: rememberHash }],
      after: [{ matcher: ({ path }) => isByCredential(path), handler: endWhereRevoked }],
    },
  } satisfies BetterAuthPlugin;
}

/** Whether the user has the credential that this sign-in has used. */
async function hasCredential(db: Database, ctx: Call, userId: string): Promise<boolean> {
  if (ctx.path === BY_PASSWORD) return (await passwordHash(db, "id", userId)) === (await hashBefore.get());
  if (ctx.path === BY_PASSKEY) {
    const { id } = usedPasskey.parse(ctx.body).response;
    const passkey = db.selectFrom("passkey").select("id").where("userId", "=", userId).where("credentialID", "=", id);
    return (await passkey.executeTakeFirst()) !== undefined;
  }
  const providerId = ctx.params?.["id"] ?? usedProvider.parse(ctx.body).provider;
  const account = db.selectFrom("account").select("id").where("userId", "=", userId);
  return (await account.where("providerId", "=", providerId).executeTakeFirst()) !== undefined;
}

/** The hash of a user's password; null without one. */
async function passwordHash(db: Database, by: "id" | "email", value: string): Promise<string | null> {
  const row = await db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.userId")
    .select("account.password")
    .where(`user.${by}`, "=", value)
    .where("account.providerId", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}
