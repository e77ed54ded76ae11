import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { type ListedPasskey, passkeysQuery } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { knowsPasskeys } from "#web/features/account/passkey.ts";
import { usePendingAction } from "#web/features/account/reauthentication/use-pending-action.ts";
import { PasskeyRow } from "./passkey-row.tsx";

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
        <p className="text-0 text-ink-3">This browser does not know passkeys.</p>
      )}
    </div>
  );
}

function getPasskeyAdvice(listed: readonly ListedPasskey[]): string {
  const [first, ...others] = listed;
  if (!first) return "With a passkey you sign in by your finger, your face or your device's PIN: nothing to remember.";
  if (others.length > 0) return "Each of these signs you in.";
  return "Add a second one on another device, so that you still get in should you lose this one.";
}
