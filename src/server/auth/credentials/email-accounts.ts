import { randomUUID } from "node:crypto";
import { PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { createDisowningLink } from "#server/auth/providers/disowned-account.ts";
import type { AccountFeature } from "#server/config/config.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { handlePasswordReset } from "./address-proof-plugin.ts";
import { createDetachingLink } from "./detached-address.ts";
import {
  alreadyRegisteredMail,
  changeMail,
  deletionMail,
  endMailedLinks,
  getMailQuota,
  noticeMail,
  resetMail,
  verificationMail,
} from "./mails.ts";
import { resetPasswordAttempts } from "./password-plugin.ts";

/** Returns the library's options for sign-in by e-mail and password, and for the mails of an account. */
export function emailAccounts(parts: AuthParts) {
  const { config, secret, db, passwords, rateLimiter, sendMail, deleteAccount } = parts;
  const isFeatureOn = (feature: AccountFeature) => !config.accountFeaturesOff.has(feature);
  const sendResetPassword = async ({ user, url, token }: LinkMail & { token: string }) => {
    await endMailedLinks(db, user.id, token);
    await sendMail(user, () => resetMail(user, url), await getMailQuota(db, user.email));
  };
  const sendVerificationEmail = async ({ user, url }: LinkMail, request?: Request) => {
    // A new address is not proven yet, so a mail to it counts against the quota for requests by anyone.
    const isResent = isCallTo(request, "/send-verification-email");
    const quota = isResent ? await getMailQuota(db, user.email) : "address";
    const refusal = await getRefusalLink(user, request);
    await sendMail(user, () => verificationMail(user, setLandingPage(url), refusal), quota);
  };
  /** Returns the link with which the recipient refuses the mail: it deletes a new account, or removes the address from an older one. */
  const getRefusalLink = async (user: LinkMail["user"], request?: Request) => {
    if (isCallTo(request, "/sign-up/email")) {
      return { label: m.mail_disown, url: await createDisowningLink(config.origin, secret, user) };
    }
    const url = await createDetachingLink(db, config.origin, secret, user);
    return url === null ? undefined : { label: m.mail_refuse, url };
  };
  return {
    emailAndPassword: {
      enabled: isFeatureOn("passwords"),
      disableSignUp: !isFeatureOn("sign-up"),
      requireEmailVerification: config.emailVerification === "required",
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }: { user: { id: string; email: string } }) => {
        await handlePasswordReset({ db }, user);
        await endMailedLinks(db, user.id);
        await resetPasswordAttempts(rateLimiter, user.email);
        await sendMail(user, () => noticeMail(user.email, m.mail_notice_password_changed(), config.origin), "notice");
      },
      password: passwords,
      ...(isFeatureOn("password-reset") && { sendResetPassword }),
      onExistingUserSignUp: async ({ user }: Pick<LinkMail, "user">) => {
        await imitateSignUp(db);
        await sendMail(user, () => alreadyRegisteredMail(user, `${config.origin}/login`), "address");
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      ...(isFeatureOn("verification-mail") && { sendVerificationEmail }),
    },
    user: {
      additionalFields: {
        addressProvenAt: INTERNAL,
        searchName: INTERNAL,
        language: INTERNAL,
      },
      changeEmail: {
        enabled: isFeatureOn("change-email"),
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, url }: LinkMail & { newEmail: string }) =>
          sendMail(user, () => changeMail(user, newEmail, setLandingPage(url)), await getMailQuota(db, user.email)),
      },
      deleteUser: {
        enabled: isFeatureOn("deletion"),
        // Runs before the library deletes sessions and credentials separately, so that one transaction deletes everything.
        beforeDelete: ({ id }: { id: string }) => deleteAccount(id),
        sendDeleteAccountVerification: async ({ user, url }: LinkMail) =>
          sendMail(user, () => deletionMail(user, url), await getMailQuota(db, user.email)),
      },
    },
  };
}

/**
 * Writes the rows of a new account and deletes them again, so that a sign-up with a taken address takes as long as any other.
 */
async function imitateSignUp(db: Database): Promise<void> {
  const id = randomUUID();
  const time = new Date();
  const times = { createdAt: time, updatedAt: time };
  const user = { id, name: "", email: `${id}@sign-up.invalid`, emailVerified: false, image: null, isAnonymous: false };
  const account = { id: randomUUID(), userId: id, accountId: id, providerId: "credential" };
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("user")
      .values({
        ...user,
        ...times,
        addressProvenAt: null,
        bannedAt: null,
        searchName: null,
        language: null,
      })
      .execute();
    await trx
      .insertInto("account")
      .values({ ...account, ...times })
      .execute();
    await trx.deleteFrom("account").where("userId", "=", id).execute();
    await trx.deleteFrom("user").where("id", "=", id).execute();
  });
}

/** A field that calls neither set nor return. */
const INTERNAL = { type: "string", required: false, input: false, returned: false } as const;

type LinkMail = { user: { id: string; name: string; email: string }; url: string };

/** Whether the request calls this path, regardless of its query. */
const isCallTo = (request: Request | undefined, path: string): boolean =>
  request !== undefined && new URL(request.url).pathname.endsWith(path);

/** Returns the link with our page as its callback if the caller gave none. */
function setLandingPage(link: string): string {
  const url = new URL(link);
  if (url.searchParams.get("callbackURL") === "/") url.searchParams.set("callbackURL", "/verify-email");
  return url.href;
}
