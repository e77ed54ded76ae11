import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { renewSession, type SessionUser } from "#web/data/session/session.ts";
import { EMAIL_INPUT } from "#web/features/account/forms/email-input.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { type Texts, useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { type PendingAction, perform } from "#web/features/account/reauthentication/pending-action.ts";
import { ResendLink } from "#web/features/account/verification/resend-link.tsx";
import { getPendingEmail, rememberPendingEmail } from "./pending-email.ts";

const getChange = (text: Texts): PendingAction => ({ action: "change-email", about: text("email") });

/** Another address: confirmed by a mail to the old one, then verified by a mail to the new one. */
export function EmailForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(() => getPendingEmail(user));
  const form = useAccountForm(
    (text, change) => perform(getChange(text), change),
    async (text) => {
      // What is not verified yet is changed at once.
      if (user.emailVerified) rememberPendingEmail(user, text("email"));
      setPending(getPendingEmail(user));
      await renewSession(queryClient);
    },
    getChange,
    "email",
  );
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 break-words">{user.email}</b>
        <Badge>{user.emailVerified ? "Verified" : "Pending"}</Badge>
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
