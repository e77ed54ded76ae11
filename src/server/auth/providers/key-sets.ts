// The public keys of providers that sign ID tokens. The account library fetches those of four providers anew for each
// token, which a client could use to flood them.
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

/** The specification's section 9. The outgoing calls' own limits hold beside them. */
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
export function getKeySet(id: string, options: unknown): JWTVerifyGetKey | null {
  const address = ADDRESSES[id]?.(options);
  return address === undefined ? null : createRemoteJWKSet(new URL(address), FETCHING);
}
