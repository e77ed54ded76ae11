import { useId, useState } from "react";
import { ConfirmDialog } from "#web/components/overlays/confirm-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { LAST_SIGN_IN_METHOD } from "#web/features/account/account-errors.ts";
import { getDay } from "#web/features/account/day.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { usePendingAction } from "#web/features/account/reauthentication/use-pending-action.ts";

type ConnectionRowProps = {
  account: { id: string; providerId: string; createdAt: Date; scopes: string[] };
  name: string;
  /** The only way in stays. */
  isLast: boolean;
  onGone: () => Promise<void>;
};

/** One way in, since when, and what it may read; a provider's can be taken away. */
export function ConnectionRow({ account, name, isLast, onGone }: ConnectionRowProps) {
  const [asking, setAsking] = useState(false);
  const reasonId = useId();
  const unlink = usePendingAction({ action: "disconnect", about: account.id }, onGone);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-40 grow">
          <h3 className="text-1">{name}</h3>
          <p className="text-0 text-ink-2">
            Since {getDay(account.createdAt)}
            {account.scopes.length > 0 && `, may read: ${account.scopes.join(", ")}`}
          </p>
        </div>
        {account.providerId !== "credential" && (
          <Button
            size="small"
            busy={unlink.busy}
            disabled={isLast}
            aria-label={`Disconnect ${name}`}
            {...(isLast && { "aria-describedby": reasonId })}
            onClick={() => setAsking(true)}
          >
            Disconnect
          </Button>
        )}
      </div>
      {isLast && (
        <p id={reasonId} className="text-0 text-ink-3">
          {LAST_SIGN_IN_METHOD}
        </p>
      )}
      <FormRefusal refusal={unlink.refusal} />
      {asking && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          description={`You can no longer sign in with it. Your locker stays.`}
          action="Disconnect"
          onConfirm={() => void unlink.run()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
