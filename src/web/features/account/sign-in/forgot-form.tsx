import { useState } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { EMAIL_INPUT } from "#web/features/account/forms/email-input.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";

/** Asks for a reset link. The answer is the same whether or not the account exists. */
export function ForgotForm() {
  const [sent, setSent] = useState(false);
  const form = useAccountForm(
    (text, change) =>
      change((account) => account.requestPasswordReset({ email: text("email"), redirectTo: "/reset-password" })),
    () => setSent(true),
  );
  if (sent) return <p role="status">If this email exists in our system, check your email for the reset link</p>;
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <Field label="E-mail" {...EMAIL_INPUT} autoComplete="username" error={form.errorAt("email")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        Send reset link
      </Button>
    </form>
  );
}
