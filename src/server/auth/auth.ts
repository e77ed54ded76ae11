import { runWithAdapter } from "@better-auth/core/context";
import { type AuthContext, type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, router } from "better-auth/api";
import { anonymous, genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import { FRESH_AGE_S } from "#domain/account/account.ts";
import { isPrintable } from "#domain/text.ts";
import { m } from "#messages";
import { lazy } from "#platform/cache.ts";
import { isValidText } from "#platform/database/valid-text.ts";
import type { Logger } from "#platform/logger.ts";
import { contract } from "#server/auth/contract/contract.ts";
import { addressProof } from "#server/auth/credentials/address-proof-plugin.ts";
import { CLOSED_CODE_CALLS, codes } from "#server/auth/credentials/codes.ts";
import { emailAccounts } from "#server/auth/credentials/email-accounts.ts";
import { linksEndWithPassword, noticeMail } from "#server/auth/credentials/mails.ts";
import { passkeys } from "#server/auth/credentials/passkeys.ts";
import {
  commonPasswords,
  normalizedPasswords,
  passwordChange,
  passwordTries,
} from "#server/auth/credentials/password-plugin.ts";
import { providerGuard } from "#server/auth/providers/provider-guard.ts";
import { encryptedField, encryptionKey, librarySecrets } from "#server/auth/sessions/secret-rotation.ts";
import { getCookiePrefix, SESSION_LIFETIME } from "#server/auth/sessions/session-of.ts";
import {
  newSessionStays,
  revokedSignIns,
  sessionCache,
  sessionCacheOptions,
  sessionLifetime,
} from "#server/auth/sessions/sessions.ts";
import { ownProviderConfig } from "#server/config/providers.ts";
import { withReruns } from "#server/database/database.ts";
import type { AccountExtension, AuthParts } from "./auth-parts.ts";
import { clientLimits, refuseAfterTimeout } from "./client-limits.ts";
import { isPictureAddress } from "./picture-address.ts";
import { addressChanges, databaseHooks, type Notify, notices } from "./user-changes.ts";

/** Set by our HTTP server from the socket or a trusted proxy; a client's own header of this name is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const MINUTE_S = 60;

export type Auth = ReturnType<typeof createAuth>;

const CLOSED_CALLS = [...["/update-session", "/verify-password", "/delete-anonymous-user"], ...CLOSED_CODE_CALLS];

/** The account system under /api/auth: the account library with our tables, mails, hashes and limits. */
export function createAuth({ withLock, ...rest }: AuthParts) {
  const parts = { ...rest, withLock: refuseAfterTimeout(withLock) };
  const { config, db, logger, sendMail } = parts;
  const extensions = parts.extensions.map((extend) => extend(parts));
  const secrets = { current: parts.secret, old: config.oldSecrets };
  const isHttps = config.origin.startsWith("https:");
  const notify: Notify = (to, what) => sendMail(to, () => noticeMail(to.email, what(), config.origin), "notice");
  const getUnfitPart = createFieldCheck(extensions);
  const statements = extensions.flatMap((extension) => extension.statements ?? []);
  const library = betterAuth({
    appName: "Fieldlocker",
    baseURL: config.origin,
    ...librarySecrets(secrets),
    database: {
      db: withReruns(statements.reduce((changed, plugin) => changed.withPlugin(plugin), db)),
      type: config.database.kind,
      transaction: true,
    },
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
    rateLimit: clientLimits(parts.rateLimiter, Object.assign({}, ...extensions.map(({ limits }) => limits))),
    disabledPaths: [...CLOSED_CALLS, ...extensions.flatMap(({ closedCalls }) => closedCalls)],
    databaseHooks: databaseHooks(parts, notify),
    hooks: { before: refuseUnfitFields(getUnfitPart) },
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
        onLinkAccount: ({ anonymousUser, newUser }) => parts.mergeGuest(anonymousUser.user.id, newUser.user.id),
      }),
      anonymousGuestOnly,
      ...passkeys(parts),
      ...codes(parts),
      // Their calls have no types here: no code of the server makes one.
      ...(extensions.flatMap(({ plugins }) => plugins) as never[]),
      passwordTries(parts.rateLimiter),
      commonPasswords,
      normalizedPasswords(parts),
      ...contract(parts, ...addressChanges(db, notify)),
      addressProof({ db, notify: (user) => notify(user, m.mail_notice_methods_revoked) }),
      linksEndWithPassword(db),
      notices(notify),
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
  library.handler = createHandler(library);
  return Object.assign(library, { getUnfitPart });
}

/**
 * The library's own handler builds its router anew for each request, which takes longer than most refusals. One is enough:
 * no request changes the public address or the trusted origins, and each call gets a copy of the context.
 */
function createHandler({ options, $context }: { options: BetterAuthOptions; $context: Promise<unknown> }) {
  const opened = lazy(async () => {
    // Its type names the options of this very library, which the router does not ask for.
    const context = (await $context) as AuthContext;
    return { adapter: context.adapter, handler: router(context, options).handler };
  });
  return async (request: Request): Promise<Response> => {
    const { adapter, handler } = await opened();
    return runWithAdapter(adapter, () => handler(request));
  };
}

/**
 * What the library has to say, without what a caller sent: that stands behind the colon, or among the details. Where no
 * error of a machine is among those, a caller was at fault, which is no error of ours; nor is a passkey that does not fit.
 */
const logTo =
  (logger: Logger) =>
  (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]): void => {
    const err = details.find((detail): detail is Error => detail instanceof Error && detail.name !== "BetterAuthError");
    const text = `account library: ${message.split(":", 1)[0]}`;
    const isCeremony = message.startsWith("Failed to verify") && err && !("code" in err);
    if (err && !isCeremony) logger[level]({ err }, text);
    else logger[level === "error" ? "info" : level](text);
  };

