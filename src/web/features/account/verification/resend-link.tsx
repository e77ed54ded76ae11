import { useState } from "react";
import { m } from "#messages";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { useIsOff } from "#web/features/account/feature.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";

type ResendLinkProps = { email: string };

/** A button that sends the verification link again and is replaced by the result. */
export function ResendLink({ email }: ResendLinkProps) {
  const [isSent, setSent] = useState(false);
  const resend = useAccountCall(
    (_, change) => sendVerificationLink(email, change),
    () => setSent(true),
  );
  if (useIsOff()("verification-mail")) return null;
  return (
    <p role="status">
      {resend.refusal?.text ??
        (isSent ? (
          m.account_sent_once_more_to_email({ email })
        ) : (
          <button type="button" onClick={() => void resend.run(undefined)} className="link min-h-6">
            {m.account_resend()}
          </button>
        ))}
    </p>
  );
}

/** Sends the verification mail again, without cookies: with a guest's cookie only the guest's own address would be allowed. */
export const sendVerificationLink = (email: string, change: ChangeAccount) =>
  change((account) =>
    account.sendVerificationEmail({ email, callbackURL: "/verify-email", fetchOptions: { credentials: "omit" } }),
  );
