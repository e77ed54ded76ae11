import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { renewSession, type SessionUser } from "#web/data/session/session.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { PictureField } from "./picture-field.tsx";

export function ProfileForm({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useAccountForm(
    (text, change) => change((account) => account.updateUser({ name: text("name").trim() })),
    async () => {
      await renewSession(queryClient);
      setSaved(true);
    },
    undefined,
    "profile",
  );
  return (
    <Panel title="Profile" className="w-full max-w-xl">
      <PictureField user={user} />
      <form
        ref={form.ref}
        method="post"
        onSubmit={form.onSubmit}
        onChange={() => setSaved(false)}
        className="mt-6 grid gap-4"
      >
        <FormRefusal refusal={form.refusal} />
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={80}
          defaultValue={user.name}
          error={form.errorAt("name")}
        />
        <div className="flex items-center gap-4">
          <Button type="submit" kind="primary" busy={form.busy}>
            Save
          </Button>
          <p role="status" className="text-0 text-ok">
            {saved && "Saved."}
          </p>
        </div>
      </form>
    </Panel>
  );
}
