// Calls with which anyone can request a mail with a link to an address. The work depends on whether there is an account, so it is
// done after the response, whose duration would reveal it.
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
import { createOverloadError } from "#server/auth/client-limits.ts";
import { toInnerCall } from "./decorate-endpoint.ts";

export type DeferParts = Pick<AuthParts, "db" | "defer">;

/**
 * Defers work about an address until after the response.
 * @throws {APIError} 503 if too many tasks are deferred already
 * @throws {DatabaseUnavailableError} if the database is unavailable, as the response must not promise the work then
 */
export async function deferTask({ db, defer }: DeferParts, task: () => Promise<unknown>): Promise<void> {
  // This detects an outage; the statement is the same for every address.
  await db.selectFrom("user").select("id").where("id", "=", "").execute();
  if (!defer(task)) throw createOverloadError("TOO_MANY_AT_ONCE", m.refusal_too_many_at_once());
}

const resetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() });

const RESET_MESSAGE = "If this email exists in our system, check your email for the reset link";

const createResetRequest = <Path extends string>(path: Path, parts: DeferParts) =>
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
      // The library refuses the call if resets are disabled.
      if (!ctx.context.options.emailAndPassword?.sendResetPassword) return request();
      await deferTask(parts, request);
      return ctx.json({ status: true, message: RESET_MESSAGE });
    },
  );

const createVerificationRequest = (parts: DeferParts) =>
  createAuthEndpoint(
    "/send-verification-email",
    { method: "POST", body: z.object({ email: z.email(), callbackURL: z.string().optional() }) },
    async (ctx) => {
      const isEnabled = ctx.context.options.emailVerification?.sendVerificationEmail !== undefined;
      // The library handles a request by a signed-in user, who can only request a mail to their own address.
      if (!isEnabled || (await getSessionFromCtx(ctx))) {
        return sendVerificationEmail({ ...toInnerCall(ctx), body: ctx.body });
      }
      await deferTask(parts, async () => {
        const match = await ctx.context.internalAdapter.findUserByEmail(ctx.body.email);
        if (match && !match.user.emailVerified) await sendVerificationEmailFn(ctx, match.user);
      });
      return ctx.json({ status: true });
    },
  );

export const contractMailRequests = (parts: DeferParts) =>
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
