import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#web/components/ui/button.tsx";
import { mutate } from "#web/data/mutation.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { NewPasswordField } from "#web/features/account/forms/new-password-field.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { getAnswer } from "#web/features/account/profile/data-answer.ts";

/** Sets a first password for a user who signs in by a provider or a passkey. */
export function SetPasswordForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const form = useAccountForm(
    (text) =>
      getAnswer(mutate(queryClient, trpc.account.setPassword.mutationOptions(), { newPassword: text("password") })),
    () => queryClient.invalidateQueries(trpc.account.overview.queryFilter()),
  );
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <p className="text-0 text-ink-2">You have none yet. With one you can sign in by e-mail and password, too.</p>
      <FormRefusal refusal={form.refusal} />
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly className="hidden" />
      <NewPasswordField label="New password" error={form.errorAt("password")} />
      <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
        Set a password
      </Button>
    </form>
  );
}
