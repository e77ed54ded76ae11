import type { ChangeAccount } from "#web/data/mutation.ts";

/** Mails the link again. Sent without cookies: with a guest's cookie only the guest's own address would be allowed. */
export const sendVerificationLink = (email: string, change: ChangeAccount) =>
  change((account) =>
    account.sendVerificationEmail({ email, callbackURL: "/verify-email", fetchOptions: { credentials: "omit" } }),
  );
