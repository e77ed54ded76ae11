import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PasswordField } from "#web/components/fields/password-field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { renewSession, type SessionUser } from "#web/data/session/session.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";

/** A new password in place of the one in use; other devices can be signed out with it. */
export function PasswordForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  // A new key empties the fields after a change.
  const [changes, setChanges] = useState(0);
  const form = useAccountForm(
    (text, change) =>
      change((account) =>
        account.changePassword({
          currentPassword: text("current-password"),
          newPassword: text("password"),
          revokeOtherSessions: text("revoke") === "on",
        }),
      ),
    async () => {
      await renewSession(queryClient);
      setChanges((count) => count + 1);
    },
    undefined,
    "password",
  );
  return (
    <form key={changes} ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly className="hidden" />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        required
        error={form.errorAt("current-password")}
      />
      <NewPasswordField label="New password" error={form.errorAt("password")} />
      <label className="flex min-h-6 items-center gap-2 text-0">
        <input type="checkbox" name="revoke" defaultChecked className="size-6 accent-accent" />
        Sign out other devices
      </label>
      <div className="flex items-center gap-4">
        <Button type="submit" kind="primary" busy={form.busy}>
          Change password
        </Button>
        <p role="status" className="text-0 text-ok">
          {changes > 0 && "Password changed."}
        </p>
      </div>
    </form>
  );
}
