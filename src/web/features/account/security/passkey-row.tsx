import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { wasInterrupted } from "#web/data/offline/typed/interrupted-input.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { getDay, type ListedPasskey, passkeysQuery } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { forgetPasskey, knowsPasskeys } from "#web/features/account/passkey.ts";
import { usePendingAction } from "#web/features/account/use-account-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { KeyRound } from "#web/ui/icons.tsx";
import { ConfirmButton } from "#web/ui/overlays/confirm-dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";

type PasskeyRowProps = { passkey: ListedPasskey; onChanged: () => Promise<void> };

/** One passkey: where it lives, since when, and the ways to rename and to remove it. */
function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [isRenaming, setRenaming] = useState(() => wasInterrupted(passkeyInput(passkey.id)));
  const name = passkey.name || m.account_passkey();
  const remove = usePendingAction({ action: "remove-passkey", about: passkey.id }, async () => {
    await forgetPasskey(passkey.credentialID);
    await onChanged();
  });
  return (
    <li className="grid gap-3 py-4">
      <div className="flex gap-4">
        <KeyRound aria-hidden="true" className="size-6 shrink-0 text-ink-3" strokeWidth={1.75} />
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-3 text-1 break-words">
              {name} <Badge>{passkey.backedUp ? m.account_synced() : m.account_this_device_only()}</Badge>
            </h3>
            <p className="text-0 text-ink-2">
              {m.account_passkey_days({ added: getDay(passkey.createdAt), lastUsed: getDay(passkey.updatedAt) })}
            </p>
          </div>
          <span className="flex flex-wrap gap-3">
            <Button size="small" onClick={() => setRenaming(true)} aria-label={m.account_rename_name({ name })}>
              {m.common_rename()}
            </Button>
            <ConfirmButton
              size="small"
              busy={remove.busy}
              aria-label={m.common_remove_name({ name })}
              title={m.account_remove_name_question({ name })}
              description={m.account_passkey_removal_explained()}
              onConfirm={remove.run}
            >
              {m.common_remove()}
            </ConfirmButton>
          </span>
        </div>
      </div>
      <FormRefusal refusal={remove.refusal} />
      {isRenaming && <RenameDialog passkey={passkey} onRenamed={onChanged} onClose={() => setRenaming(false)} />}
    </li>
  );
}

const passkeyInput = (id: string): string => `passkey:${id}`;

type RenameDialogProps = { passkey: ListedPasskey; onRenamed: () => Promise<void>; onClose: () => void };

function RenameDialog({ passkey, onRenamed, onClose }: RenameDialogProps) {
  const form = useAccountForm(
    (text, change) => change((account) => account.passkey.updatePasskey({ id: passkey.id, name: text("name").trim() })),
    async () => {
      onClose();
      await onRenamed();
    },
    undefined,
    passkeyInput(passkey.id),
  );
  return (
    <FormDialog
      ref={form.ref}
      title={m.account_rename_passkey()}
      action={m.common_rename()}
      busy={form.busy}
      input={form.input}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormRefusal refusal={form.refusal} />
      <Field
        label={m.common_name()}
        name="name"
        defaultValue={passkey.name ?? ""}
        required
        pattern=".*\S.*"
        maxLength={80}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** The passkeys of an account, and one more. */
export function PasskeysCard({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useQuery(passkeysQuery(user.id));
  return (
    <Panel title={m.account_passkeys()}>
      {data && <Passkeys listed={data} userId={user.id} />}
      {!data &&
        (error ? <ErrorPanel error={error} onRetry={refetch} /> : <Skeleton label={m.account_loading()} rows={2} />)}
    </Panel>
  );
}

function Passkeys({ listed, userId }: { listed: readonly ListedPasskey[]; userId: string }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: passkeysQuery(userId).queryKey });
  const add = usePendingAction({ action: "add-passkey" }, refresh);
  return (
    <div className="grid gap-4">
      <p className="max-w-(--measure) text-0 text-ink-2">{getPasskeyAdvice(listed)}</p>
      {listed.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {listed.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />
          ))}
        </ul>
      )}
      <FormRefusal refusal={add.refusal} />
      {knowsPasskeys() ? (
        <Button busy={add.busy} onClick={add.run} className="justify-self-start">
          {m.account_add_a_passkey()}
        </Button>
      ) : (
        <p className="text-0 text-ink-3">{m.account_this_browser_doesnt_support_passkeys()}</p>
      )}
    </div>
  );
}

function getPasskeyAdvice(listed: readonly ListedPasskey[]): string {
  const [first, ...others] = listed;
  if (!first) return m.account_passkeys_none();
  if (others.length > 0) return m.account_passkeys_several();
  return m.account_passkeys_one();
}
