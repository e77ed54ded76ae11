import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { useLeave } from "#web/app/shell/session/use-leave.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { readAccount } from "#web/data/session/account-client.ts";
import type { Session } from "#web/data/session/session.ts";
import { sessionsQuery } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { usePendingAction } from "#web/features/account/reauthentication/use-pending-action.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { type ListedSession, SessionRow } from "./session-row.tsx";

type SessionsTabProps = { session: Session };

/** Where one is signed in, this device first, and the ways to end that. */
export function SessionsTab({ session }: SessionsTabProps) {
  const { data, error, refetch } = useQuery(sessionsQuery(session.user.id));
  return (
    <Panel title="Where you are signed in" className="max-w-3xl">
      {data === undefined &&
        (error ? <ErrorPanel error={error} onRetry={refetch} /> : <Skeleton label="Loading" rows={3} />)}
      {data === null && <Covered session={session} />}
      {data && <Devices session={session} listed={data} />}
    </Panel>
  );
}

/** The list names devices and places, and is for its owner's eyes. */
function Covered({ session }: SessionsTabProps) {
  const queryClient = useQueryClient();
  const look = useAccountCall(
    () => readAccount((account) => account.listSessions()),
    (_, { data }) => {
      queryClient.setQueryData(sessionsQuery(session.user.id).queryKey, data);
    },
  );
  return (
    <div className="grid justify-items-start gap-4">
      <FormRefusal refusal={look.refusal} />
      <p className="text-ink-2">You signed in a while ago. Confirm it's you to see your devices.</p>
      <Button kind="primary" busy={look.busy} onClick={() => look.run(undefined)}>
        Confirm it's you
      </Button>
    </div>
  );
}

function Devices({ session, listed }: SessionsTabProps & { listed: readonly ListedSession[] }) {
  const queryClient = useQueryClient();
  const leave = useLeave();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(session.user.id).queryKey });
  const others = usePendingAction({ action: "sign-out-others" }, refresh);
  const everywhere = useAccountCall((_, change) => change((account) => account.revokeSessions()), leave);
  const isHere = ({ id }: ListedSession) => id === session.session.id;
  const rest = listed.filter((one) => !isHere(one)).toSorted((a, b) => Number(b.updatedAt) - Number(a.updatedAt));
  return (
    <div className="grid gap-5">
      <FormRefusal refusal={others.refusal ?? everywhere.refusal} />
      <ul className="grid divide-y divide-line border-y border-line">
        {[...listed.filter(isHere), ...rest].map((one) => (
          <SessionRow key={one.id} session={one} isHere={isHere(one)} onGone={isHere(one) ? leave : refresh} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {rest.length > 0 && (
          <Button busy={others.busy} onClick={() => others.run()}>
            Sign out other devices
          </Button>
        )}
        <Button busy={everywhere.busy} onClick={() => everywhere.run(undefined)}>
          Sign out everywhere
        </Button>
      </div>
    </div>
  );
}
