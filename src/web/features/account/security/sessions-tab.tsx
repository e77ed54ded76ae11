import { useQuery, useQueryClient } from "@tanstack/react-query";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { useSignOut } from "#web/app/shell/session/use-sign-out.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { Session } from "#web/data/session/session.ts";
import { formatUnbrokenDay, sessionsQuery } from "#web/features/account/account-queries.ts";
import { ActionRow } from "#web/features/account/forms/action-row.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { getDevice } from "#web/features/account/passkey.ts";
import { useAccountCall, usePendingAction } from "#web/features/account/use-account-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Monitor, Smartphone } from "#web/ui/icons.tsx";
import { ConfirmButton } from "#web/ui/overlays/confirm-dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";

type SessionsTabProps = { session: Session };

/** The user's sessions, this device first, with buttons to sign out. */
export function SessionsTab({ session }: SessionsTabProps) {
  const query = useQuery(sessionsQuery(session.user.id));
  const { data } = query;
  return (
    <Panel title={m.account_where_you_are_signed_in()}>
      {data === undefined && <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />}
      {data === null && <HiddenSessions session={session} />}
      {data && <Devices session={session} listed={data} />}
    </Panel>
  );
}

/** Replaces the list, which contains devices and places, until the user has confirmed their identity. */
function HiddenSessions({ session }: SessionsTabProps) {
  const queryClient = useQueryClient();
  const showSessions = useAccountCall(
    () => readAccount((account) => account.listSessions()),
    (_, { data }) => {
      queryClient.setQueryData(sessionsQuery(session.user.id).queryKey, data);
    },
  );
  return (
    <div className="grid justify-items-start gap-4">
      <FormRefusal refusal={showSessions.refusal} />
      <p className="text-ink-2">{m.account_confirm_to_see_devices()}</p>
      <Button kind="primary" busy={showSessions.busy} onClick={() => showSessions.run(undefined)}>
        {m.account_confirm_its_you()}
      </Button>
    </div>
  );
}

function Devices({ session, listed }: SessionsTabProps & { listed: readonly ListedSession[] }) {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(session.user.id).queryKey });
  const signOutOthers = usePendingAction({ action: "sign-out-others" }, refresh);
  const signOutEverywhere = useAccountCall(
    (_, change) => change((account) => account.revokeSessions(), { isIdempotent: true }),
    signOut,
  );
  const isHere = ({ id }: ListedSession) => id === session.session.id;
  const otherSessions = listed
    .filter((item) => !isHere(item))
    .toSorted((a, b) => Number(b.updatedAt) - Number(a.updatedAt));
  return (
    <div className="grid gap-5">
      <FormRefusal refusal={signOutOthers.refusal ?? signOutEverywhere.refusal} />
      <ul className="grid divide-y divide-line border-y border-line">
        {[...listed.filter(isHere), ...otherSessions].map((item) => (
          <SessionRow key={item.id} session={item} isHere={isHere(item)} onGone={isHere(item) ? signOut : refresh} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {otherSessions.length > 0 && (
          <Button busy={signOutOthers.busy} onClick={() => signOutOthers.run()}>
            {m.account_sign_out_other_devices()}
          </Button>
        )}
        <Button busy={signOutEverywhere.busy} onClick={() => signOutEverywhere.run(undefined)}>
          {m.account_sign_out_everywhere()}
        </Button>
      </div>
    </div>
  );
}

type ListedSession = {
  id: string;
  token: string;
  createdAt: Date;
  updatedAt: Date;
  userAgent?: string | null | undefined;
};

type SessionRowProps = { session: ListedSession; isHere: boolean; onGone: () => Promise<void> };

/** A session of the user, with the button that ends it. */
function SessionRow({ session, isHere, onGone }: SessionRowProps) {
  const revoke = usePendingAction({ action: "sign-out-device", argument: session.id }, onGone);
  const { words: deviceName, isHandheld } = getDevice(session.userAgent ?? "");
  return (
    <ActionRow
      Icon={isHandheld ? Smartphone : Monitor}
      title={
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 className="text-1">{deviceName}</h3>
          {isHere && <Badge>{m.account_this_device()}</Badge>}
        </div>
      }
      description={m.account_session_days({
        firstSeen: formatUnbrokenDay(session.createdAt),
        lastActive: formatUnbrokenDay(session.updatedAt),
      })}
      actions={
        <ConfirmButton
          size="small"
          busy={revoke.busy}
          aria-label={m.account_sign_out_device({ device: deviceName })}
          question={m.account_sign_out_device_question({ device: deviceName })}
          description={isHere ? m.account_sign_out_here_explained() : m.account_sign_out_there_explained()}
          action={m.common_sign_out()}
          onConfirm={() => void revoke.run()}
        />
      }
      refusal={revoke.refusal}
    />
  );
}
