// What follows from changes to users and their accounts, whichever call makes them.
import { APIError } from "better-auth/api";
import { toPrintable } from "#domain/text.ts";
import type { OnMoved } from "#server/auth/contract/email-change.ts";
import { endMailedLinks } from "#server/auth/credentials/mailed-links.ts";
import { rememberNewAccount } from "#server/auth/plugins/address-proof.ts";
import type { OnDetached } from "#server/auth/plugins/detached-address.ts";
import { type Tell, tellOfNewWay } from "#server/auth/plugins/notices.ts";
import type { Database } from "#server/database/database.ts";
import { deleteAccount } from "./account-deletion.ts";
import type { AuthParts } from "./auth.ts";

/** What follows once an account has another address, and once it has the previous one again. */
export function addressChanges(db: Database, tell: Tell): [OnMoved, OnDetached] {
  return [
    async ({ id, email, emailVerified }) => {
      await endMailedLinks(db, id);
      // An unverified address may belong to a stranger.
      if (emailVerified) await tell(email, "Your e-mail address was changed");
    },
    async (userId, previousEmail) => {
      await endMailedLinks(db, userId);
      await tell(previousEmail, "The change of your e-mail address was undone");
    },
  ];
}

export const databaseHooks = (parts: AuthParts, tell: Tell) => ({
  account: {
    create: {
      after: async (account: { id: string; userId: string; providerId: string }) => {
        await rememberNewAccount(account);
        await tellOfNewWay(parts.db, tell, account);
      },
    },
  },
  user: {
    create: {
      before: async ({ name, email, emailVerified }: NewUser, call: { path?: string } | null) => {
        if (parts.config.accountFeaturesOff.has("sign-up")) refuseSignUp(call?.path);
        const data = {
          // A sign-up by a code has no name, and a provider's may hold anything.
          name: toPrintable(name) || (email.split("@", 1)[0] ?? ""),
          // Made by a code or a provider that verified the address: there is no older credential.
          ...(emailVerified && { addressProvenAt: new Date().toISOString() }),
        };
        return { data };
      },
    },
    delete: {
      // The library would delete the row, and with it all rows of the person at once.
      before: async ({ id }: { id: string }) => {
        await deleteAccount(parts.db, id);
        return false;
      },
    },
  },
});

type NewUser = { name: string; email: string; emailVerified: boolean };

/** The calls that make an account on the way; a guest has none, and signing up by password has a refusal of its own. */
function refuseSignUp(path: string | undefined): void {
  // A message would stand in the address that a provider's return leads to.
  if (path === "/callback/:id") throw new APIError("FORBIDDEN", { code: "signup_disabled" });
  if (path !== "/sign-in/email-otp" && path !== "/sign-in/social") return;
  throw new APIError("FORBIDDEN", { code: "signup_disabled", message: "New accounts are closed here." });
}
