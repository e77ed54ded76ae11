// The account library as it comes, its features switched on and nothing of ours around it: what the contract's checks
// are compared with.
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { anonymous, emailOTP, organization } from "better-auth/plugins";
import { Hono } from "hono";
import type { Auth, AuthParts } from "#server/auth/auth.ts";
import type { AppEnvironment } from "#server/http/door.ts";

/** Answers account calls alone. */
export const libraryApp = (auth: Auth): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().on(["GET", "POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));

export function createLibrary({ config, secret, db, sendMail }: AuthParts): Auth {
  const mail =
    (subject: string) =>
    ({ user, url }: { user: { email: string }; url: string }) =>
      sendMail({ to: user.email, subject, text: url, html: url });
  const library = betterAuth({
    baseURL: config.origin,
    secret,
    database: { db, type: config.database.kind, transaction: true },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: config.emailVerification === "required",
      sendResetPassword: mail("Choose a new password"),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      sendVerificationEmail: mail("Verify your e-mail address"),
    },
    user: {
      changeEmail: { enabled: true, sendChangeEmailConfirmation: mail("Confirm your new e-mail address") },
      deleteUser: { enabled: true, sendDeleteAccountVerification: mail("Delete your account") },
    },
    // The checks look at answers; the limits that the library has by itself would hide them.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: "fieldlocker" },
    plugins: [
      anonymous(),
      passkey(),
      emailOTP({
        sendVerificationOTP: ({ email, otp }) => sendMail({ to: email, subject: otp, text: otp, html: otp }),
      }),
      organization({ teams: { enabled: true } }),
    ],
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
  // It lacks what our plugins add; the checks that ask for that are there to tell so.
  return library as unknown as Auth;
}
