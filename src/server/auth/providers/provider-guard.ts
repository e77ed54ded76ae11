// Checks between a provider and this site that the account library does not make.
import { getAuthStateVerificationIdentifier } from "@better-auth/core/utils/state";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, createAuthMiddleware } from "better-auth/api";
import { createRemoteJWKSet, decodeJwt, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

const OLDEST_TOKEN_S = 60 * 60;
/** Maximum difference between a provider's clock and ours. */
const CLOCK_TOLERANCE_S = 30;

const begins = z.object({ provider: z.string() });
const flow = z.object({ serverContext: begins, link: z.looseObject({ email: z.string() }).optional() });
const byIdToken = z.object({ idToken: z.object({ token: z.string(), nonce: z.string().optional() }) });

type Matched = { path?: string | undefined };
const BEGINNINGS = new Set(["/sign-in/social", "/link-social"]);
const isBeginning = ({ path }: Matched): boolean => BEGINNINGS.has(path ?? "");
const isReturn = ({ path }: Matched): boolean => path === "/callback/:id";

/** Binds the state to its provider: the library accepts it from any provider. */
const bindStateToProvider = createAuthMiddleware(async ({ body }) => {
  const { data } = begins.safeParse(body);
  if (data) await addOAuthServerContext({ provider: data.provider });
});

const words = z.record(z.string(), z.string()).optional();

/** Every return from a provider is answered with a redirect, even one that the library cannot parse. */
const leadOn = createAuthMiddleware(async (ctx) => {
  if (words.safeParse(ctx.query).success && words.safeParse(ctx.body).success) return;
  throw ctx.redirect(`${ctx.context.baseURL}/error?error=invalid_callback_request`);
});

/**
 * Who begins a link in a fresh session vouches for the account there: the provider is trusted for this request and for
 * its own return, and for nothing else. The list belongs to the one call. A sign-in trusts no provider.
 */
const trustForLink = createAuthMiddleware(async ({ body, context }) => {
  const { data } = begins.safeParse(body);
  if (data) context.trustedProviders = [data.provider];
});

/** Deletes a state that another provider returns than the one it was made for: then the library does not know it. */
const refuseMixUp = createAuthMiddleware(async ({ context, query, params }) => {
  const { internalAdapter } = context;
  const identifier = getAuthStateVerificationIdentifier(String(query?.["state"]));
  const stored = await internalAdapter.findVerificationValue(identifier);
  if (!stored) return;
  const { data } = flow.safeParse(JSON.parse(stored.value));
  const { provider } = data?.serverContext ?? {};
  if (provider === undefined || provider !== params?.["id"]) {
    await internalAdapter.deleteVerificationByIdentifier(identifier);
  } else if (data?.link) {
    context.trustedProviders = [provider];
    acceptMissingAddress(context, data.link.email);
  }
});

/** The address that the account library makes up when a provider gives none. */
const PLACEHOLDER = /\.placeholder\.invalid$/;

/**
 * Lets providers without addresses (Reddit, Roblox, TikTok, WeChat) be connected: for this return only, a missing
 * address counts as the account's own, so that it cannot differ. It is not verified by that.
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

/** The library checks the age of some providers' tokens only, and the nonce only where the caller sends one. */
const refuseReplayedToken = createAuthMiddleware(async ({ body }) => {
  const { data } = byIdToken.safeParse(body);
  const claims = data && getClaims(data.idToken.token);
  if (!claims) return;
  const ageS = Date.now() / 1000 - (claims.iat ?? 0);
  const isNow = ageS > -CLOCK_TOLERANCE_S && ageS < OLDEST_TOKEN_S + CLOCK_TOLERANCE_S;
  const isForCaller = claims["nonce"] === undefined || Boolean(data.idToken.nonce);
  if (!isNow || !isForCaller) {
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

const guarded = new WeakSet<object>();
const isGuarded = (provider: object): boolean => guarded.has(provider);

/**
 * A provider that is down or answers in an unknown form gives no profile, which the library would report as a bug of
 * ours. Its keys are cached below.
 */
const guardProviders = createAuthMiddleware(async ({ context }) => {
  for (const provider of context.socialProviders) {
    if (isGuarded(provider)) continue;
    guarded.add(provider);
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

/** Must be listed after the plugin that adds the own provider. */
export const providerGuard = {
  id: "provider-guard",
  hooks: {
    before: [
      { matcher: isBeginning, handler: bindStateToProvider },
      { matcher: isBeginning, handler: refuseReplayedToken },
      { matcher: ({ path }) => path === "/link-social", handler: trustForLink },
      { matcher: isReturn, handler: leadOn },
      { matcher: isReturn, handler: refuseMixUp },
      { matcher: ({ context }) => !context.socialProviders.every(isGuarded), handler: guardProviders },
    ],
  },
} satisfies BetterAuthPlugin;

// The public keys of providers that sign ID tokens. The account library fetches those of four providers anew for each
// token, which a client could use to flood them.

/** Section 9 of the specification; the limits of outgoing calls apply, too. */
const FETCHING = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

const microsoft = z.looseObject({
  tenantId: z.string().default("common"),
  authority: z.string().default("https://login.microsoftonline.com"),
});
const cognito = z.looseObject({ region: z.string(), userPoolId: z.string() });

const ADDRESSES: Record<string, (options: unknown) => string> = {
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

/** The cached key set of a provider; null for one whose keys the account library caches itself, or that has none. */
function getKeySet(id: string, options: unknown): JWTVerifyGetKey | null {
  const address = ADDRESSES[id]?.(options);
  return address === undefined ? null : createRemoteJWKSet(new URL(address), FETCHING);
}
