// Start of a provider sign-in: the specification's response where the state of the flow is not stored. The library
// intends it, but does not await the call whose error it wants to catch.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, linkSocialAccount, signInSocial } from "better-auth/api";
import { decorateEndpoint } from "#server/auth/plugins/decorate-endpoint.ts";

const LOST = "Unable to create verification";

async function tellOfLostState(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith(LOST))) throw error;
    throw APIError.from("INTERNAL_SERVER_ERROR", { code: "FAILED_TO_CREATE_VERIFICATION", message: LOST });
  }
}

export const contractProviderFlow = {
  id: "contract-provider-flow",
  // Under the library's own keys: they stand in the place of its calls.
  endpoints: {
    signInSocial: decorateEndpoint(signInSocial(), tellOfLostState),
    linkSocialAccount: decorateEndpoint(linkSocialAccount, tellOfLostState),
  },
} satisfies BetterAuthPlugin;
