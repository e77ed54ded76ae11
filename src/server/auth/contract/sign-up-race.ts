// Of two who sign up with one address at once, the account library finds a user for neither, and the database refuses the
// later one.
import type { BetterAuthPlugin } from "better-auth";
import { isAPIError, signUpEmail } from "better-auth/api";
import { decorateEndpoint } from "#server/auth/plugins/decorate-endpoint.ts";

/** Asked again, the library finds the user, and answers as to any address that is taken. */
async function askAgain(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "FAILED_TO_CREATE_USER") return call();
    throw error;
  }
}

export const signUpRace = {
  id: "sign-up-race",
  // Under the library's own key: it stands in the place of its call.
  endpoints: { signUpEmail: decorateEndpoint(signUpEmail(), askAgain) },
} satisfies BetterAuthPlugin;
