// Change of e-mail as the specification defines it: confirmed at the old address in a session of the account, then the
// address is changed and unverified, then verified by a mail to the new one.
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
import { keepPreviousAddress, type PreviousAddress } from "#server/auth/credentials/detached-address.ts";
import { type Call, type changeToken, isFirstUse } from "#server/auth/sessions/signed-token.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { lockPerson } from "#server/people/person-lock.ts";
import { toInnerCall } from "./decorate-endpoint.ts";

/** Called after the address changed, with the user as they were before. */
export type OnMoved = (user: User) => Promise<void>;

export type EmailChangeParts = { db: Database; onMoved: OnMoved };

type SignedIn = { session: Session & Record<string, unknown>; user: User };

/** Replaces the library's call, which reports success for an address that is taken. */
const askForChange = (parts: EmailChangeParts) =>
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
      if (!options.user?.changeEmail?.enabled) throw refusal("CHANGE_EMAIL_DISABLED", "Change email is disabled");
      if (newEmail === session.user.email) throw refusal("EMAIL_IS_THE_SAME", "Email is the same.");
      const notUpdated = refusal("EMAIL_NOT_UPDATED", "Couldn't update your email.");
      // A guest has no address to change, and gets one by signing up.
      if (session.user["isAnonymous"] || (await internalAdapter.findUserByEmail(newEmail))) throw notUpdated;
      if (session.user.emailVerified) return changeEmail({ ...toInnerCall(ctx), body: ctx.body });
      const moved = await moveTo(ctx, parts, session, newEmail, callbackURL);
      if (moved === "unauthorized")
        throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
      if (moved === "taken") throw notUpdated;
      return ctx.json({ status: true });
    },
  );

const refusal = (code: string, message: string): APIError => new APIError("BAD_REQUEST", { code, message });

/**
 * The user at the new address, or the reason why not: another user is signed in, or the link was used or is outdated.
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
  if (!(await isFirstUse(ctx, token, claims))) return "invalid_token";
  const moved = await moveTo(ctx, parts, current, updateTo, ctx.query?.["callbackURL"]);
  return moved === "taken" ? "invalid_token" : moved;
}

/** The user with the new address, unverified, and a mail on its way there; or why there is none. */
async function moveTo(
  ctx: Call,
  { db, onMoved }: EmailChangeParts,
  { session, user }: SignedIn,
  email: string,
  callbackURL?: string,
): Promise<User | "unauthorized" | "taken"> {
  const previous = await changeAddress(db, { session, user }, email);
  if (typeof previous === "string") return previous;
  await keepPreviousAddress(ctx, { userId: user.id, to: email, previous });
  await onMoved(user);
  const movedUser = { ...user, email, emailVerified: false, addressProvenAt: null };
  await setCookieCache(ctx, { session, user: movedUser }, false);
  if (ctx.context.options.emailVerification?.sendVerificationEmail) {
    await sendVerificationEmailFn({ ...ctx, body: { callbackURL } }, movedUser);
  }
  return movedUser;
}

/**
 * Changes the address in one transaction with a second look at the session: a revocation may have ended it since the
 * call was let in. Returns the previous address.
 */
async function changeAddress(
  db: Database,
  { session, user }: SignedIn,
  email: string,
): Promise<PreviousAddress | "unauthorized" | "taken"> {
  const change = async (trx: Database): Promise<PreviousAddress | "unauthorized" | "taken"> => {
    // A revocation that is under way holds the lock until its rows are gone.
    await lockPerson(trx, user.id);
    const live = trx.selectFrom("session").select("id").where("id", "=", session.id);
    if (!(await live.executeTakeFirst())) return "unauthorized";
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
    endpoints: { changeEmail: askForChange(parts) },
  }) satisfies BetterAuthPlugin;
