import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { useIsOff } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { ResendLink } from "#web/features/account/verification/resend-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { useFocusOnMount } from "#web/ui/keyboard.ts";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { getLastSignInMethod, setLastSignInMethod, useAfterSignIn } from "./after-sign-in.ts";
import { storeGuestCount, useGuestCount } from "./guest-arriving.tsx";

type SignInFormProps = { redirect: string | undefined };

export function SignInForm({ redirect }: SignInFormProps) {
  const [sentEmail, setSentEmail] = useState("");
  const afterSignIn = useAfterSignIn(redirect);
  const isOff = useIsOff();
  const form = useAccountForm(
    (text, change) => {
      setSentEmail(text("email"));
      return change((account) =>
        account.signIn.email({
          email: text("email"),
          password: text("password"),
          rememberMe: text("remember") === "on",
        }),
      );
    },
    () => {
      setLastSignInMethod("password");
      return afterSignIn();
    },
    undefined,
    "sign-in",
    "tab",
  );
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal}>
        {form.refusal?.offer === "resend" && <NewLinkSent email={sentEmail} />}
      </FormRefusal>
      <Field
        label={m.account_e_mail()}
        {...EMAIL_INPUT}
        autoComplete="username webauthn"
        error={form.errorAt("email")}
      />
      <PasswordField label={m.account_password()} name="password" autoComplete="current-password webauthn" required />
      <div className="flex flex-wrap items-center justify-between gap-3 text-0">
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" name="remember" defaultChecked className="size-6 accent-accent" />
          {m.account_remember_me()}
        </label>
        {!isOff("password-reset") && (
          <Link to="/login" search={(search) => ({ ...search, mode: "forgot" })} className="link">
            {m.account_forgot_password_question()}
          </Link>
        )}
      </div>
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.common_sign_in()}
      </Button>
      {getLastSignInMethod() === "password" && <Badge className="justify-self-center">{m.account_last_used()}</Badge>}
    </form>
  );
}

/** Shown to an unverified user who signs in, because the server has then mailed a new link. */
function NewLinkSent({ email }: { email: string }) {
  return (
    <>
      <p>{m.account_new_link_sent_to({ email })}</p>
      <ResendLink email={email} />
    </>
  );
}

type SignUpFormProps = { redirect: string | undefined };

/** Creates an account. If the address must be verified first, the form ends with a note instead of a session. */
export function SignUpForm({ redirect }: SignUpFormProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const afterSignIn = useAfterSignIn(redirect);
  const getGuestCount = useGuestCount();
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
      // The link of the mail signs in on this device, so the method counts as used.
      setLastSignInMethod("password");
      storeGuestCount(getGuestCount());
      return data?.token ? afterSignIn() : setMailedTo(text("email"));
    },
    undefined,
    "sign-up",
    "tab",
  );
  if (mailedTo) return <MailSent email={mailedTo} />;
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <Field
        label={m.account_name()}
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        error={form.errorAt("name")}
      />
      <Field
        label={m.account_e_mail()}
        {...EMAIL_INPUT}
        autoComplete="username"
        error={
          form.refusal?.offer === "sign-in" ? (
            <EmailTaken text={form.refusal.text} redirect={redirect} />
          ) : (
            form.errorAt("email")
          )
        }
      />
      <NewPasswordField error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.common_create_account()}
      </Button>
    </form>
  );
}

function MailSent({ email }: { email: string }) {
  const text = useFocusOnMount<HTMLParagraphElement>();
  return (
    <div className="grid gap-3">
      <p ref={text} tabIndex={-1} className="outline-none">
        <MarkupText message={m.account_sign_up_mail_sent} inputs={{ email }} />
      </p>
      <ResendLink email={email} />
    </div>
  );
}

function EmailTaken({ text, redirect }: { text: string; redirect: string | undefined }) {
  return (
    <>
      {text}{" "}
      <Link to="/login" search={redirect ? { redirect } : {}} className="link">
        {m.account_sign_in_instead()}
      </Link>
    </>
  );
}
