import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "#messages";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { hasUnsentInput } from "#web/data/offline/typed/interrupted-input.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { formatUnbrokenDay, type ListedPasskey, passkeysQuery } from "#web/features/account/account-queries.ts";
import { ActionRow } from "#web/features/account/forms/action-row.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { signalDeletedPasskey, supportsPasskeys } from "#web/features/account/passkey.ts";
import { usePendingAction } from "#web/features/account/use-account-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { KeyRound } from "#web/ui/icons.tsx";
import { ConfirmButton } from "#web/ui/overlays/confirm-dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";

type PasskeyRowProps = { passkey: ListedPasskey; onChanged: () => Promise<void> };

/** A passkey: whether it is synced, when it was added, and buttons to rename and remove it. */
function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [isRenaming, setRenaming] = useState(() => hasUnsentInput(getFormKey(passkey.id)));
  const name = passkey.name || m.account_passkey();
  const remove = usePendingAction({ action: "remove-passkey", argument: passkey.id }, async () => {
    await signalDeletedPasskey(passkey.credentialID);
    await onChanged();
  });
  return (
    <ActionRow
      Icon={KeyRound}
      title={
        <div className="flex flex-wrap items-center gap-x-3 break-words">
          <h3 className="text-1">{name}</h3>
          <Badge>{passkey.backedUp ? m.account_synced() : m.account_this_device_only()}</Badge>
        </div>
      }
      description={m.account_passkey_added_on({ day: formatUnbrokenDay(passkey.createdAt) })}
      actions={
        <span className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => setRenaming(true)} aria-label={m.account_rename_name({ name })}>
            {m.common_rename()}
          </Button>
          <ConfirmButton
            size="small"
            busy={remove.busy}
            aria-label={m.common_remove_name({ name })}
            question={m.account_remove_name_question({ name })}
            description={m.account_passkey_removal_explained()}
            action={m.common_remove()}
            onConfirm={remove.run}
          />
        </span>
      }
      refusal={remove.refusal}
    >
      {isRenaming && <RenameDialog passkey={passkey} onRenamed={onChanged} onClose={() => setRenaming(false)} />}
    </ActionRow>
  );
}

const getFormKey = (id: string): string => `passkey:${id}`;

type RenameDialogProps = { passkey: ListedPasskey; onRenamed: () => Promise<void>; onClose: () => void };

function RenameDialog({ passkey, onRenamed, onClose }: RenameDialogProps) {
  const form = useAccountForm(
    (text, change) => change((account) => account.passkey.updatePasskey({ id: passkey.id, name: text("name").trim() })),
    async () => {
      onClose();
      await onRenamed();
    },
    undefined,
    getFormKey(passkey.id),
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

/** The account's passkeys, with a button to add one. */
export function PasskeysCard({ user }: { user: SessionUser }) {
  const query = useQuery(passkeysQuery(user.id));
  return (
    <Panel title={m.account_passkeys()}>
      {query.data ? (
        <Passkeys listed={query.data} userId={user.id} />
      ) : (
        <QueryFallback query={query} loading={m.account_loading()} rows={2} errorClassName="" />
      )}
    </Panel>
  );
}

function Passkeys({ listed: passkeys, userId }: { listed: readonly ListedPasskey[]; userId: string }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: passkeysQuery(userId).queryKey });
  const add = usePendingAction({ action: "add-passkey" }, refresh);
  return (
    <div className="grid gap-4">
      <p className="max-w-(--measure) text-0 text-ink-2">{getPasskeyAdvice(passkeys)}</p>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />
          ))}
        </ul>
      )}
      <FormRefusal refusal={add.refusal} />
      {supportsPasskeys() ? (
        <Button busy={add.busy} onClick={add.run} className="justify-self-start">
          {m.account_add_a_passkey()}
        </Button>
      ) : (
        <p className="text-0 text-ink-3">{m.account_this_browser_doesnt_support_passkeys()}</p>
      )}
    </div>
  );
}

function getPasskeyAdvice(passkeys: readonly ListedPasskey[]): string {
  const [first, ...others] = passkeys;
  if (!first) return m.account_passkeys_none();
  if (others.length > 0) return m.account_passkeys_several();
  return m.account_passkeys_one();
}
