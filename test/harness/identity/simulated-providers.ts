// Simulated identity providers. As with real ones, a code is valid once, for the client and the parameters of its request.
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { PROVIDER_FIXTURES } from "#test/fixtures/providers/all.ts";
import type { Person, ProviderFixture } from "#test/fixtures/providers/provider.ts";
import { type Answer, type Call, getRequestKey } from "#test/harness/internet.ts";

const HOUR_S = 3600;
const APPLE_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" });

export const getClient = (id: string) => ({ id: `${id}-client`, secret: `${id}-secret` });

/** The environment variables that enable every provider. */
export const PROVIDER_VARIABLES: Record<string, string> = {
  ...Object.fromEntries(
    PROVIDER_FIXTURES.flatMap(({ id }) => [
      [`${id.toUpperCase()}_CLIENT_ID`, getClient(id).id],
      [`${id.toUpperCase()}_CLIENT_SECRET`, getClient(id).secret],
    ]),
  ),
  APPLE_TEAM_ID: "TEAM123456",
  APPLE_KEY_ID: "KEY1234567",
  APPLE_PRIVATE_KEY: APPLE_KEY.privateKey.export({ type: "pkcs8", format: "pem" }).toString().replaceAll("\n", "\\n"),
  COGNITO_DOMAIN: "locker.auth.eu-central-1.amazoncognito.com",
  COGNITO_REGION: "eu-central-1",
  COGNITO_USER_POOL_ID: "eu-central-1_Locker",
  TIKTOK_CLIENT_KEY: getClient("tiktok").id,
};

type Grant = { fixture: ProviderFixture; person: Person; query: URLSearchParams };

export type SimulatedProviders = {
  respond(call: Call): Promise<Answer | null>;
  /** Grants the authorization request as this person; returns the parameters of the callback. */
  consent(authorizationUrl: string, person: Person): URLSearchParams;
};

const createKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const kid = randomBytes(8).toString("hex");
  return { privateKey, publicKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
};
const keys = new Map<string, ReturnType<typeof createKey>>();

/** Returns the key that signs a provider's ID tokens. */
export function getKey(id: string): ReturnType<typeof createKey> {
  const key = keys.get(id) ?? createKey();
  keys.set(id, key);
  return key;
}

/** Returns the claims of a provider's ID token about a person. */
export function getClaims({ id, issuer, claims }: ProviderFixture, person: Person): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const basicClaims = { iss: issuer ?? `https://${id}.example`, aud: getClient(id).id, iat: now, exp: now + HOUR_S };
  return { ...basicClaims, ...claims?.(person) };
}

/** Returns an ID token with these claims, signed with the provider's key and algorithm. */
export async function signIdToken(id: string, claims: JWTPayload): Promise<string> {
  const token = new SignJWT(claims);
  if (id === "line") return token.setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(getClient(id).secret));
  const { privateKey, kid } = await getKey(id);
  return token.setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
}

