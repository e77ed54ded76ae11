import { useState } from "react";
import { refusalOf } from "./account-errors.ts";
import { sendVerificationLink } from "./verification-link.ts";

type ResendLinkProps = { email: string };

/** Sends the verification link once more, and says so in its own place. */
export function ResendLink({ email }: ResendLinkProps) {
  const [note, setNote] = useState<string | null>(null);
  const resend = async () => {
    const { error } = await sendVerificationLink(email);
    setNote(error ? refusalOf(error).text : `Sent once more to ${email}.`);
  };
  return (
    <p role="status">
      {note ?? (
        <button type="button" onClick={resend} className="link min-h-6">
          Resend
        </button>
      )}
    </p>
  );
}
