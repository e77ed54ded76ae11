// Checks of provider sign-ins that the account library lacks.
import { getAuthStateVerificationIdentifier } from "@better-auth/core/utils/state";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, createAuthMiddleware } from "better-auth/api";
import { createRemoteJWKSet, decodeJwt, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

const OLDEST_TOKEN_S = 60 * 60;
/** Maximum difference between a provider's clock and ours. */
const CLOCK_TOLERANCE_S = 30;

const providerInput = z.object({ provider: z.string() });
const flowState = z.object({ serverContext: providerInput, link: z.looseObject({ email: z.string() }).optional() });
const idTokenInput = z.object({ idToken: z.object({ token: z.string(), nonce: z.string().optional() }) });

type HookContext = { path?: string | undefined };
const START_PATHS = new Set(["/sign-in/social", "/link-social"]);
const isStart = ({ path }: HookContext): boolean => START_PATHS.has(path ?? "");
const isCallback = ({ path }: HookContext): boolean => path === "/callback/:id";

/** Binds the state to its provider: the library accepts it from any provider. */
const bindStateToProvider = createAuthMiddleware(async ({ body }) => {
  const { data } = providerInput.safeParse(body);
  if (data) await addOAuthServerContext({ provider: data.provider });
});

const stringRecord = z.record(z.string(), z.string()).optional();

/** Redirects to the error page if the library cannot parse a provider's callback, as every callback must end in a redirect. */
const redirectInvalidCallback = createAuthMiddleware(async (ctx) => {
  if (stringRecord.safeParse(ctx.query).success && stringRecord.safeParse(ctx.body).success) return;
  throw ctx.redirect(`${ctx.context.baseURL}/error?error=invalid_callback_request`);
});

/**
 * Trusts the provider when a user links it in a fresh session, for this request and its callback only: the list belongs to
 * the request. A sign-in trusts no provider.
 */
const trustForLink = createAuthMiddleware(async ({ body, context }) => {
  const { data } = providerInput.safeParse(body);
  if (data) context.trustedProviders = [data.provider];
});

/** Deletes the state if another provider returns it than the one it was created for; the library then refuses it as unknown. */
const refuseMixUp = createAuthMiddleware(async ({ context, query, params }) => {
  const { internalAdapter } = context;
  const identifier = getAuthStateVerificationIdentifier(String(query?.["state"]));
  const stored = await internalAdapter.findVerificationValue(identifier);
  if (!stored) return;
  const { data } = flowState.safeParse(JSON.parse(stored.value));
  const { provider } = data?.serverContext ?? {};
  if (provider === undefined || provider !== params?.["id"]) {
    await internalAdapter.deleteVerificationByIdentifier(identifier);
  } else if (data?.link) {
    context.trustedProviders = [provider];
    acceptMissingAddress(context, data.link.email);
  }
});

/** The address that the account library generates if a provider returns none. */
const PLACEHOLDER = /\.placeholder\.invalid$/;

/**
 * Allows linking providers that return no address (Reddit, Roblox, TikTok, WeChat): for this callback only, a missing address
 * is replaced by the account's, so that they match. The address is not verified by this.
 */
function acceptMissingAddress(context: Pick<AuthContext, "socialProviders">, email: string): void {
  context.socialProviders = context.socialProviders.map((provider) => ({
    ...provider,
    async getUserInfo(tokens) {
      const info = await provider.getUserInfo(tokens);
      return info?.user.email && PLACEHOLDER.test(info.user.email) ? { ...info, user: { ...info.user, email } } : info;
    },
  }));
}

/** Checks age and nonce of an ID token: the library checks the age only for some providers, and the nonce only if the caller sends one. */
const refuseReplayedToken = createAuthMiddleware(async ({ body }) => {
  const { data } = idTokenInput.safeParse(body);
  const claims = data && getClaims(data.idToken.token);
  if (!claims) return;
  const ageS = Date.now() / 1000 - (claims.iat ?? 0);
  const isRecent = ageS > -CLOCK_TOLERANCE_S && ageS < OLDEST_TOKEN_S + CLOCK_TOLERANCE_S;
  const hasValidNonce = claims["nonce"] === undefined || Boolean(data.idToken.nonce);
  if (!isRecent || !hasValidNonce) {
    throw APIError.from("UNAUTHORIZED", { code: "INVALID_TOKEN", message: "Invalid token" });
  }
});

function getClaims(token: string): JWTPayload | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

const guardedProviders = new WeakSet<object>();
const isGuarded = (provider: object): boolean => guardedProviders.has(provider);

/**
 * Wraps the providers: a failed profile request becomes a missing profile, which the library would otherwise report as an
 * internal error; the provider's keys come from the cached key sets below.
 */
const guardProviders = createAuthMiddleware(async ({ context }) => {
  for (const provider of context.socialProviders) {
    if (isGuarded(provider)) continue;
    guardedProviders.add(provider);
    const keys = getKeySet(provider.id, provider.options);
    if (keys && provider.idToken && "jwks" in provider.idToken) provider.idToken.jwks = keys;
    const { getUserInfo } = provider;
    provider.getUserInfo = async (tokens) => {
      try {
        return await getUserInfo(tokens);
      } catch (error) {
        context.logger.warn("A provider returned no profile", error);
        return null;
      }
    };
  }
});

/** Must be listed after the plugin that adds the operator's own provider. */
export const providerGuard = {
  id: "provider-guard",
  hooks: {
    before: [
      { matcher: isStart, handler: bindStateToProvider },
      { matcher: isStart, handler: refuseReplayedToken },
      { matcher: ({ path }) => path === "/link-social", handler: trustForLink },
      { matcher: isCallback, handler: redirectInvalidCallback },
      { matcher: isCallback, handler: refuseMixUp },
      { matcher: ({ context }) => !context.socialProviders.every(isGuarded), handler: guardProviders },
    ],
  },
} satisfies BetterAuthPlugin;

// Cached public keys of providers that sign ID tokens. For four providers the account library fetches them for each token, which a
// client could use to flood the provider.

/** Section 9 of the specification; the limits of outgoing calls apply, too. */
const KEY_SET_OPTIONS = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

const microsoft = z.looseObject({
  tenantId: z.string().default("common"),
  authority: z.string().default("https://login.microsoftonline.com"),
});
const cognito = z.looseObject({ region: z.string(), userPoolId: z.string() });

const KEY_SET_URLS: Record<string, (options: unknown) => string> = {
  apple: () => "https://appleid.apple.com/auth/keys",
  google: () => "https://www.googleapis.com/oauth2/v3/certs",
  microsoft: (options) => {
    const { authority, tenantId } = microsoft.parse(options);
    return `${authority}/${tenantId}/discovery/v2.0/keys`;
  },
  cognito: (options) => {
    const { region, userPoolId } = cognito.parse(options);
    return `https://cognito-idp.${region}.amazonaws.com/${userPoolId}/.well-known/jwks.json`;
  },
};

/** Returns the cached key set of a provider, or null if the account library caches its keys or it has none. */
function getKeySet(id: string, options: unknown): JWTVerifyGetKey | null {
  const address = KEY_SET_URLS[id]?.(options);
  return address === undefined ? null : createRemoteJWKSet(new URL(address), KEY_SET_OPTIONS);
}
