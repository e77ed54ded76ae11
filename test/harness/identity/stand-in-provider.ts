// A provider without a network that returns the values a test sets, to test how the account system handles them.
import type { World } from "#test/harness/world.ts";

export type StandIn = {
  /** The provider's id of the person. */
  id: string;
  /** Null when it returns nothing about the person. */
  person: { name: string; email: string | null; image?: string; emailVerified: boolean } | null;
  /** Whether it accepts ID tokens as its own. */
  acceptsIdTokens: boolean;
  /** Whether it returns a new access token for a refresh token. */
  refreshesTokens: boolean;
};

/** Adds a stand-in for the provider with this id. Its authorization address contains the parameters of the request. */
export async function addStandIn({ context }: World, id: string): Promise<StandIn> {
  const standIn: StandIn = {
    id: `${id}-1`,
    person: { name: "Al", email: `al@${id}.example`, emailVerified: true },
    acceptsIdTokens: true,
    refreshesTokens: true,
  };
  const { socialProviders } = await context.auth.$context;
  socialProviders.push({
    id,
    name: "Stand-in",
    accountSubject: () => standIn.id,
    createAuthorizationURL: ({ state, codeVerifier, scopes = [], loginHint = "" }) =>
      new URL(
        `https://provider.example/?${new URLSearchParams({ state, codeVerifier, scopes: scopes.join(" "), loginHint })}`,
      ),
    validateAuthorizationCode: async () => ({ accessToken: "access", refreshToken: "refresh", scopes: ["a", "b"] }),
    getUserInfo: async () => standIn.person && { user: standIn.person, data: {} },
    idToken: { verify: async () => standIn.acceptsIdTokens },
    refreshAccessToken: async () => {
      if (!standIn.refreshesTokens) throw new Error("No new token.");
      return { accessToken: "new access" };
    },
  });
  return standIn;
}
