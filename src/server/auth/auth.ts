import { betterAuth } from "better-auth";
import { anonymous } from "better-auth/plugins";
import { PASSWORD_LENGTH } from "#domain/account/password.ts";
import type { AccountFeature, Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { Budget } from "#server/limits/budget.ts";
import type { InTurn } from "#server/limits/lease.ts";
import type { Logger } from "#server/logger.ts";
import type { SendMail } from "#server/mail/mailer.ts";
import { CLOSED_CODE_CALLS, codes } from "./codes.ts";
import { refuseUnfitFields } from "./field-rules.ts";
import { carryGuestOver } from "./guest.ts";
import { alreadyRegisteredMail, changeMail, deletionMail, resetMail, verificationMail } from "./mails.ts";
import { handPlatoonsOn, organizations } from "./organizations.ts";
import { passkeys } from "./passkeys.ts";
import type { PasswordHasher } from "./password.ts";
import { contract } from "./plugins/contract.ts";
import { disowningLink } from "./plugins/disowned-account.ts";
import { guestOfNobody } from "./plugins/guest-of-nobody.ts";
import { newSessionStays } from "./plugins/new-session.ts";
import { sessionCache, sessionCacheOptions } from "./plugins/session-cache.ts";
import { SESSION_LIFETIME, sessionLifetime } from "./plugins/session-lifetime.ts";

/** Written by our own door from the socket or a trusted proxy; what a client sends under this name is thrown away. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const MINUTE_S = 60;

export type Auth = ReturnType<typeof createAuth>;

export type AuthParts = {
  config: Config;
  secret: string;
  db: Database;
  logger: Logger;
  passwords: PasswordHasher;
  sendMail: SendMail;
  budget: Budget;
  inTurn: InTurn;
};

/** The account system under /api/auth: the account library with our tables, mails, hashes and limits. */
export function createAuth(parts: AuthParts) {
  const { config, secret, db, logger } = parts;
  return betterAuth({
    appName: "Fieldlocker",
    baseURL: config.origin,
    secret,
    database: { db, type: config.database.kind, transaction: true },
    ...passwordsAndMails(parts),
    session: { ...SESSION_LIFETIME, ...sessionCacheOptions(config.sessionCache), freshAge: 10 * MINUTE_S },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: !config.accountFeaturesOff.has("linking") } },
    verification: { storeIdentifier: "hashed" },
    rateLimit: limits,
    disabledPaths: ["/update-session", "/verify-password", "/delete-anonymous-user", ...CLOSED_CODE_CALLS],
    databaseHooks: {
      user: {
        // Who signs up by a code gives no name.
        create: {
          before: async ({ name, email }) => ({ data: { name: name.trim() || (email.split("@", 1)[0] ?? "") } }),
        },
        delete: { before: ({ id }) => handPlatoonsOn(parts, id) },
      },
    },
    hooks: { before: refuseUnfitFields },
    // Its bugs come to our own log and our own sentence.
    onAPIError: { throw: true },
    plugins: [
      anonymous({
        generateName: () => "Guest",
        disableDeleteAnonymousUser: true,
        onLinkAccount: ({ anonymousUser, newUser }) =>
          carryGuestOver(db, config.database.kind, anonymousUser.user.id, newUser.user.id),
      }),
      guestOfNobody,
      ...passkeys(parts),
      ...codes(parts),
      organizations(parts),
      ...contract,
      sessionLifetime,
      newSessionStays,
      sessionCache,
    ],
    telemetry: { enabled: false },
    logger: { log: logTo(logger) },
    advanced: {
      disableOriginCheck: false,
      useSecureCookies: config.origin.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: "fieldlocker",
      // As long as the state itself: the shorter of the two decides how long somebody may take at a provider.
      cookies: { state: { attributes: { maxAge: 10 * MINUTE_S } } },
    },
  });
}

