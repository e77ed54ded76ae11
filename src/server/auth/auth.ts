import { betterAuth } from "better-auth";
import { anonymous, genericOAuth } from "better-auth/plugins";
import type { Logger } from "#platform/logger.ts";
import { contract } from "#server/auth/contract/contract.ts";
import { CLOSED_CODE_CALLS, codes } from "#server/auth/credentials/codes.ts";
import { emailAccounts } from "#server/auth/credentials/email-accounts.ts";
import { encryptedField } from "#server/auth/credentials/encrypted-field.ts";
import { linksEndWithPassword } from "#server/auth/credentials/mailed-links.ts";
import { noticeMail } from "#server/auth/credentials/mails.ts";
import { passkeys } from "#server/auth/credentials/passkeys.ts";
import type { PasswordHasher } from "#server/auth/credentials/password.ts";
import { organizations } from "#server/auth/platoons/organizations.ts";
import { anonymousGuestOnly } from "#server/auth/plugins/anonymous-guest-only.ts";
import { newSessionStays } from "#server/auth/plugins/sessions/new-session.ts";
import { revokedSignIns } from "#server/auth/plugins/sessions/revoked-sign-ins.ts";
import { sessionCache, sessionCacheOptions } from "#server/auth/plugins/sessions/session-cache.ts";
import { sessionLifetime } from "#server/auth/plugins/sessions/session-lifetime.ts";
import { getCookiePrefix } from "#server/auth/sessions/cookie-prefix.ts";
import { encryptionKey, librarySecrets } from "#server/auth/sessions/secrets.ts";
import { FRESH_AGE_S, SESSION_LIFETIME } from "#server/auth/sessions/session-end.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { WithLock } from "#server/limits/lock.ts";
import type { RateLimiter } from "#server/limits/rate-limiter.ts";
import type { SendCounted } from "#server/mail/mailbox-limit.ts";
import { mergeGuest } from "#server/operations/departure.ts";
import { clientLimits } from "./client-limits.ts";
import { refuseUnfitFields } from "./field-rules.ts";
import { addressProof } from "./plugins/address-proof.ts";
import { commonPasswords } from "./plugins/common-passwords.ts";
import { notices } from "./plugins/notices.ts";
import { passwordChange } from "./plugins/password-change.ts";
import { passwordTries } from "./plugins/password-tries.ts";
import { providerGuard } from "./plugins/provider-guard.ts";
import { ownProviderConfig } from "./providers/own-provider.ts";
import { addressChanges, databaseHooks } from "./user-changes.ts";

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
  sendMail: SendCounted;
  budget: RateLimiter;
  inTurn: WithLock;
};

/** The account system under /api/auth: the account library with our tables, mails, hashes and limits. */
export function createAuth(parts: AuthParts) {
  const { config, db, logger, sendMail } = parts;
  const secrets = { current: parts.secret, old: config.oldSecrets };
  const isHttps = config.origin.startsWith("https:");
  const tell = (email: string, what: string) => sendMail(noticeMail(email, what, config.origin), "notice");
  return betterAuth({
    appName: "Fieldlocker",
    baseURL: config.origin,
    ...librarySecrets(secrets),
    database: { db, type: config.database.kind, transaction: true },
    ...emailAccounts(parts),
    session: { ...SESSION_LIFETIME, ...sessionCacheOptions(config.sessionCache), freshAge: FRESH_AGE_S },
    socialProviders: config.providers.builtIn,
    account: {
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: !config.accountFeaturesOff.has("linking"),
        requireLocalEmailVerified: true,
        allowDifferentEmails: config.linksDifferentEmails,
      },
      additionalFields: { idToken: encryptedField(encryptionKey(secrets)) },
    },
    verification: { storeIdentifier: "hashed" },
    rateLimit: clientLimits(parts.budget),
    disabledPaths: ["/update-session", "/verify-password", "/delete-anonymous-user", ...CLOSED_CODE_CALLS],
    databaseHooks: databaseHooks(parts, tell),
    hooks: { before: refuseUnfitFields },
    // Its bugs come to our own log and our own sentence.
    onAPIError: { throw: true },
    plugins: [
      genericOAuth({ config: ownProviderConfig(config.providers.own) }),
      providerGuard,
      revokedSignIns(db),
      passwordChange,
      anonymous({
        generateName: () => "Guest",
        disableDeleteAnonymousUser: true,
        onLinkAccount: ({ anonymousUser, newUser }) => mergeGuest(db, anonymousUser.user.id, newUser.user.id),
      }),
      anonymousGuestOnly,
      ...passkeys(parts),
      ...codes(parts),
      organizations(parts),
      passwordTries(parts.budget),
      commonPasswords,
      ...contract(db, ...addressChanges(db, tell)),
      addressProof({ db, notify: (email) => tell(email, "Earlier ways to sign in were removed") }),
      linksEndWithPassword(db),
      notices(tell),
      sessionLifetime,
      newSessionStays,
      sessionCache,
    ],
    telemetry: { enabled: false },
    logger: { log: logTo(logger) },
    advanced: {
      disableOriginCheck: false,
      // The prefix binds a cookie to this host and path; the library's own way knows a weaker one alone.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: getCookiePrefix(config),
      // As long as the state itself: the shorter of the two limits how long a sign-in at a provider may take.
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
