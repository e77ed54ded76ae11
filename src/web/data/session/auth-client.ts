// The account system's own client, brought by account-client.ts alone.
import { passkeyClient } from "@better-auth/passkey/client";
import { anonymousClient, emailOTPClient, organizationClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import { fetchInTime } from "#web/data/offline/connectivity.ts";

export const authClient = createAuthClient({
  basePath: "/api/auth",
  fetchOptions: { customFetchImpl: fetchInTime },
  plugins: [passkeyClient(), emailOTPClient(), organizationClient(), anonymousClient()],
});
