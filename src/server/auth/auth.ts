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
import { endLinksOnPasswordChange, noticeMail } from "#server/auth/credentials/mails.ts";
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
  retainNewSession,
  revokedSignIns,
  sessionCache,
  sessionCacheOptions,
  sessionLifetime,
} from "#server/auth/sessions/sessions.ts";
import { getOwnProviderConfig } from "#server/config/providers.ts";
import { withReruns } from "#server/database/database.ts";
import type { AccountExtension, AuthParts } from "./auth-parts.ts";
import { getClientLimits, refuseAfterTimeout } from "./client-limits.ts";
import { isPictureAddress } from "./picture-address.ts";
import { addressChanges, databaseHooks, type Notify, notices } from "./user-changes.ts";

/** Set by our HTTP server from the socket or a trusted proxy; a client's own header of this name is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const MINUTE_S = 60;

export type Auth = ReturnType<typeof createAuth>;

const CLOSED_CALLS = [...["/update-session", "/verify-password", "/delete-anonymous-user"], ...CLOSED_CODE_CALLS];

/** Creates the account system under /api/auth: the account library with our tables, mails, hashes and limits. */
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
    rateLimit: getClientLimits(parts.rateLimiter, Object.assign({}, ...extensions.map(({ limits }) => limits))),
    disabledPaths: [...CLOSED_CALLS, ...extensions.flatMap(({ closedCalls }) => closedCalls)],
    databaseHooks: databaseHooks(parts, notify),
    hooks: { before: refuseUnfitFields(getUnfitPart) },
    // The library's bugs go to our log and are answered with our message.
    onAPIError: { throw: true },
    plugins: [
      genericOAuth({ config: getOwnProviderConfig(config.providers.own) }),
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
      // Untyped, because no server code calls the endpoints of these plugins.
      ...(extensions.flatMap(({ plugins }) => plugins) as never[]),
      passwordTries(parts.rateLimiter),
      commonPasswords,
      normalizedPasswords(parts),
      ...contract(parts, ...addressChanges(db, notify)),
      addressProof({ db, notify: (user) => notify(user, m.mail_notice_methods_revoked) }),
      endLinksOnPasswordChange(db),
      notices(notify),
      sessionLifetime,
      retainNewSession,
      sessionCache,
    ],
    telemetry: { enabled: false },
    logger: { log: createLibraryLog(logger) },
    advanced: {
      disableOriginCheck: false,
      // Our prefix __Host- binds a cookie to this host and path; the library can only set the weaker __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: getCookiePrefix(config),
      // The same lifetime as the stored state; the shorter of the two limits a sign-in at a provider.
      cookies: { state: { attributes: { maxAge: 10 * MINUTE_S } } },
    },
  });
  library.handler = createHandler(library);
  return Object.assign(library, { getUnfitPart });
}

/**
 * Creates a request handler with one router. The library's own handler builds a router for each request, which takes longer than
 * most refusals; that is unnecessary, as no request changes the base URL or the trusted origins.
 */
function createHandler({ options, $context }: { options: BetterAuthOptions; $context: Promise<unknown> }) {
  const openRouter = lazy(async () => {
    // The router does not need the type of our specific options.
    const context = (await $context) as AuthContext;
    return { adapter: context.adapter, handler: router(context, options).handler };
  });
  return async (request: Request): Promise<Response> => {
    const { adapter, handler } = await openRouter();
    return runWithAdapter(adapter, () => handler(request));
  };
}

/**
 * Creates the library's log function. It drops the part after the colon and the details, which may contain client input. A message
 * without a system error among its details, or about an invalid passkey, is the client's fault and not logged as an error.
 */
const createLibraryLog =
  (logger: Logger) =>
  (level: "debug" | "info" | "warn" | "error", message: string, ...details: unknown[]): void => {
    // Our plugins replace endpoints of others on purpose.
    if (message.startsWith("Endpoint path conflicts")) return;
    const err = details.find((detail): detail is Error => detail instanceof Error && detail.name !== "BetterAuthError");
    const text = `account library: ${message.split(":", 1)[0]}`;
    const isCeremony = message.startsWith("Failed to verify") && err && !("code" in err);
    if (err && !isCeremony) logger[level]({ err }, text);
    else logger[level === "error" ? "info" : level](text);
  };

// Field checks: refuse fields that the account library accepts although they cannot be stored, sent by mail or displayed, or would
// become part of a statement.

/** RFC 5321: a longer address cannot receive mail, and would exceed the size limit of a PostgreSQL index. */
const emailField = z.string().max(254);

/** The name of a user, a passkey or an entity of a feature. */
export const nameField = z.string().max(80).refine(isPrintable).optional();

export const pictureField = z.string().refine(isPictureAddress).nullish();

/** A value sent with a sign-in at a provider: it is stored until the user returns, or part of the provider's URL. */
const shortValue = z
  .unknown()
  .refine((value) => (JSON.stringify(value)?.length ?? 0) <= 2000)
  .optional();

/** The part of a new passkey that the library stores besides its key. */
const passkeyResponse = z.object({ transports: z.array(z.string().max(40)).max(10).optional() });

const bodyFields = {
  name: nameField,
  scopes: shortValue,
  loginHint: shortValue,
  additionalParams: shortValue,
  additionalData: shortValue,
  response: z.object({ response: passkeyResponse.optional() }).optional(),
  image: pictureField,
  email: emailField.optional(),
  newEmail: emailField.optional(),
};

const queryFields = {
  /** The passkey's name, sent before its ceremony and stored with the ceremony's context. */
  name: nameField,
  context: z.string().max(1000).optional(),
};

type Input = { body?: unknown; query?: unknown };
type FieldCheck = (input: Input) => "query" | "body" | null;

/** Creates a function that returns the invalid part of a call's input, or null. */
function createFieldCheck(extensions: readonly AccountExtension[]): FieldCheck {
  const parts = [
    ["query", z.object(Object.assign({}, queryFields, ...extensions.map(({ fields }) => fields.query)))],
    ["body", z.object(Object.assign({}, bodyFields, ...extensions.map(({ fields }) => fields.body)))],
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

/** Returns the response body for an invalid part. */
export const getUnfitRefusal = (part: "body" | "query") => ({
  message: `Invalid ${part} parameters`,
  code: `INVALID_${part.toUpperCase()}`,
});

const refuseSignedIn = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx);
  if (!session || session.user["isAnonymous"]) return;
  throw APIError.from("BAD_REQUEST", { code: "SIGNED_IN", message: m.account_error_signed_in_already() });
});

/** Refuses to create a guest for a signed-in user, whose session the guest's would replace. */
const anonymousGuestOnly = {
  id: "anonymous-guest-only",
  hooks: { before: [{ matcher: ({ path }) => path === "/sign-in/anonymous", handler: refuseSignedIn }] },
} satisfies BetterAuthPlugin;