/**
 * What the library has to say, without what a caller sent: that stands behind the colon, or among the details. Where no
 * error of a machine is among those, a caller was at fault, which is no error of ours; nor is a passkey that does not fit.
 */
const logTo =
  (logger: Logger) =>
  (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]): void => {
    const err = details.find((detail): detail is Error => detail instanceof Error && detail.name !== "BetterAuthError");
    const said = `account library: ${message.split(":", 1)[0]}`;
    const isCeremony = message.startsWith("Failed to verify") && err && !("code" in err);
    if (err && !isCeremony) logger[level]({ err }, said);
    else logger[level === "error" ? "info" : level](said);
  };

/** Sign-in by e-mail and password, and the mails that go with it. */
function passwordsAndMails({ config, secret, db, passwords, sendMail }: AuthParts) {
  const isOn = (feature: AccountFeature) => !config.accountFeaturesOff.has(feature);
  const sendResetPassword = ({ user, url }: Addressed) => sendMail(resetMail(user, url));
  const sendVerificationEmail = async ({ user, url }: Addressed, request?: Request) => {
    // Not for an address that was changed: its mail may reach a stranger, and the account is worth something.
    const isSignUp = request?.url.endsWith("/sign-up/email");
    const disowning = isSignUp ? await disowningLink(config.origin, secret, user) : undefined;
    await sendMail(verificationMail(user, landing(url), disowning));
  };
  return {
    emailAndPassword: {
      enabled: isOn("passwords"),
      disableSignUp: !isOn("sign-up"),
      requireEmailVerification: config.emailVerification === "required",
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      // What was there before anybody proved the address may be somebody else's.
      onPasswordReset: async ({ user }: { user: { id: string; emailVerified: boolean } }) => {
        if (!user.emailVerified) await removeOtherWaysIn(db, user.id);
      },
      password: passwords,
      ...(isOn("password-reset") && { sendResetPassword }),
      onExistingUserSignUp: ({ user }: Pick<Addressed, "user">) =>
        sendMail(alreadyRegisteredMail(user, `${config.origin}/login`)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      ...(isOn("verification-mail") && { sendVerificationEmail }),
    },
    user: {
      changeEmail: {
        enabled: isOn("change-email"),
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: ({ user, newEmail, url }: Addressed & { newEmail: string }) =>
          sendMail(changeMail(user, newEmail, landing(url))),
      },
      deleteUser: {
        enabled: isOn("deletion"),
        sendDeleteAccountVerification: ({ user, url }: Addressed) => sendMail(deletionMail(user, url)),
      },
    },
  };
}

async function removeOtherWaysIn(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("account").where("userId", "=", userId).where("providerId", "!=", "credential").execute();
  await db.deleteFrom("passkey").where("userId", "=", userId).execute();
}

type Addressed = { user: { id: string; name: string; email: string }; url: string };

/** The link with our own page as its landing where the caller named none. */
function landing(link: string): string {
  const url = new URL(link);
  if (url.searchParams.get("callbackURL") === "/") url.searchParams.set("callbackURL", "/verify-email");
  return url.href;
}

const limit = (perMinute: number) => ({ window: MINUTE_S, max: perMinute });

/** Per client, in the database: they survive a restart. */
const limits = {
  enabled: true,
  storage: "database" as const,
  ...limit(300),
  customRules: {
    "/sign-in/*": limit(20),
    "/sign-up/*": limit(20),
    "/change-password": limit(10),
    "/reset-password": limit(10),
    "/change-email": limit(5),
    "/delete-user": limit(10),
    "/request-password-reset": limit(5),
    "/forget-password": limit(5),
    "/send-verification-email": limit(5),
    "/email-otp/send-verification-otp": limit(5),
    "/passkey/*": limit(60),
    "/organization/invite-member": limit(20),
    "/get-session": false as const,
    // A limit is kept under the path, and this one ends in a secret.
    "/reset-password/*": false as const,
  },
};
