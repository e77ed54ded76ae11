// The account system's own client, brought by account-client.ts alone.
import { passkeyClient } from "@better-auth/passkey/client";
import { anonymousClient, emailOTPClient, organizationClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient({
  basePath: "/api/auth",
  plugins: [passkeyClient(), emailOTPClient(), organizationClient(), anonymousClient()],
});
