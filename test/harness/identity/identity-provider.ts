// A real OpenID Connect provider on this machine for browser tests. It signs its only user in without any input.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type JWK } from "oidc-provider";
import { findFreePort } from "#test/harness/processes/free-port.ts";

const CLIENT = { id: "fieldlocker", secret: "a secret between the two" };
const RETURN_PATH = "/api/auth/callback/oidc";

export type IdentityProvider = AsyncDisposable & {
  /** The environment variables that enable it on a site, where it is called "Armoury". */
  variables: Record<string, string>;
};

/** Starts a provider with one user that redirects back to any site on this machine. */
export async function openIdentityProvider(person: { name: string; email: string }): Promise<IdentityProvider> {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kty: "RSA", alg: "RS256", use: "sig", kid: "one" };
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`http://localhost${RETURN_PATH}`] },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["keeps the provider's own cookies"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: person.name, email: person.email, email_verified: true }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [key] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // The port of the site varies, so only the path is compared.
  provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).pathname === RETURN_PATH;
  const pages = provider.callback();
  const signIn = (request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(request, response, { login: { accountId: "one" } });
  const server = createServer((request, response) => {
    void (request.url?.startsWith("/interaction/") ? signIn(request, response) : pages(request, response));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    variables: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Armoury",
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
