import { betterAuth } from "better-auth";
import { anonymous, genericOAuth } from "better-auth/plugins";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { Budget } from "#server/limits/budget.ts";
import type { InTurn } from "#server/limits/lease.ts";
import type { Logger } from "#server/logger.ts";
import type { SendCounted } from "#server/mail/mailbox-limit.ts";
import { mergeGuest } from "#server/operations/departure.ts";
import { clientLimits } from "./client-limits.ts";
import { CLOSED_CODE_CALLS, codes } from "./codes.ts";
import { cookiePrefixOf } from "./cookie-prefix.ts";
import { emailAccounts } from "./email-accounts.ts";
import { encryptedField } from "./encrypted-field.ts";
import { refuseUnfitFields } from "./field-rules.ts";
import { linksEndWithPassword } from "./mailed-links.ts";
import { noticeMail } from "./mails.ts";
import { organizations } from "./organizations.ts";
import { passkeys } from "./passkeys.ts";
import type { PasswordHasher } from "./password.ts";
import { addressProof } from "./plugins/address-proof.ts";
import { commonPasswords } from "./plugins/common-passwords.ts";
import { contract } from "./plugins/contract.ts";
import { guestOfNobody } from "./plugins/guest-of-nobody.ts";
import { newSessionStays } from "./plugins/new-session.ts";
import { notices } from "./plugins/notices.ts";
import { passwordChange } from "./plugins/password-change.ts";
import { passwordTries } from "./plugins/password-tries.ts";
import { providerGuard } from "./plugins/provider-guard.ts";
import { revokedSignIns } from "./plugins/revoked-sign-ins.ts";
import { sessionCache, sessionCacheOptions } from "./plugins/session-cache.ts";
import { sessionLifetime } from "./plugins/session-lifetime.ts";
import { ownProviderConfig } from "./providers/own-provider.ts";
import { encryptionKey, librarySecrets } from "./secrets.ts";
import { FRESH_AGE_S, SESSION_LIFETIME } from "./session-end.ts";
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
  budget: Budget;
  inTurn: InTurn;
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
      guestOfNobody,
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
      cookiePrefix: cookiePrefixOf(config),
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
