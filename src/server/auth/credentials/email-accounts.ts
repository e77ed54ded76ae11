import { randomUUID } from "node:crypto";
import { PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import { disowningLink } from "#server/auth/providers/disowned-account.ts";
import type { AccountFeature } from "#server/config/config.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { proveByReset } from "./address-proof-plugin.ts";
import { detachingLink } from "./detached-address.ts";
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
import { forgetTries } from "./password-plugin.ts";

/** Sign-in by e-mail and password, and the mails that go with it. */
export function emailAccounts(parts: AuthParts) {
  const { config, secret, db, passwords, rateLimiter, sendMail, deleteAccount } = parts;
  const isFeatureOn = (feature: AccountFeature) => !config.accountFeaturesOff.has(feature);
  const sendResetPassword = async ({ user, url, token }: Addressed & { token: string }) => {
    await endMailedLinks(db, user.id, token);
    await sendMail(user, () => resetMail(user, url), await getMailQuota(db, user.email));
  };
  const sendVerificationEmail = async ({ user, url }: Addressed, request?: Request) => {
    // A new address is not proven by anyone yet, so a mail to it counts against the strangers' quota.
    const isResent = isCallOf(request, "/send-verification-email");
    const quota = isResent ? await getMailQuota(db, user.email) : "address";
    const refusal = await refusalLink(user, request);
    await sendMail(user, () => verificationMail(user, landing(url), refusal), quota);
  };
  /** A new account is deleted; one that existed before keeps everything but the address that its owner chose. */
  const refusalLink = async (user: Addressed["user"], request?: Request) => {
    if (isCallOf(request, "/sign-up/email")) {
      return { label: m.mail_disown, url: await disowningLink(config.origin, secret, user) };
    }
    const url = await detachingLink(db, config.origin, secret, user);
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
        await proveByReset({ db }, user);
        await endMailedLinks(db, user.id);
        await forgetTries(rateLimiter, user.email);
        await sendMail(user, () => noticeMail(user.email, m.mail_notice_password_changed(), config.origin), "notice");
      },
      password: passwords,
      ...(isFeatureOn("password-reset") && { sendResetPassword }),
      onExistingUserSignUp: async ({ user }: Pick<Addressed, "user">) => {
        await writeAsSignUp(db);
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
        sendChangeEmailConfirmation: async ({ user, newEmail, url }: Addressed & { newEmail: string }) =>
          sendMail(user, () => changeMail(user, newEmail, landing(url)), await getMailQuota(db, user.email)),
      },
      deleteUser: {
        enabled: isFeatureOn("deletion"),
        // Before the library deletes sessions and credentials on their own: all of it goes in one transaction.
        beforeDelete: ({ id }: { id: string }) => deleteAccount(id),
        sendDeleteAccountVerification: async ({ user, url }: Addressed) =>
          sendMail(user, () => deletionMail(user, url), await getMailQuota(db, user.email)),
      },
    },
  };
}

/**
 * Has the database write what it writes for a new account, and leaves nothing of it: a sign-up with a taken address would be
 * answered sooner otherwise.
 */
async function writeAsSignUp(db: Database): Promise<void> {
  const id = randomUUID();
  const at = new Date();
  const times = { createdAt: at, updatedAt: at };
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

/** A field that no call sets or answers. */
const INTERNAL = { type: "string", required: false, input: false, returned: false } as const;

type Addressed = { user: { id: string; name: string; email: string }; url: string };

/** Whether the request calls this path, whatever query follows it. */
const isCallOf = (request: Request | undefined, path: string): boolean =>
  request !== undefined && new URL(request.url).pathname.endsWith(path);

/** The link with our own page as its landing where the caller named none. */
function landing(link: string): string {
  const url = new URL(link);
  if (url.searchParams.get("callbackURL") === "/") url.searchParams.set("callbackURL", "/verify-email");
  return url.href;
}