export function createProviders(): SimulatedProviders {
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();

  async function issueTokens(grant: Grant): Promise<Answer> {
    const { fixture, person } = grant;
    const { scope = fixture.authorization.scope, refresh, extraFields } = fixture.token;
    const accessToken = `${fixture.id}-access-${randomBytes(12).toString("hex")}`;
    const refreshToken = `${fixture.id}-refresh-${randomBytes(12).toString("hex")}`;
    accessTokens.set(accessToken, grant);
    refreshTokens.set(refreshToken, grant);
    const body = {
      access_token: accessToken,
      token_type: "bearer",
      expires_in: HOUR_S,
      scope,
      ...(refresh !== null && { refresh_token: refreshToken }),
      ...(fixture.claims && { id_token: await signIdToken(fixture.id, getClaims(fixture, person)) }),
      ...extraFields?.(person),
    };
    return { body };
  }

  async function exchange(fixture: ProviderFixture, call: Call): Promise<Answer> {
    const params = call.method === "GET" ? call.url.searchParams : new URLSearchParams(call.body);
    const isRefresh = params.get("grant_type") === "refresh_token";
    const grants = isRefresh ? refreshTokens : codes;
    const token = params.get(isRefresh ? "refresh_token" : "code") ?? "";
    const grant = grants.get(token);
    grants.delete(token);
    const isClient = await isClientAuthenticated(fixture, call, params, isRefresh);
    const isValid = grant?.fixture === fixture && isClient && (isRefresh || matchesAuthorization(grant, params));
    return isValid ? issueTokens(grant) : { status: 400, body: { error: "invalid_grant" } };
  }

  return {
    consent(authorizationUrl, person) {
      const { origin, pathname, searchParams } = new URL(authorizationUrl);
      const fixture = PROVIDER_FIXTURES.find(({ authorization }) => authorization.endpoint === origin + pathname);
      if (!fixture) throw new Error(`No provider asks at ${origin}${pathname}.`);
      const code = `${fixture.id}-code-${randomBytes(12).toString("hex")}`;
      codes.set(code, { fixture, person, query: searchParams });
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
    },
    async respond(call) {
      const address = getRequestKey(call);
      for (const fixture of PROVIDER_FIXTURES) {
        const { endpoint, refresh } = fixture.token;
        if ([endpoint, refresh].includes(address.slice(address.indexOf(" ") + 1))) return exchange(fixture, call);
        if (address === `GET ${fixture.keys}`) return { body: { keys: [(await getKey(fixture.id)).jwk] } };
        const getBody = fixture.responses?.[address];
        if (!getBody) continue;
        const grant = accessTokens.get(getBearer(call));
        return grant?.fixture === fixture
          ? { body: getBody(grant.person) }
          : { status: 401, body: { error: "invalid_token" } };
      }
      return address === "POST https://api.line.me/oauth2/v2.1/verify" ? verifyForLine(call) : null;
    },
  };
}

/** Returns the access token from the header, the query or the body, wherever the providers accept it. */
function getBearer({ headers, url, body }: Call): string {
  const fields = [url.searchParams.get("input_token"), url.searchParams.get("access_token")];
  const candidates = [
    headers.authorization?.replace(/^Bearer /, ""),
    ...fields,
    new URLSearchParams(body).get("access_token"),
  ];
  return candidates.find(Boolean) ?? "";
}

async function isClientAuthenticated(
  { id, token, authorization }: ProviderFixture,
  { headers }: Call,
  params: URLSearchParams,
  isRefresh: boolean,
): Promise<boolean> {
  const client = getClient(id);
  const { client: idField = "client_id" } = authorization;
  if (token.credentials === "basic" && !(id === "notion" && isRefresh)) {
    return headers.authorization === `Basic ${btoa(`${client.id}:${client.secret}`)}`;
  }
  if (params.get(idField) !== client.id) return false;
  if (token.credentials === "query") return isRefresh || params.get("secret") === client.secret;
  if (id === "apple") return isAppleSecret(params.get("client_secret") ?? "");
  return params.get("client_secret") === client.secret;
}

async function isAppleSecret(secret: string): Promise<boolean> {
  const expected = { issuer: "TEAM123456", subject: "apple-client", audience: "https://appleid.apple.com" };
  const verified = await jwtVerify(secret, APPLE_KEY.publicKey, { ...expected, algorithms: ["ES256"] }).catch(
    () => null,
  );
  return verified?.protectedHeader.kid === "KEY1234567";
}

function matchesAuthorization({ fixture, query }: Grant, params: URLSearchParams): boolean {
  const isSameRedirectUri = fixture.token.withoutRedirect || params.get("redirect_uri") === query.get("redirect_uri");
  const challenge = createHash("sha256")
    .update(params.get("code_verifier") ?? "")
    .digest("base64url");
  return isSameRedirectUri && (!fixture.authorization.pkce || challenge === query.get("code_challenge"));
}

async function verifyForLine({ body }: Call): Promise<Answer> {
  const params = new URLSearchParams(body);
  const secret = Buffer.from(getClient("line").secret);
  const expected = {
    issuer: "https://access.line.me",
    audience: params.get("client_id") ?? "",
    algorithms: ["HS256"],
    requiredClaims: ["exp", "iat"],
  };
  const verified = await jwtVerify(params.get("id_token") ?? "", secret, expected).catch(() => null);
  const isNonceValid = !params.has("nonce") || params.get("nonce") === verified?.payload["nonce"];
  return verified && isNonceValid ? { body: verified.payload } : { status: 400, body: { error: "invalid_request" } };
}
