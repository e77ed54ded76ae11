// A provider that returns what a test sets, without a network; it tests how the account system handles the provider's
// data.
import type { World } from "#test/harness/world.ts";

export type StandIn = {
  /** Its own id of the person. */
  id: string;
  /** Null when it returns nothing about the person. */
  person: { name: string; email: string | null; image?: string; emailVerified: boolean } | null;
  /** Whether an ID token is one of its own. */
  believes: boolean;
  /** Whether it gives new tokens for old ones. */
  refreshes: boolean;
};

/** Puts one in the place of the provider with this id; what it is asked stands in the address it leads to. */
export async function addStandIn({ context }: World, id: string): Promise<StandIn> {
  const standIn: StandIn = {
    id: `${id}-1`,
    person: { name: "Al", email: `al@${id}.example`, emailVerified: true },
    believes: true,
    refreshes: true,
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
    idToken: { verify: async () => standIn.believes },
    refreshAccessToken: async () => {
      if (!standIn.refreshes) throw new Error("No new token.");
      return { accessToken: "new access" };
    },
  });
  return standIn;
}
