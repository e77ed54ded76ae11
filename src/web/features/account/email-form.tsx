import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { renewSession, type SessionUser } from "#web/client/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tape } from "#web/ui/tape.tsx";
import { EMAIL_INPUT } from "./email-input.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { pendingEmailOf, rememberPendingEmail } from "./pending-email.ts";
import { ResendLink } from "./resend-link.tsx";
import { type Texts, useAccountForm } from "./use-account-form.ts";
import { perform, type Wanted } from "./wanted.ts";

const changeOf = (text: Texts): Wanted => ({ action: "change-email", about: text("email") });

/** Another address: confirmed by a mail to the old one, then verified by a mail to the new one. */
export function EmailForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(() => pendingEmailOf(user));
  const form = useAccountForm(
    (text, change) => perform(changeOf(text), change),
    async (text) => {
      // What is not verified yet is changed at once.
      if (user.emailVerified) rememberPendingEmail(user, text("email"));
      setPending(pendingEmailOf(user));
      await renewSession(queryClient);
    },
    changeOf,
    "email",
  );
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 break-words">{user.email}</b>
        <Tape>{user.emailVerified ? "Verified" : "Pending"}</Tape>
      </p>
      <div role="status" className="grid gap-1 text-0 text-ink-2 empty:hidden">
        {pending && pending !== user.email && <Waiting from={user.email} to={pending} />}
        {!user.emailVerified && <Unverified email={user.email} />}
      </div>
      <Field
        // Emptied once the change waits or is done.
        key={`${user.email} ${pending}`}
        label="New e-mail"
        hint="We mail a link to your present address first, then one to the new address."
        {...EMAIL_INPUT}
        autoComplete="email"
        error={form.errorAt("email")}
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Change e-mail
      </Button>
    </form>
  );
}

function Waiting({ from, to }: { from: string; to: string }) {
  return (
    <p>
      Change to <b>{to}</b> is pending until you click the link we sent to {from}. Open it in this browser; then a mail
      to the new address verifies it.
    </p>
  );
}

function Unverified({ email }: { email: string }) {
  return (
    <>
      <p>Not verified: pending until you click the link we sent to {email}.</p>
      <ResendLink email={email} />
    </>
  );
}
