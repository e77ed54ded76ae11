// A change of e-mail as the specification has it: confirmed at the old address by whoever is signed in, then the
// address is changed and unverified, then verified by a mail to the new one.
import type { BetterAuthPlugin, User } from "better-auth";
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
import { asCalledFrom } from "./inner-call.ts";
import { type Call, type changeToken, isFirstUse } from "./signed-token.ts";

/** In the place of the library's own, which answers a taken address as if nothing were wrong. */
const askForChange = createAuthEndpoint(
  "/change-email",
  {
    method: "POST",
    body: z.object({ newEmail: z.email(), callbackURL: z.string().optional() }),
    use: [sensitiveSessionMiddleware, originCheck((ctx) => ctx.body.callbackURL)],
  },
  async (ctx) => {
    const { internalAdapter, session, options } = ctx.context;
    const wanted = ctx.body.newEmail.toLowerCase();
    if (options.user?.changeEmail?.enabled) {
      if (wanted === session.user.email) {
        throw APIError.from("BAD_REQUEST", { code: "EMAIL_IS_THE_SAME", message: "Email is the same." });
      }
      // A guest has no address to change, and gets one by signing up.
      if (session.user["isAnonymous"] || (await internalAdapter.findUserByEmail(wanted))) throw notUpdated();
    }
    return changeEmail({ ...asCalledFrom(ctx), body: ctx.body }).catch((error: unknown) => {
      throw isTaken(error) ? notUpdated() : error;
    });
  },
);

const notUpdated = (): APIError =>
  new APIError("BAD_REQUEST", { code: "EMAIL_NOT_UPDATED", message: "Couldn't update your email." });

/** The user at the new address, or why there is none. Of several who want one address, one gets it. */
export async function confirmChange(
  ctx: Call,
  token: string,
  said: z.infer<typeof changeToken>,
): Promise<User | "unauthorized" | "invalid_token"> {
  const { adapter, internalAdapter } = ctx.context;
  const found = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (found?.user.id !== said.userId) return "unauthorized";
  const { email, updateTo } = said;
  if (found.user.email !== email || (await internalAdapter.findUserByEmail(updateTo))) return "invalid_token";
  if (!(await isFirstUse(ctx, token, said))) return "invalid_token";
  const where = [
    { field: "id", value: said.userId },
    { field: "email", value: email },
  ];
  const changed = await adapter
    .updateMany({ model: "user", where, update: { email: updateTo, emailVerified: false } })
    .catch((error: unknown) => {
      if (isTaken(error)) return 0;
      throw error;
    });
  if (changed === 0) return "invalid_token";
  const user = { ...found.user, email: updateTo, emailVerified: false };
  await setCookieCache(ctx, { session: found.session, user }, false);
  await sendVerificationEmailFn({ ...ctx, body: { callbackURL: ctx.query?.["callbackURL"] } }, user);
  return user;
}

export const contractEmailChange = {
  id: "contract-email-change",
  // Under the library's own key: it stands in the place of its call.
  endpoints: { changeEmail: askForChange },
} satisfies BetterAuthPlugin;
