import type { GenericOAuthConfig } from "better-auth/plugins";
import { OWN_ID, type OwnProvider } from "./settings.ts";

/** An OpenID Connect provider of the installation's own as the account library wants it, all but its address asked of the provider. */
export function ownProviderConfig(own: OwnProvider | null): GenericOAuthConfig[] {
  if (!own) return [];
  const { issuer, ...settings } = own;
  return [
    {
      ...settings,
      providerId: OWN_ID,
      discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      scopes: ["openid", "profile", "email"],
      pkce: true,
      authentication: "basic",
      requireIdTokenVerification: true,
    },
  ];
}
