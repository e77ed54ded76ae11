// Sign-in with a six-digit code from a mail. The library's codes for other purposes are disabled.
import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import { emailOTP } from "better-auth/plugins";
import { z } from "zod";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { createTooManyRequests } from "#server/auth/client-limits.ts";
import { toInnerCall } from "#server/auth/contract/decorate-endpoint.ts";
import { deferTask } from "#server/auth/contract/mail-requests.ts";
import { codeMail, getMailQuota } from "./mails.ts";

const FIVE_MINUTES_S = 300;
/** The limit per e-mail address, across all codes and clients, because six digits are easily guessed. */
const CODE_ATTEMPTS_PER_EMAIL = { max: 10, windowMs: 15 * 60_000 };

/** The plugin's calls for verification, password reset and change of address. */
export const CLOSED_CODE_CALLS = [
  "/email-otp/check-verification-otp",
  "/email-otp/verify-email",
  "/email-otp/request-password-reset",
  "/forget-password/email-otp",
  "/email-otp/reset-password",
  "/email-otp/request-email-change",
  "/email-otp/change-email",
];

type CodeParts = Pick<AuthParts, "secret" | "db" | "defer" | "rateLimiter" | "sendMail">;

export function codes({ secret, db, defer, rateLimiter, sendMail }: CodeParts) {
  const library = emailOTP({
    otpLength: 6,
    expiresIn: FIVE_MINUTES_S,
    allowedAttempts: 3,
    // An unkeyed hash could be reversed by trying a million codes.
    storeOTP: { hash: async (code) => createHmac("sha256", secret).update(code).digest("base64url") },
    sendVerificationOTP: async ({ email, otp }) =>
      sendMail({ email }, () => codeMail(email, otp), await getMailQuota(db, email)),
  });

  const limitAttempts = createAuthMiddleware(async ({ body }) => {
    const { data: email } = address.safeParse(body?.email);
    if (!email) return;
    const waitMs = await rateLimiter.consume(`code:${email}`, CODE_ATTEMPTS_PER_EMAIL);
    if (waitMs > 0) throw createTooManyRequests(waitMs);
  });

  const { sendVerificationOTP: send } = library.endpoints;
  const sendLater = createAuthEndpoint(send.path, send.options, async (ctx) => {
    const request = () => send({ ...toInnerCall(ctx), body: ctx.body });
    // The library rejects an invalid address.
    if (!address.safeParse(ctx.body.email).success) return request();
    await deferTask({ db, defer }, request);
    return ctx.json({ success: true });
  });

  const overrides = {
    id: "codes",
    // This key is the library's: our endpoint replaces its own.
    endpoints: { sendVerificationOTP: sendLater },
    hooks: {
      before: [
        { matcher: ({ path }) => path === "/email-otp/send-verification-otp", handler: refuseOtherCodes },
        { matcher: ({ path }) => path === "/sign-in/email-otp", handler: limitAttempts },
      ],
    },
  } satisfies BetterAuthPlugin;
  return [library, overrides] as const;
}

const address = z.email().toLowerCase();

const refuseOtherCodes = createAuthMiddleware(async ({ body }) => {
  if (body?.type === "sign-in" || body?.type === undefined) return;
  throw APIError.from("BAD_REQUEST", { code: "INVALID_BODY", message: "Invalid body parameters" });
});
