import { askAccount } from "#web/client/account-client.ts";

/** Mails the link once more. Sent as nobody: with a guest's cookie only the guest's own address would be allowed. */
export const sendVerificationLink = (email: string) =>
  askAccount((account) =>
    account.sendVerificationEmail({ email, callbackURL: "/verify-email", fetchOptions: { credentials: "omit" } }),
  );