// Refuses fields that the account library accepts but a database cannot store, a mail cannot carry or no screen shows, and what would
// become a part of a statement.

/** RFC 5321: a longer address cannot receive mail and exceeds what a PostgreSQL index accepts. */
const email = z.string().max(254);

/** The name of a user, a passkey or what a feature adds. */
export const nameField = z.string().max(80).refine(isPrintable).optional();

export const pictureField = z.string().refine(isPictureAddress).nullish();

/** What a sign-in at a provider takes along: it is stored until the return, or stands in the provider's address. */
const short = z
  .unknown()
  .refine((value) => (JSON.stringify(value)?.length ?? 0) <= 2000)
  .optional();

/** What the library stores of a new passkey beside its key. */
const passkeyResponse = z.object({ transports: z.array(z.string().max(40)).max(10).optional() });

const body = {
  name: nameField,
  scopes: short,
  loginHint: short,
  additionalParams: short,
  additionalData: short,
  response: z.object({ response: passkeyResponse.optional() }).optional(),
  image: pictureField,
  email: email.optional(),
  newEmail: email.optional(),
};

const query = {
  /** A passkey is named before its ceremony, whose context is stored with it. */
  name: nameField,
  context: z.string().max(1000).optional(),
};

type Input = { body?: unknown; query?: unknown };
type FieldCheck = (input: Input) => "query" | "body" | null;

/** Finds the part of a call's input that is refused before the call is looked at; null where both are fit. */
function createFieldCheck(extensions: readonly AccountExtension[]): FieldCheck {
  const parts = [
    ["query", z.object(Object.assign({}, query, ...extensions.map(({ fields }) => fields.query)))],
    ["body", z.object(Object.assign({}, body, ...extensions.map(({ fields }) => fields.body)))],
  ] as const;
  return (input) => {
    const isFit = (value: unknown, fields: z.ZodType) =>
      isValidText(value) && (!value || fields.safeParse(value).success);
    return parts.find(([part, fields]) => !isFit(input[part], fields))?.[0] ?? null;
  };
}

/** Runs before every account call; refuses with 400 and the specification's message. */
const refuseUnfitFields = (getUnfitPart: FieldCheck) =>
  createAuthMiddleware(async (input) => {
    const part = getUnfitPart(input);
    if (part) throw APIError.from("BAD_REQUEST", getUnfitRefusal(part));
  });

/** The body of the refusal of an unfit part. */
export const getUnfitRefusal = (part: "body" | "query") => ({
  message: `Invalid ${part} parameters`,
  code: `INVALID_${part.toUpperCase()}`,
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
