import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getDay } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Button } from "#web/ui/button.tsx";
import { Ended, InviteFrame, JoinedPlatoon, NeedsAccount, RoleList } from "./invite-screen.tsx";
import { useMembersCall } from "./platoon-queries.ts";

type Invitation = RouterOutputs["platoon"]["members"]["linkStanding"];
type Joined = RouterOutputs["platoon"]["members"]["join"];

/** Where an invite link leads: joining a platoon, or why that cannot be done. */
export const JoinScreen = ({ link }: { link: string }) => (
  <InviteFrame>{(user) => <JoinByLink key={user?.id} link={link} user={user} />}</InviteFrame>
);

type JoinByLinkProps = { link: string; user: SessionUser | null };

function JoinByLink({ link, user }: JoinByLinkProps) {
  const [joined, setJoined] = useState<Joined | null>(null);
  const query = useQuery(
    useTRPC().platoon.members.linkStanding.queryOptions(
      { link },
      // Whether the person is a member already may have changed with the sign-in.
      { staleTime: 0 },
    ),
  );
  const { data, error } = query;
  const getMember = (platoon: string, slug: string, isNew = false) => {
    const text = isNew ? m.account_invite_joined({ platoon }) : m.platoon_link_already_member({ platoon });
    return <JoinedPlatoon {...{ text, platoon, slug }} />;
  };
  if (joined) return getMember(joined.platoon, joined.slug, joined.isNew);
  if (error && getErrorCode(error) === "link_missing") return <Ended>{m.platoon_link_unknown()}</Ended>;
  if (!data) return <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />;
  const { platoon, memberOf, state } = data;
  if (memberOf !== null) return getMember(platoon, memberOf);
  if (state === "over") return <Ended>{m.platoon_link_is_over({ platoon })}</Ended>;
  if (state === "revoked") return <Ended>{m.platoon_link_is_revoked({ platoon })}</Ended>;
  return (
    <>
      <Offer invitation={data} />
      <Answer link={link} user={user} onJoined={setJoined} />
    </>
  );
}

const Offer = ({ invitation: { platoon, inviter, role, expiresAt } }: { invitation: Invitation }) => (
  <>
    <div className="grid gap-2">
      <h2 className="text-5 wrap-anywhere">{platoon}</h2>
      <p className="wrap-anywhere text-ink-2">{m.platoon_link_from({ name: inviter ?? "", day: getDay(expiresAt) })}</p>
    </div>
    <RoleList role={role} />
  </>
);

type AnswerProps = JoinByLinkProps & { onJoined: (joined: Joined) => void };

function Answer({ link, user, onJoined }: AnswerProps) {
  const join = useMembersCall(user?.id ?? "", useTRPC().platoon.members.join.mutationOptions(), onJoined);
  const redirect = `/invite?${new URLSearchParams({ link })}`;
  if (!user) return <NeedsAccount redirect={redirect}>{m.platoon_link_sign_in()}</NeedsAccount>;
  if (user.isAnonymous) return <NeedsAccount redirect={redirect}>{m.platoon_link_needs_account()}</NeedsAccount>;
  return (
    <>
      <FormRefusal refusal={join.refusal} />
      <Button kind="primary" busy={join.busy} onClick={() => join.run({ link })} className="justify-self-start">
        {m.account_join()}
      </Button>
    </>
  );
}
