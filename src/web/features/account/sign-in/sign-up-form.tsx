import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { EMAIL_INPUT } from "#web/features/account/forms/email-input.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { keepGuestCount, useGuestCount } from "#web/features/account/guest/guest-count.ts";
import { ResendLink } from "#web/features/account/verification/resend-link.tsx";
import { useAfterSignIn } from "./after-sign-in.ts";
import { setLastSignInMethod } from "./last-sign-in-method.ts";

type SignUpFormProps = { redirect: string | undefined };

/** A new account. Where e-mails must be verified first, it ends with a note instead of a session. */
export function SignUpForm({ redirect }: SignUpFormProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const afterSignIn = useAfterSignIn(redirect);
  const guestCount = useGuestCount();
  const form = useAccountForm(
    (text, change) =>
      change((account) =>
        account.signUp.email({
          name: text("name"),
          email: text("email"),
          password: text("password"),
          callbackURL: "/verify-email",
        }),
      ),
    (text, { data }) => {
      // The link of the mail signs in where the sign-up was.
      setLastSignInMethod("password");
      keepGuestCount(guestCount());
      return data?.token ? afterSignIn() : setMailedTo(text("email"));
    },
  );
  if (mailedTo) return <MailSent email={mailedTo} />;
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <Field label="Name" name="name" autoComplete="name" required maxLength={80} error={form.errorAt("name")} />
      <Field
        label="E-mail"
        {...EMAIL_INPUT}
        autoComplete="username"
        error={
          form.refusal?.offer === "sign-in" ? (
            <Taken text={form.refusal.text} redirect={redirect} />
          ) : (
            form.errorAt("email")
          )
        }
      />
      <NewPasswordField error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        Create account
      </Button>
    </form>
  );
}

function MailSent({ email }: { email: string }) {
  return (
    <div role="status" className="grid gap-3">
      <p>
        We sent a link to <b>{email}</b>. Open it to finish, then sign in.
      </p>
      <ResendLink email={email} />
    </div>
  );
}

function Taken({ text, redirect }: { text: string; redirect: string | undefined }) {
  return (
    <>
      {text}{" "}
      <Link to="/login" search={redirect ? { redirect } : {}} className="link">
        Sign in instead
      </Link>
    </>
  );
}
