// A change of e-mail as the specification has it: confirmed at the old address by whoever is signed in, then the
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
import { isTaken } from "#server/database/constraint.ts";
import { keepPreviousAddress, type PreviousAddress } from "./detached-address.ts";
import { asCalledFrom } from "./inner-call.ts";
import { type Call, type changeToken, isFirstUse } from "./signed-token.ts";

/** Told once the address is another: the user as they were, and the session that stays. */
export type OnMoved = (user: User) => Promise<void>;

type SignedIn = { session: Session & Record<string, unknown>; user: User };

/** In the place of the library's own, which answers a taken address as if nothing were wrong. */
const askForChange = (onMoved: OnMoved) =>
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
      if (session.user.emailVerified) return changeEmail({ ...asCalledFrom(ctx), body: ctx.body });
      if (!(await moveTo(ctx, onMoved, session, newEmail, callbackURL))) throw notUpdated;
      return ctx.json({ status: true });
    },
  );

const refusal = (code: string, message: string): APIError => new APIError("BAD_REQUEST", { code, message });

/** The user at the new address, or why there is none: the caller is somebody else, or the link is spent or outdated. */
export async function confirmChange(
  ctx: Call,
  onMoved: OnMoved,
  token: string,
  said: z.infer<typeof changeToken>,
): Promise<User | "unauthorized" | "invalid_token"> {
  const { email, updateTo, userId } = said;
  const found = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (found?.user.id !== userId) return "unauthorized";
  if (found.user.email !== email || (await ctx.context.internalAdapter.findUserByEmail(updateTo)))
    return "invalid_token";
  if (!(await isFirstUse(ctx, token, said))) return "invalid_token";
  return (await moveTo(ctx, onMoved, found, updateTo, ctx.query?.["callbackURL"])) ?? "invalid_token";
}

/** The user with the new address, unverified, and a mail on its way there; null where somebody else was faster. */
async function moveTo(
  ctx: Call,
  onMoved: OnMoved,
  { session, user }: SignedIn,
  email: string,
  callbackURL?: string,
): Promise<User | null> {
  // A new address is unverified, and no credential was proven together with it.
  const update = { email, emailVerified: false, addressProvenAt: null };
  const where = [
    { field: "id", value: user.id },
    { field: "email", value: user.email },
  ];
  const previous = await ctx.context.adapter.findOne<PreviousAddress>({ model: "user", where });
  if (!previous) return null;
  const moved = await ctx.context.adapter.updateMany({ model: "user", where, update }).catch((error: unknown) => {
    if (isTaken(error)) return 0;
    throw error;
  });
  if (moved === 0) return null;
  await keepPreviousAddress(ctx, { userId: user.id, to: email, previous });
  await onMoved(user);
  const movedUser = { ...user, ...update };
  await setCookieCache(ctx, { session, user: movedUser }, false);
  if (ctx.context.options.emailVerification?.sendVerificationEmail) {
    await sendVerificationEmailFn({ ...ctx, body: { callbackURL } }, movedUser);
  }
  return movedUser;
}

export const contractEmailChange = (onMoved: OnMoved) =>
  ({
    id: "contract-email-change",
    // Under the library's own key: it stands in the place of its call.
    endpoints: { changeEmail: askForChange(onMoved) },
  }) satisfies BetterAuthPlugin;
