import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LAST_WAY_IN } from "./account-errors.ts";
import { dayOf } from "./day.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { useWanted } from "./use-wanted.ts";

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
  const unlink = useWanted({ action: "disconnect", about: account.id }, onGone);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-40 grow">
          <h3 className="text-1">{name}</h3>
          <p className="text-0 text-ink-2">
            Since {dayOf(account.createdAt)}
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
          {LAST_WAY_IN}
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
