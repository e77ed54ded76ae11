// Signing in by a six-digit code from a mail. Of the library's codes only those for signing in are offered.
import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { emailOTP } from "better-auth/plugins";
import { z } from "zod";
import type { RateLimiter } from "#platform/rate-limit.ts";
import { tooMany } from "#server/auth/client-limits.ts";
import type { Database } from "#server/database/database.ts";
import type { SendLetter } from "#server/mail/mailer.ts";
import { codeMail, getMailQuota } from "./mails.ts";

const FIVE_MINUTES_S = 300;
/** For all codes and all clients together, since six digits are easily guessed. */
const TRIES = { max: 10, windowMs: 15 * 60_000 };

/** The calls of the plugin that verify, reset or change something else than a sign-in. */
export const CLOSED_CODE_CALLS = [
  "/email-otp/check-verification-otp",
  "/email-otp/verify-email",
  "/email-otp/request-password-reset",
  "/forget-password/email-otp",
  "/email-otp/reset-password",
  "/email-otp/request-email-change",
  "/email-otp/change-email",
];

type CodeParts = { secret: string; db: Database; rateLimiter: RateLimiter; sendMail: SendLetter };

export function codes({ secret, db, rateLimiter, sendMail }: CodeParts) {
  const library = emailOTP({
    otpLength: 6,
    expiresIn: FIVE_MINUTES_S,
    allowedAttempts: 3,
    // An unkeyed hash of six digits could be reversed by trying a million.
    storeOTP: { hash: async (code) => createHmac("sha256", secret).update(code).digest("base64url") },
    sendVerificationOTP: async ({ email, otp }) =>
      sendMail({ email }, () => codeMail(email, otp), await getMailQuota(db, email)),
  });

  const withinTries = createAuthMiddleware(async ({ body }) => {
    const { data: email } = address.safeParse(body?.email);
    if (!email) return;
    const waitMs = await rateLimiter.consume(`code:${email}`, TRIES);
    if (waitMs > 0) throw tooMany(waitMs);
  });

  const around = {
    id: "codes",
    hooks: {
      before: [
        { matcher: ({ path }) => path === "/email-otp/send-verification-otp", handler: onlyForSignIn },
        { matcher: ({ path }) => path === "/sign-in/email-otp", handler: withinTries },
      ],
    },
  } satisfies BetterAuthPlugin;
  return [library, around] as const;
}

const address = z.email().toLowerCase();

const onlyForSignIn = createAuthMiddleware(async ({ body }) => {
  if (body?.type === "sign-in" || body?.type === undefined) return;
  throw APIError.from("BAD_REQUEST", { code: "INVALID_BODY", message: "Invalid body parameters" });
});
