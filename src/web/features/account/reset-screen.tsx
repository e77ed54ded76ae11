import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Revocable } from "#domain/account/revocable.ts";
import { Page } from "#web/shell/page.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { linkRefusalOf } from "./account-errors.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { revokedBy, revokedText } from "./revoked.ts";
import { useAccountForm } from "./use-account-form.ts";

type ResetScreenProps = { token: string | undefined; error: string | undefined };

/** A new password, for whoever comes with the link out of the mail. */
export function ResetScreen({ token, error }: ResetScreenProps) {
  // Kept here, because the address bar forgets it at once.
  const [kept] = useState(token);
  const [answer, setAnswer] = useState<unknown>(null);
  useEffect(() => history.replaceState(history.state, "", "/reset-password"), []);
  if (answer) return <Done revoked={revokedBy(answer)} />;
  if (!kept) return <Spent text={linkRefusalOf(error ?? "INVALID_TOKEN")} />;
  return (
    <div className="mx-auto max-w-md">
      <Page title="New password">
        <ResetForm token={kept} onDone={setAnswer} />
      </Page>
    </div>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (answer: unknown) => void }) {
  const form = useAccountForm(
    (text, change) => change((account) => account.resetPassword({ newPassword: text("password"), token })),
    (_, { data }) => onDone(data),
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="panel grid gap-4 p-6">
      <FormRefusal refusal={form.refusal}>{form.refusal?.offer === "new-reset" && <NewLink />}</FormRefusal>
      <NewPasswordField label="New password" error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        Set password
      </Button>
    </form>
  );
}

function Done({ revoked }: { revoked: readonly Revocable[] }) {
  return (
    <Page title="Password set" lead="You are signed out everywhere. Sign in with the new password.">
      {revoked.length > 0 && (
        <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
          {revokedText(revoked)}
        </p>
      )}
      <Link to="/login" className={buttonLook("primary")}>
        Sign in
      </Link>
    </Page>
  );
}

function Spent({ text }: { text: string }) {
  return (
    <Page title="This link does not work" lead={text}>
      <NewLink />
    </Page>
  );
}

function NewLink() {
  return (
    <Link to="/login" search={{ mode: "forgot" }} className="link">
      Send a new one
    </Link>
  );
}
