import { useQueryClient } from "@tanstack/react-query";
import { mutate } from "#web/client/mutation.ts";
import type { SessionUser } from "#web/client/session.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { answerOf } from "./data-answer.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** A first password, for whoever came by a provider or a passkey. */
export function SetPasswordForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const form = useAccountForm(
    (text) =>
      answerOf(mutate(queryClient, trpc.account.setPassword.mutationOptions(), { newPassword: text("password") })),
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
