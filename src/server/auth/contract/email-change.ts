// Change of e-mail as specified: the user confirms it with a mail to the old address and a session of the account, then the
// address is changed and unverified, then the user verifies it with a mail to the new address.
import type { BetterAuthPlugin, Session, User } from "better-auth";
import {
  APIError,
  changeEmail,
  createAuthEndpoint,
  getSessionFromCtx,
  originCheck,
  sendVerificationEmailFn,
  sensitiveSessionMiddleware,
} from "better-auth/api";
import { setCookieCache } from "better-auth/cookies";
import { z } from "zod";
import { isUniqueViolation } from "#platform/database/valid-text.ts";
import { type PreviousAddress, storePreviousAddress } from "#server/auth/credentials/detached-address.ts";
import { type Call, type changeToken, consumeToken } from "#server/auth/sessions/signed-token.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { lockPerson } from "#server/people/person-lock.ts";
import { toInnerCall } from "./decorate-endpoint.ts";

/** Called after the address has changed, with the user before the change. */
export type OnAddressChanged = (user: User) => Promise<void>;

export type EmailChangeParts = { db: Database; onAddressChanged: OnAddressChanged };

type CurrentSession = { session: Session & Record<string, unknown>; user: User };

/** Replaces the library's call, which reports success for an address that is taken. */
const createChangeRequest = (parts: EmailChangeParts) =>
  createAuthEndpoint(
    "/change-email",
    {
      method: "POST",
      body: z.object({ newEmail: z.email(), callbackURL: z.string().optional() }),
      use: [sensitiveSessionMiddleware, originCheck((ctx) => ctx.body.callbackURL)],
    },
    async (ctx) => {
      const { internalAdapter, session, options } = ctx.context;
      const { callbackURL } = ctx.body;
      const newEmail = ctx.body.newEmail.toLowerCase();
      if (!options.user?.changeEmail?.enabled) throw createRefusal("CHANGE_EMAIL_DISABLED", "Change email is disabled");
      if (newEmail === session.user.email) throw createRefusal("EMAIL_IS_THE_SAME", "Email is the same.");
      const notUpdated = createRefusal("EMAIL_NOT_UPDATED", "Couldn't update your email.");
      // A guest has no address to change; signing up adds one.
      if (session.user["isAnonymous"] || (await internalAdapter.findUserByEmail(newEmail))) throw notUpdated;
      if (session.user.emailVerified) return changeEmail({ ...toInnerCall(ctx), body: ctx.body });
      const result = await changeToNewAddress(ctx, parts, session, newEmail, callbackURL);
      if (result === "unauthorized")
        throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
      if (result === "taken") throw notUpdated;
      return ctx.json({ status: true });
    },
  );

const createRefusal = (code: string, message: string): APIError => new APIError("BAD_REQUEST", { code, message });

/**
 * Returns the user with the new address, or the reason for a refusal: another user is signed in, or the link was used or is
 * outdated.
 */
export async function confirmChange(
  ctx: Call,
  parts: EmailChangeParts,
  token: string,
  claims: z.infer<typeof changeToken>,
): Promise<User | "unauthorized" | "invalid_token"> {
  const { email, updateTo, userId } = claims;
  const current = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (current?.user.id !== userId) return "unauthorized";
  if (current.user.email !== email || (await ctx.context.internalAdapter.findUserByEmail(updateTo)))
    return "invalid_token";
  if (!(await consumeToken(ctx, token, claims))) return "invalid_token";
  const result = await changeToNewAddress(ctx, parts, current, updateTo, ctx.query?.["callbackURL"]);
  return result === "taken" ? "invalid_token" : result;
}

/** Changes the address and mails a verification link to it. Returns the unverified user, or the reason for a refusal. */
async function changeToNewAddress(
  ctx: Call,
  { db, onAddressChanged }: EmailChangeParts,
  { session, user }: CurrentSession,
  email: string,
  callbackURL?: string,
): Promise<User | "unauthorized" | "taken"> {
  const previous = await changeAddress(db, { session, user }, email);
  if (typeof previous === "string") return previous;
  await storePreviousAddress(ctx, { userId: user.id, to: email, previous });
  await onAddressChanged(user);
  const changedUser = { ...user, email, emailVerified: false, addressProvenAt: null };
  await setCookieCache(ctx, { session, user: changedUser }, false);
  if (ctx.context.options.emailVerification?.sendVerificationEmail) {
    await sendVerificationEmailFn({ ...ctx, body: { callbackURL } }, changedUser);
  }
  return changedUser;
}

/**
 * Changes the address and checks the session again in the same transaction, as a revocation may have ended it since the call
 * was authorized. Returns the previous address.
 */
async function changeAddress(
  db: Database,
  { session, user }: CurrentSession,
  email: string,
): Promise<PreviousAddress | "unauthorized" | "taken"> {
  const change = async (trx: Database): Promise<PreviousAddress | "unauthorized" | "taken"> => {
    // A running revocation holds the lock until it has deleted its rows.
    await lockPerson(trx, user.id);
    const liveSession = trx.selectFrom("session").select("id").where("id", "=", session.id);
    if (!(await liveSession.executeTakeFirst())) return "unauthorized";
    const previous = await trx
      .selectFrom("user")
      .select(["email", "emailVerified", "addressProvenAt"])
      .where("id", "=", user.id)
      .where("email", "=", user.email)
      .executeTakeFirst();
    if (!previous) return "taken";
    // A new address is unverified, and no credential was proven together with it.
    const update = { email, emailVerified: false, addressProvenAt: null, updatedAt: new Date() };
    await trx.updateTable("user").set(update).where("id", "=", user.id).execute();
    return { ...previous, emailVerified: Boolean(previous.emailVerified) };
  };
  try {
    return await inTransaction(db, change);
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}

export const contractEmailChange = (parts: EmailChangeParts) =>
  ({
    id: "contract-email-change",
    // This key is the library's: our endpoint replaces its own.
    endpoints: { changeEmail: createChangeRequest(parts) },
  }) satisfies BetterAuthPlugin;
