// Hooks on changes of users and accounts.

import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { toPrintable, withSearchName } from "#domain/text.ts";
import { m } from "#messages";
import type { Language } from "#messages/languages.ts";
import type { OnAddressChanged } from "#server/auth/contract/email-change.ts";
import { recordNewAccount } from "#server/auth/credentials/address-proof-plugin.ts";
import type { OnDetached } from "#server/auth/credentials/detached-address.ts";
import { endMailedLinks } from "#server/auth/credentials/mails.ts";
import type { Database } from "#server/database/database.ts";
import { getCallerLanguage } from "#server/http/language.ts";
import type { Recipient } from "#server/mail/mailer.ts";
import type { AuthParts } from "./auth-parts.ts";
import { toProviderPicture } from "./picture-address.ts";

/** Returns the handlers of an address change and of its undo. */
export function addressChanges(db: Database, notify: Notify): [OnAddressChanged, OnDetached] {
  return [
    async (user) => {
      await endMailedLinks(db, user.id);
      // An unverified address may belong to another person.
      if (user.emailVerified) await notify(user, m.mail_notice_address_changed);
    },
    async (id, email) => {
      await endMailedLinks(db, id);
      await notify({ id, email }, m.mail_notice_address_restored);
    },
  ];
}

export const databaseHooks = (parts: AuthParts, notify: Notify) => ({
  account: {
    create: {
      after: async (account: { id: string; userId: string; providerId: string }) => {
        await recordNewAccount(account);
        await notifyOfNewMethod(parts.db, notify, account);
      },
    },
  },
  session: {
    create: {
      after: async (session: { userId: string } | null) => {
        // Null if the insert failed, which the library reports.
        if (session) await setMissingLanguage(parts.db, session.userId, getCallerLanguage());
      },
    },
  },
  user: {
    create: {
      before: async ({ name, email, emailVerified, image }: NewUser, call: { path?: string } | null) => {
        if (parts.config.accountFeaturesOff.has("sign-up")) refuseSignUp(call?.path);
        const data = {
          // A sign-up by code has no name, and a provider's name may contain unprintable characters.
          ...withSearchName(toPrintable(name) || (email.split("@", 1)[0] ?? "")),
          // A code or a provider has verified the address, and a new account has no older credential.
          ...(emailVerified && { addressProvenAt: new Date().toISOString() }),
          ...(image && { image: toProviderPicture(image) }),
          language: getCallerLanguage(),
        };
        return { data };
      },
    },
    update: {
      before: async ({ name }: Partial<NewUser>) => ({ data: name === undefined ? {} : withSearchName(name) }),
    },
    delete: {
      // The library would delete the user's row directly, and with it all their rows in one statement.
      before: async ({ id }: { id: string }) => {
        await parts.deleteAccount(id);
        return false;
      },
    },
  },
});

/** Stores the language of a sign-in for an account without one: an older account, or one whose browser sent no language. */
async function setMissingLanguage(db: Database, userId: string, language: Language | null): Promise<void> {
  if (language === null) return;
  await db.updateTable("user").set({ language }).where("id", "=", userId).where("language", "is", null).execute();
}

type NewUser = { name: string; email: string; emailVerified: boolean; image?: string | null | undefined };

/** Refuses calls that may create an account implicitly. Sign-up by password has its own refusal. */
function refuseSignUp(path: string | undefined): void {
  // No message, because it would become part of the redirect address.
  if (path === "/callback/:id") throw new APIError("FORBIDDEN", { code: "signup_disabled" });
  if (path !== "/sign-in/email-otp" && path !== "/sign-in/social") return;
  throw new APIError("FORBIDDEN", { code: "signup_disabled", message: m.account_error_sign_up_closed() });
}

// Mails the owner about every change to their sign-in methods, so that unwanted changes are noticed.

/** The notice for each path. */
const CHANGES: Record<string, () => string> = {
  "/change-password": m.mail_notice_password_changed,
  "/passkey/verify-registration": m.mail_notice_passkey_added,
  "/passkey/delete-passkey": m.mail_notice_passkey_removed,
  "/unlink-account": m.mail_notice_method_removed,
};

/** Sends a notice to the address that the account had when the call arrived. */
export type Notify = (to: Recipient, what: () => string) => Promise<void>;

const MINUTE_MS = 60_000;

/**
 * Sends a notice of a linked provider or a first password. A new account gets none for its own sign-in method, and a password
 * reset, which may set a first password, sends its own notice.
 */
async function notifyOfNewMethod(
  db: Database,
  notify: Notify,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  if (tryGetCurrentAuthEndpointContext()?.path === "/reset-password") return;
  const user = await db
    .selectFrom("user")
    .select(["id", "email", "createdAt"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user || Date.now() - new Date(user.createdAt).getTime() < MINUTE_MS) return;
  await notify(user, providerId === "credential" ? m.mail_notice_password_set : m.mail_notice_method_added);
}

export function notices(notify: Notify) {
  const notifyOfChange = createAuthMiddleware(async (ctx) => {
    const { returned, newSession } = ctx.context;
    const what = CHANGES[ctx.path];
    if (!what || isAPIError(returned)) return;
    const session = newSession ?? (await getSessionFromCtx(ctx));
    if (session) await notify(session.user, what);
  });
  return {
    id: "notices",
    hooks: { after: [{ matcher: ({ path }) => path !== undefined && path in CHANGES, handler: notifyOfChange }] },
  } satisfies BetterAuthPlugin;
}
