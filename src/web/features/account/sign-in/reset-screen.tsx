import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Revocable } from "#domain/account/account.ts";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { getLinkRefusal } from "#web/features/account/account-errors.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { useAccountForm, useHiddenUrlToken } from "#web/features/account/forms/use-account-form.ts";
import { formatRevoked, parseRevoked } from "#web/features/account/revoked.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";

type ResetScreenProps = { token: string | undefined; error: string | undefined };

/** Sets a new password; the mailed link opens this screen. */
export function ResetScreen({ token, error }: ResetScreenProps) {
  // Copied to state, because it is removed from the address at once.
  const [initialToken] = useState(token);
  const [response, setAnswer] = useState<unknown>(null);
  useHiddenUrlToken("/reset-password", response !== null);
  if (response) return <PasswordSet revoked={parseRevoked(response)} />;
  if (!initialToken) return <InvalidLink text={getLinkRefusal(error ?? "INVALID_TOKEN")} />;
  return (
    <div className="mx-auto max-w-md">
      <Page title={m.common_new_password()}>
        <ResetForm token={initialToken} onDone={setAnswer} />
      </Page>
    </div>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (response: unknown) => void }) {
  const form = useAccountForm(
    (text, change) => change((account) => account.resetPassword({ newPassword: text("password"), token })),
    (_, { data }) => onDone(data),
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="panel grid gap-4 p-6">
      <FormRefusal refusal={form.refusal}>{form.refusal?.offer === "new-reset" && <NewLink />}</FormRefusal>
      <NewPasswordField label={m.common_new_password()} error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.account_set_password()}
      </Button>
    </form>
  );
}

function PasswordSet({ revoked }: { revoked: readonly Revocable[] }) {
  return (
    <Page title={m.account_password_set()} lead={m.account_password_set_lead()}>
      {revoked.length > 0 && (
        <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
          {formatRevoked(revoked)}
        </p>
      )}
      <Link to="/login" className={getButtonClasses("primary")}>
        {m.common_sign_in()}
      </Link>
    </Page>
  );
}

function InvalidLink({ text }: { text: string }) {
  return (
    <Page title={m.account_this_link_does_not_work()} lead={text}>
      <NewLink />
    </Page>
  );
}

function NewLink() {
  return (
    <Link to="/login" search={{ mode: "forgot" }} className="link">
      {m.account_send_a_new_one()}
    </Link>
  );
}
