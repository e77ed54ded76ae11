import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#web/components/overlays/confirm-dialog.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { getDay } from "#web/features/account/day.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { usePendingAction } from "#web/features/account/reauthentication/use-pending-action.ts";
import { getDevice } from "./device.ts";

export type ListedSession = {
  id: string;
  token: string;
  createdAt: Date;
  updatedAt: Date;
  userAgent?: string | null | undefined;
};

type SessionRowProps = { session: ListedSession; isHere: boolean; onGone: () => Promise<void> };

/** One session of the user, with the button that ends it. */
export function SessionRow({ session, isHere, onGone }: SessionRowProps) {
  const [asking, setAsking] = useState(false);
  const revoke = usePendingAction({ action: "sign-out-device", about: session.id }, onGone);
  const { words, isHandheld } = getDevice(session.userAgent ?? "");
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <li className="grid gap-3 py-4">
      <div className="flex gap-4">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-3" strokeWidth={1.75} />
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div>
            <h3 className="flex flex-wrap items-center gap-x-3 text-1">
              {words} {isHere && <Badge>This device</Badge>}
            </h3>
            <p className="text-0 text-ink-2">
              First seen {getDay(session.createdAt)}, last active {getDay(session.updatedAt)}
            </p>
          </div>
          <Button size="small" busy={revoke.busy} onClick={() => setAsking(true)} aria-label={`Sign out ${words}`}>
            Sign out
          </Button>
        </div>
      </div>
      <FormRefusal refusal={revoke.refusal} />
      {asking && (
        <ConfirmDialog
          title={`Sign out ${words}?`}
          description={isHere ? "You are signed out here at once." : "This device has to sign in again."}
          action="Sign out"
          onConfirm={() => void revoke.run()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
