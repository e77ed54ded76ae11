import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { ConfirmDialog } from "#web/components/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { wasInterrupted } from "#web/data/interrupted-input.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { getDay, type ListedPasskey, passkeysQuery } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { forgetPasskey, knowsPasskeys } from "#web/features/account/passkey.ts";
import { usePendingAction } from "#web/features/account/use-account-call.ts";

type PasskeyRowProps = { passkey: ListedPasskey; onChanged: () => Promise<void> };

/** One passkey: where it lives, since when, and the ways to rename and to remove it. */
function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [asking, setAsking] = useState<"rename" | "remove" | null>(() =>
    wasInterrupted(passkeyInput(passkey.id)) ? "rename" : null,
  );
  const name = passkey.name || "Passkey";
  const close = () => setAsking(null);
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
              {name} <Badge>{passkey.backedUp ? "Synced" : "This device only"}</Badge>
            </h3>
            <p className="text-0 text-ink-2">
              Added {getDay(passkey.createdAt)}, last used {getDay(passkey.updatedAt)}
            </p>
          </div>
          <span className="flex flex-wrap gap-3">
            <Button size="small" onClick={() => setAsking("rename")} aria-label={`Rename ${name}`}>
              Rename
            </Button>
            <Button size="small" busy={remove.busy} onClick={() => setAsking("remove")} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </span>
        </div>
      </div>
      <FormRefusal refusal={remove.refusal} />
      {asking === "rename" && <RenameDialog passkey={passkey} onRenamed={onChanged} onClose={close} />}
      {asking === "remove" && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          description="You can no longer sign in with it. Your device may still list it: delete it there, too."
          action="Remove"
          onConfirm={remove.run}
          onClose={close}
        />
      )}
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
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename passkey">
      <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
        <FormRefusal refusal={form.refusal} />
        <Field
          label="Name"
          name="name"
          defaultValue={passkey.name ?? ""}
          required
          pattern=".*\S.*"
          maxLength={80}
          autoComplete="off"
        />
        <Button type="submit" kind="primary" busy={form.busy} className="justify-self-start">
          Rename
        </Button>
      </form>
    </Dialog>
  );
}

/** The passkeys of an account, and one more. */
export function PasskeysCard({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useQuery(passkeysQuery(user.id));
  return (
    <Panel title="Passkeys" className="lg:col-span-2">
      {data && <Passkeys listed={data} userId={user.id} />}
      {!data && (error ? <ErrorPanel error={error} onRetry={refetch} /> : <Skeleton label="Loading" rows={2} />)}
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
          Add a passkey
        </Button>
      ) : (
        <p className="text-0 text-ink-3">This browser doesn't support passkeys.</p>
      )}
    </div>
  );
}

function getPasskeyAdvice(listed: readonly ListedPasskey[]): string {
  const [first, ...others] = listed;
  if (!first) return "Sign in with your fingerprint, your face or your device's PIN. Nothing to remember.";
  if (others.length > 0) return "You can sign in with any of these.";
  return "Add another one on a second device, so you can still get in if you lose this one.";
}
