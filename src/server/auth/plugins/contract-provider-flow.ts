// Leaving for a provider: the specification's answer where the state of the flow is not kept. The library means to give
// it, and does not wait for what it wants to catch.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, linkSocialAccount, signInSocial } from "better-auth/api";
import { wrapped } from "./wrapped.ts";

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
    signInSocial: wrapped(signInSocial(), tellOfLostState),
    linkSocialAccount: wrapped(linkSocialAccount, tellOfLostState),
  },
} satisfies BetterAuthPlugin;
