import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Button } from "#web/ui/button.tsx";
import { Ended, InviteFrame, JoinedPlatoon, NeedsAccount, RoleList } from "./invite-screen.tsx";
import { useMembersCall } from "./platoon-queries.ts";

type Invitation = RouterOutputs["platoon"]["members"]["linkStanding"];
type Joined = RouterOutputs["platoon"]["members"]["join"];

/** The page of an invite link, on which the user joins a platoon, or sees why joining is not possible. */
export const JoinScreen = ({ link }: { link: string }) => (
  <InviteFrame>{(user) => <JoinByLink key={user?.id} link={link} user={user} />}</InviteFrame>
);

type JoinByLinkProps = { link: string; user: SessionUser | null };

function JoinByLink({ link, user }: JoinByLinkProps) {
  const [joined, setJoined] = useState<Joined | null>(null);
  const query = useQuery(
    useTRPC().platoon.members.linkStanding.queryOptions(
      { link },
      // Signing in may change whether the user is a member.
      { staleTime: 0 },
    ),
  );
  const { data, error } = query;
  const renderJoined = (platoon: string, slug: string, isNew = false) => {
    const text = isNew ? m.account_invite_joined({ platoon }) : m.platoon_link_already_member({ platoon });
    return <JoinedPlatoon {...{ text, platoon, slug }} />;
  };
  if (joined) return renderJoined(joined.platoon, joined.slug, joined.isNew);
  if (error && getErrorCode(error) === "link_missing") return <Ended>{m.platoon_link_unknown()}</Ended>;
  if (!data) return <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />;
  const { platoon, memberOf: joinedSlug, state: linkState } = data;
  if (joinedSlug !== null) return renderJoined(platoon, joinedSlug);
  if (linkState === "over") return <Ended>{m.platoon_link_is_over({ platoon })}</Ended>;
  if (linkState === "revoked") return <Ended>{m.platoon_link_is_revoked({ platoon })}</Ended>;
  return (
    <>
      <Offer invitation={data} />
      <JoinAction link={link} user={user} onJoined={setJoined} />
    </>
  );
}

const Offer = ({ invitation: { platoon, inviter, role, expiresAt } }: { invitation: Invitation }) => (
  <>
    <div className="grid gap-2">
      <h2 className="text-5 wrap-anywhere">{platoon}</h2>
      <p className="wrap-anywhere text-ink-2">
        {m.platoon_link_from({ name: inviter ?? "", day: formatUnbrokenDay(expiresAt) })}
      </p>
    </div>
    <RoleList role={role} />
  </>
);

type JoinActionProps = JoinByLinkProps & { onJoined: (joined: Joined) => void };

function JoinAction({ link, user, onJoined }: JoinActionProps) {
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
