import { useQuery, useQueryClient } from "@tanstack/react-query";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { useLeave } from "#web/app/shell/session/use-leave.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { Session } from "#web/data/session/session.ts";
import { getDay, sessionsQuery } from "#web/features/account/account-queries.ts";
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

/** Where one is signed in, this device first, and the ways to end that. */
export function SessionsTab({ session }: SessionsTabProps) {
  const query = useQuery(sessionsQuery(session.user.id));
  const { data } = query;
  return (
    <Panel title={m.account_where_you_are_signed_in()}>
      {data === undefined && <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />}
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
      <p className="text-ink-2">{m.account_confirm_to_see_devices()}</p>
      <Button kind="primary" busy={look.busy} onClick={() => look.run(undefined)}>
        {m.account_confirm_its_you()}
      </Button>
    </div>
  );
}

function Devices({ session, listed }: SessionsTabProps & { listed: readonly ListedSession[] }) {
  const queryClient = useQueryClient();
  const leave = useLeave();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(session.user.id).queryKey });
  const others = usePendingAction({ action: "sign-out-others" }, refresh);
  const everywhere = useAccountCall(
    (_, change) => change((account) => account.revokeSessions(), { isIdempotent: true }),
    leave,
  );
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
            {m.account_sign_out_other_devices()}
          </Button>
        )}
        <Button busy={everywhere.busy} onClick={() => everywhere.run(undefined)}>
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

/** One session of the user, with the button that ends it. */
function SessionRow({ session, isHere, onGone }: SessionRowProps) {
  const revoke = usePendingAction({ action: "sign-out-device", argument: session.id }, onGone);
  const { words, isHandheld } = getDevice(session.userAgent ?? "");
  return (
    <ActionRow
      Icon={isHandheld ? Smartphone : Monitor}
      title={
        <h3 className="flex flex-wrap items-center gap-x-3 text-1">
          <span>{words}</span>
          {isHere && <Badge>{m.account_this_device()}</Badge>}
        </h3>
      }
      about={m.account_session_days({
        firstSeen: getDay(session.createdAt),
        lastActive: getDay(session.updatedAt),
      })}
      actions={
        <ConfirmButton
          size="small"
          busy={revoke.busy}
          aria-label={m.account_sign_out_device({ device: words })}
          question={m.account_sign_out_device_question({ device: words })}
          description={isHere ? m.account_sign_out_here_explained() : m.account_sign_out_there_explained()}
          action={m.common_sign_out()}
          onConfirm={() => void revoke.run()}
        />
      }
      refusal={revoke.refusal}
    />
  );
}
