// A real OpenID Connect provider on this machine, and a minimal browser that follows its redirects.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration, type JWK } from "oidc-provider";
import { Agent, fetch } from "undici";
import { type Person, standardClaims } from "#test/fixtures/providers/provider.ts";

const MAX_PAGES = 10;
export const OIDC_CLIENT = { id: "fieldlocker", secret: "a secret between the two" };

export type OidcProvider = AsyncDisposable & {
  issuer: string;
  /** Follows the authorization as a person who grants everything; returns the parameters of the callback. */
  agree(authorizationUrl: string | URL, person: Person): Promise<URLSearchParams>;
  /** As `agree`, for a person who denies access. */
  refuse(authorizationUrl: string): Promise<URLSearchParams>;
};

/** Starts a provider with one client that has one callback address. */
export async function startOidc(port: number, returnAddress: string): Promise<OidcProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  let currentPerson: Person | null = null;
  const provider = new Provider(issuer, await createConfiguration(returnAddress, people));
  const pages = provider.callback();

  /** The provider's sign-in page: completes the sign-in of the current person, or denies access when there is none. */
  async function handleSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = currentPerson ? { login: { accountId: currentPerson.id } } : { error: "access_denied" };
    await provider.interactionFinished(request, response, result);
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/")) void handleSignIn(request, response);
    else void pages(request, response);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const agent = new Agent();

  async function followRedirects(from: string | URL): Promise<URLSearchParams> {
    const cookies = new Map<string, string>();
    let url = new URL(from);
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(url, { dispatcher: agent, redirect: "manual", headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
      if (url.origin !== issuer) return url.searchParams;
    }
    throw new Error("The provider leads in circles.");
  }

  return {
    issuer,
    agree(url, person) {
      people.set(person.id, person);
      currentPerson = person;
      return followRedirects(url);
    },
    refuse(url) {
      currentPerson = null;
      return followRedirects(url);
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function createConfiguration(returnAddress: string, people: Map<string, Person>): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kty: "RSA", alg: "RS256", use: "sig", kid: "one" };
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [returnAddress],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name", "picture"] },
    cookies: { keys: ["keeps the provider's own cookies"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => standardClaims(person) };
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    jwks: { keys: [key] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    renderError: (ctx, details) => {
      ctx.body = details;
    },
    rotateRefreshToken: true,
  };
}
