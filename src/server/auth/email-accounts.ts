import { PASSWORD_LENGTH } from "#domain/account/password.ts";
import type { AccountFeature } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { AuthParts } from "./auth.ts";
import { endMailedLinks } from "./mailed-links.ts";
import { alreadyRegisteredMail, changeMail, deletionMail, noticeMail, resetMail, verificationMail } from "./mails.ts";
import { disowningLink } from "./plugins/disowned-account.ts";
import { forgetTries } from "./plugins/password-tries.ts";

/** Sign-in by e-mail and password, and the mails that go with it. */
export function emailAccounts({ config, secret, db, passwords, budget, sendMail }: AuthParts) {
  const isOn = (feature: AccountFeature) => !config.accountFeaturesOff.has(feature);
  const sendResetPassword = async ({ user, url, token }: Addressed & { token: string }) => {
    await endMailedLinks(db, user.id, token);
    await sendMail(resetMail(user, url));
  };
  const sendVerificationEmail = async ({ user, url }: Addressed, request?: Request) => {
    // Not for an address that was changed: its mail may reach a stranger, and the account is worth something.
    const isSignUp = request?.url.endsWith("/sign-up/email");
    const disowning = isSignUp ? await disowningLink(config.origin, secret, user) : undefined;
    await sendMail(verificationMail(user, landing(url), disowning));
  };
  return {
    emailAndPassword: {
      enabled: isOn("passwords"),
      disableSignUp: !isOn("sign-up"),
      requireEmailVerification: config.emailVerification === "required",
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      // What was there before anybody proved the address may be somebody else's.
      onPasswordReset: async ({ user }: { user: { id: string; email: string; emailVerified: boolean } }) => {
        if (!user.emailVerified) await removeOtherWaysIn(db, user.id);
        await endMailedLinks(db, user.id);
        await forgetTries(budget, user.email);
        await sendMail(noticeMail(user.email, "Your password was changed", config.origin));
      },
      password: passwords,
      ...(isOn("password-reset") && { sendResetPassword }),
      onExistingUserSignUp: ({ user }: Pick<Addressed, "user">) =>
        sendMail(alreadyRegisteredMail(user, `${config.origin}/login`)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      ...(isOn("verification-mail") && { sendVerificationEmail }),
    },
    user: {
      changeEmail: {
        enabled: isOn("change-email"),
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: ({ user, newEmail, url }: Addressed & { newEmail: string }) =>
          sendMail(changeMail(user, newEmail, landing(url))),
      },
      deleteUser: {
        enabled: isOn("deletion"),
        sendDeleteAccountVerification: ({ user, url }: Addressed) => sendMail(deletionMail(user, url)),
      },
    },
  };
}

async function removeOtherWaysIn(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("account").where("userId", "=", userId).where("providerId", "!=", "credential").execute();
  await db.deleteFrom("passkey").where("userId", "=", userId).execute();
}

type Addressed = { user: { id: string; name: string; email: string }; url: string };

/** The link with our own page as its landing where the caller named none. */
function landing(link: string): string {
  const url = new URL(link);
  if (url.searchParams.get("callbackURL") === "/") url.searchParams.set("callbackURL", "/verify-email");
  return url.href;
}
