// The account library without this project's plugins and handlers. The contract's checks run against it for comparison,
// with the options that the specification requires; the library implements all else itself.
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { anonymous, emailOTP, genericOAuth, organization } from "better-auth/plugins";
import { Hono } from "hono";
import type { Auth } from "#server/auth/auth.ts";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { emailAccounts } from "#server/auth/credentials/email-accounts.ts";
import { codeMail } from "#server/auth/credentials/mails.ts";
import { getOwnProviderConfig } from "#server/config/providers.ts";
import { invitationMail } from "#server/features/platoon/mails.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";

const DAY_S = 24 * 60 * 60;

/** Creates an app that handles account calls only. */
export const createLibraryApp = (auth: Auth): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().on(["GET", "POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));

export function createLibrary(parts: AuthParts): Auth {
  const { config, secret, db, sendMail } = parts;
  const { emailVerification, ...others } = emailAccounts(parts);
  const library = betterAuth({
    baseURL: config.origin,
    secret,
    database: { db, type: config.database.kind, transaction: true },
    ...others,
    // Without our sign-up cookie, this setting makes the verification link sign the user in.
    emailVerification: { ...emailVerification, autoSignInAfterVerification: true },
    session: { expiresIn: 30 * DAY_S, freshAge: 10 * 60, cookieCache: { enabled: config.sessionCache } },
    socialProviders: config.providers.builtIn,
    account: { encryptOAuthTokens: true, accountLinking: { enabled: !config.accountFeaturesOff.has("linking") } },
    verification: { storeIdentifier: "hashed" },
    // The library's own rate limits would replace the responses that the checks expect.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: "fieldlocker", disableOriginCheck: false },
    plugins: [
      genericOAuth({ config: getOwnProviderConfig(config.providers.own) }),
      anonymous({ generateName: () => "Guest" }),
      passkey({ rpID: new URL(config.origin).hostname, rpName: "Fieldlocker", origin: config.origin }),
      emailOTP({ sendVerificationOTP: ({ email, otp }) => sendMail({ email }, () => codeMail(email, otp), "address") }),
      organization({
        teams: { enabled: true, defaultTeam: { enabled: false } },
        sendInvitationEmail: ({ id, email, inviter, organization: { name }, role }) =>
          sendMail(
            { email },
            () => invitationMail(email, { inviter: inviter.user.name, name, role }, `${config.origin}/invite?id=${id}`),
            "address",
          ),
      }),
    ],
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
  // It lacks the endpoints of this project's plugins; the checks that call them fail, which shows the difference.
  return library as unknown as Auth;
}
