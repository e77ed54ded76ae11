import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { anonymous, genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import { FRESH_AGE_S } from "#domain/account/account.ts";
import { isPrintable } from "#domain/text.ts";
import { m } from "#messages";
import { isValidText } from "#platform/database/valid-text.ts";
import type { Logger } from "#platform/logger.ts";
import { contract } from "#server/auth/contract/contract.ts";
import { CLOSED_CODE_CALLS, codes } from "#server/auth/credentials/codes.ts";
import { emailAccounts } from "#server/auth/credentials/email-accounts.ts";
import { linksEndWithPassword, noticeMail } from "#server/auth/credentials/mails.ts";
import { passkeys } from "#server/auth/credentials/passkeys.ts";
import { withoutDeletedPlatoons } from "#server/auth/platoons/organization-hooks.ts";
import { CLOSED_PLATOON_CALLS, organizations } from "#server/auth/platoons/organizations.ts";
import { addressProof } from "#server/auth/plugins/address-proof.ts";
import { commonPasswords, passwordChange, passwordTries } from "#server/auth/plugins/passwords.ts";
import { providerGuard } from "#server/auth/plugins/provider-guard.ts";
import {
  newSessionStays,
  revokedSignIns,
  sessionCache,
  sessionCacheOptions,
  sessionLifetime,
} from "#server/auth/plugins/sessions/sessions.ts";
import { encryptedField, encryptionKey, librarySecrets } from "#server/auth/sessions/secret-rotation.ts";
import { getCookiePrefix, SESSION_LIFETIME } from "#server/auth/sessions/session-of.ts";
import { ownProviderConfig } from "#server/config/providers.ts";
import { withReruns } from "#server/database/database.ts";
import { mergeGuest } from "#server/operations/departure.ts";
import type { AuthParts } from "./auth-parts.ts";
import { clientLimits, refuseAfterTimeout } from "./client-limits.ts";
import { addressChanges, databaseHooks, type Notify, notices, recordedChanges } from "./user-changes.ts";

/** Set by our HTTP server from the socket or a trusted proxy; a client's own header of this name is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const MINUTE_S = 60;

export type Auth = ReturnType<typeof createAuth>;

const CLOSED_CALLS = [
  ...["/update-session", "/verify-password", "/delete-anonymous-user"],
  ...CLOSED_CODE_CALLS,
  ...CLOSED_PLATOON_CALLS,
];

/** The account system under /api/auth: the account library with our tables, mails, hashes and limits. */
export function createAuth({ withLock, ...rest }: AuthParts) {
  const parts = { ...rest, withLock: refuseAfterTimeout(withLock) };
  const { config, db, logger, sendMail } = parts;
  const secrets = { current: parts.secret, old: config.oldSecrets };
  const isHttps = config.origin.startsWith("https:");
  const notify: Notify = (to, what) => sendMail(to, () => noticeMail(to.email, what(), config.origin), "notice");
  return betterAuth({
    appName: "Fieldlocker",
    baseURL: config.origin,
    ...librarySecrets(secrets),
    database: { db: withReruns(withoutDeletedPlatoons(db)), type: config.database.kind, transaction: true },
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
    rateLimit: clientLimits(parts.rateLimiter),
    disabledPaths: CLOSED_CALLS,
    databaseHooks: databaseHooks(parts, notify),
    hooks: { before: refuseUnfitFields },
    // The library's bugs go to our log and are answered with our message.
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
      passwordTries(parts.rateLimiter),
      commonPasswords,
      ...contract(parts, ...addressChanges(db, notify)),
      addressProof({ db, notify: (user) => notify(user, m.mail_notice_methods_revoked) }),
      linksEndWithPassword(db),
      notices(notify),
      recordedChanges(parts),
      sessionLifetime,
      newSessionStays,
      sessionCache,
    ],
    telemetry: { enabled: false },
    logger: { log: logTo(logger) },
    advanced: {
      disableOriginCheck: false,
      // Our prefix __Host- binds a cookie to this host and path; the library can only set the weaker __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: getCookiePrefix(config),
      // As long as the stored state: the shorter of the two limits the duration of a sign-in at a provider.
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

// Refuses fields that the account library accepts but a database cannot store or a mail cannot carry.

/** RFC 5321: a longer address cannot receive mail and exceeds what a PostgreSQL index accepts. */
const email = z.string().max(254);

/** The name of a user, a platoon, a team or a passkey. */
const name = z.string().max(80).refine(isPrintable).optional();

/** The short name of a platoon, which is indexed like an address. */
const slug = z.string().max(80).optional();

/** The address of a platoon's picture. */
const logo = z.string().max(2000).nullish();

const fields = z.object({
  name,
  slug,
  logo,
  /** Calls that change a platoon or a team wrap their fields in this property. */
  data: z.object({ name, slug, logo }).optional(),
  image: z.string().max(2000).nullish(),
  email: email.optional(),
  newEmail: email.optional(),
});

/** A passkey is named before its ceremony. */
const queryFields = z.object({ name });

/** Runs before every account call; refuses with 400 and the specification's message. */
const refuseUnfitFields = createAuthMiddleware(async ({ body, query }) => {
  const isQueryFit = isValidText(query) && (!query || queryFields.safeParse(query).success);
  if (!isQueryFit) throw APIError.from("BAD_REQUEST", refusal("query"));
  const isFit = isValidText(body) && (!body || fields.safeParse(body).success);
  if (!isFit) throw APIError.from("BAD_REQUEST", refusal("body"));
});

const refusal = (part: "body" | "query") => ({
  code: `INVALID_${part.toUpperCase()}`,
  message: `Invalid ${part} parameters`,
});

const onlyWithoutSession = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx);
  if (!session || session.user["isAnonymous"]) return;
  throw APIError.from("BAD_REQUEST", { code: "SIGNED_IN", message: m.account_error_signed_in_already() });
});

/** Refuses to create a guest for a signed-in user, whose session the guest's would replace. */
const anonymousGuestOnly = {
  id: "anonymous-guest-only",
  hooks: { before: [{ matcher: ({ path }) => path === "/sign-in/anonymous", handler: onlyWithoutSession }] },
} satisfies BetterAuthPlugin;
