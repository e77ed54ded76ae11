// The account system's client. Only account-client.ts imports it.
import { passkeyClient } from "@better-auth/passkey/client";
import { anonymousClient, emailOTPClient, organizationClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import { fetchWithTimeout } from "#web/data/offline/connectivity.ts";

export const authClient = createAuthClient({
  basePath: "/api/auth",
  fetchOptions: { customFetchImpl: fetchWithTimeout },
  plugins: [passkeyClient(), emailOTPClient(), organizationClient(), anonymousClient()],
});
