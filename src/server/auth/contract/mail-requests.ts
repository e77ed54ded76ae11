// Calls by which anyone may have a link mailed to an address. Whether there is an account decides about the work, so it is done after
// the answer, whose duration would show it.
import type { BetterAuthPlugin } from "better-auth";
import {
  createAuthEndpoint,
  getSessionFromCtx,
  originCheck,
  requestPasswordReset,
  sendVerificationEmail,
  sendVerificationEmailFn,
} from "better-auth/api";
import { z } from "zod";
import { m } from "#messages";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { tooManyAtOnce } from "#server/auth/client-limits.ts";
import { toInnerCall } from "./decorate-endpoint.ts";

export type LaterParts = Pick<AuthParts, "db" | "defer">;

/**
 * Leaves work about an address for after the answer.
 * @throws {APIError} 503 where too much is left already
 * @throws {DatabaseUnavailableError} where the work could not be done now: an answer must not promise it
 */
export async function doLater({ db, defer }: LaterParts, task: () => Promise<unknown>): Promise<void> {
  // The same statement for every address.
  await db.selectFrom("user").select("id").where("id", "=", "").execute();
  if (!defer(task)) throw tooManyAtOnce("TOO_MANY_AT_ONCE", m.refusal_too_many_at_once());
}

const resetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() });

const RESET_MESSAGE = "If this email exists in our system, check your email for the reset link";

const createResetRequest = <Path extends string>(path: Path, parts: LaterParts) =>
  createAuthEndpoint(
    path,
    {
      method: "POST",
      body: resetRequest,
      use: [originCheck((ctx) => ctx.body.redirectTo)],
      requireHeaders: true,
      requireRequest: true,
    },
    async (ctx) => {
      const request = () => requestPasswordReset({ ...toInnerCall(ctx), body: ctx.body });
      // The library refuses the call itself then.
      if (!ctx.context.options.emailAndPassword?.sendResetPassword) return request();
      await doLater(parts, request);
      return ctx.json({ status: true, message: RESET_MESSAGE });
    },
  );

const createVerificationRequest = (parts: LaterParts) =>
  createAuthEndpoint(
    "/send-verification-email",
    { method: "POST", body: z.object({ email: z.email(), callbackURL: z.string().optional() }) },
    async (ctx) => {
      const isEnabled = ctx.context.options.emailVerification?.sendVerificationEmail !== undefined;
      // Signed-in people ask for themselves.
      if (!isEnabled || (await getSessionFromCtx(ctx))) {
        return sendVerificationEmail({ ...toInnerCall(ctx), body: ctx.body });
      }
      await doLater(parts, async () => {
        const match = await ctx.context.internalAdapter.findUserByEmail(ctx.body.email);
        if (match && !match.user.emailVerified) await sendVerificationEmailFn(ctx, match.user);
      });
      return ctx.json({ status: true });
    },
  );

export const contractMailRequests = (parts: LaterParts) =>
  ({
    id: "contract-mail-requests",
    endpoints: {
      // These keys are the library's: our endpoints replace its own.
      requestPasswordReset: createResetRequest("/request-password-reset", parts),
      sendVerificationEmail: createVerificationRequest(parts),
      /** The older name of /request-password-reset. */
      forgetPassword: createResetRequest("/forget-password", parts),
    },
  }) satisfies BetterAuthPlugin;
