import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Page } from "#web/app/shell/page/page.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import { useLeave } from "#web/app/shell/session/use-leave.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import { SessionEndedError } from "#web/data/session/person.ts";
import { type Session, type SessionUser, useSession, useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { getDay, type Invitation, invitationQuery } from "./account-queries.ts";
import { useAccountCall } from "./use-account-call.ts";

type InviteScreenProps = { id: string };

/** Where a mailed invitation leads: joining a platoon, declining it, or why neither can be done. */
export function InviteScreen({ id }: InviteScreenProps) {
  const session = useSession();
  const hasEnded = useViewer()?.hasEnded === true;
  const problem = useSessionProblem();
  if (hasEnded) throw new SessionEndedError();
  if (problem) return <ProblemScreen error={problem.error} reset={problem.retry} />;
  return (
    <div className="mx-auto max-w-xl">
      <Page title={m.account_invitation()}>
        <div className="panel grid gap-5 p-6">{getContent(session, id)}</div>
      </Page>
    </div>
  );
}

function getContent(session: Session | null | undefined, id: string) {
  if (session === undefined) return <Skeleton label={m.account_loading()} rows={3} />;
  if (session === null) return <NeedsAccount id={id}>{m.account_sign_in_with_the_address_it()}</NeedsAccount>;
  if (session.user.isAnonymous) {
    return <NeedsAccount id={id}>{m.account_a_platoon_is_joined_with_an()}</NeedsAccount>;
  }
  return <ForMember id={id} user={session.user} />;
}

function NeedsAccount({ id, children }: { id: string; children: ReactNode }) {
  const redirect = `/invite?${new URLSearchParams({ id })}`;
  return (
    <>
      <p>{children}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" search={{ redirect }} className={buttonLook("primary")}>
          {m.common_sign_in()}
        </Link>
        <Link to="/login" search={{ mode: "sign-up", redirect }} className={buttonLook()}>
          {m.common_create_account()}
        </Link>
      </div>
    </>
  );
}

type ForMemberProps = { id: string; user: SessionUser };

function ForMember({ id, user }: ForMemberProps) {
  const { data, error, refetch } = useQuery(invitationQuery(user.id, id));
  if (error) return <ErrorPanel error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label={m.account_loading()} rows={3} />;
  if (data.invitation) return <InvitationOffer invitation={data.invitation} />;
  switch (data.refusal) {
    case "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION":
      return <WrongAccount id={id} email={user.email} />;
    case "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION":
      return <Unverified email={user.email} />;
    case "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION":
      return <Ended>{m.account_the_person_who_invited_you_has()}</Ended>;
    default:
      return <NoLongerOpen id={id} />;
  }
}

function WrongAccount({ id, email }: { id: string; email: string }) {
  const leave = useLeave();
  const navigate = useNavigate();
  const switchAccount = async () => {
    await leave();
    await navigate({ to: "/login", search: { redirect: `/invite?${new URLSearchParams({ id })}` } });
  };
  return (
    <>
      <p>
        This invitation is for another account. You are signed in as <b>{email}</b>.
      </p>
      <Button kind="primary" onClick={switchAccount} className="justify-self-start">
        {m.account_switch_account()}
      </Button>
    </>
  );
}

function Unverified({ email }: { email: string }) {
  return (
    <>
      <p>
        Verify <b>{email}</b> first, then open the invitation once more.
      </p>
      <Link to="/verify-email" className={classes(buttonLook("primary"), "justify-self-start")}>
        {m.common_send_a_new_link()}
      </Link>
    </>
  );
}

/** How it ended, for the one it was for; to anybody else it is unknown. */
function NoLongerOpen({ id }: InviteScreenProps) {
  const { data, error, refetch } = useQuery(useTRPC().invitation.standing.queryOptions({ id }));
  if (error) return <ErrorPanel error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton label={m.account_loading()} rows={1} />;
  return <Ended>{getText(data)}</Ended>;
}

function getText(standing: { status: string; platoon: string } | null): string {
  switch (standing?.status) {
    case "accepted":
      return m.account_you_have_already_joined_platoon({ platoon: standing.platoon });
    case "rejected":
      return m.account_you_have_declined_to_join_platoon({ platoon: standing.platoon });
    case "canceled":
      return m.account_this_invitation_to_platoon_was_taken({ platoon: standing.platoon });
    case "expired":
      return m.account_this_invitation_to_platoon_has_expired({ platoon: standing.platoon });
    default:
      return m.account_there_is_no_such_invitation_it();
  }
}

function Ended({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="status">{children}</p>
      <Link to="/" className="link justify-self-start">
        {m.common_home()}
      </Link>
    </>
  );
}

/** What each role may do, as the server lets it. */
const ALLOWED: Record<string, string> = {
  owner: m.account_owners_can_do_everything_change_or(),
  admin: m.account_admins_change_the_platoons_name_invite(),
  member: m.account_members_see_the_platoon_and_everybody(),
};

/** An open invitation: who invites, where to, as what, and the two answers. */
function InvitationOffer({ invitation }: { invitation: Invitation }) {
  const { id, organizationName, inviterEmail, role, expiresAt } = invitation;
  const [answered, setAnswered] = useState<"joined" | "declined" | null>(null);
  const join = useAccountCall(
    (_, change) => change((account) => account.organization.acceptInvitation({ invitationId: id })),
    () => setAnswered("joined"),
  );
  const decline = useAccountCall(
    (_, change) => change((account) => account.organization.rejectInvitation({ invitationId: id })),
    () => setAnswered("declined"),
  );
  if (answered) {
    return (
      <>
        <p role="status">
          {answered === "joined"
            ? m.account_you_are_in_organization_name_now({ organizationName })
            : m.account_you_declined_to_join_organization_name({ organizationName })}
        </p>
        <Link to="/" className="link justify-self-start">
          {m.common_home()}
        </Link>
      </>
    );
  }
  return (
    <>
      <div className="grid gap-2">
        <h2 className="text-5">{organizationName}</h2>
        <p className="text-ink-2">
          <b className="text-ink">{inviterEmail}</b> invites you to this platoon. The invitation expires on{" "}
          {getDay(expiresAt)}.
        </p>
      </div>
      <ul className="grid gap-2">
        {role.split(",").map((one) => (
          <li key={one} className="grid justify-items-start gap-1">
            <Badge>{one}</Badge>
            <span className="text-0 text-ink-2">{ALLOWED[one]}</span>
          </li>
        ))}
      </ul>
      <FormRefusal refusal={join.refusal ?? decline.refusal} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" busy={join.busy} onClick={() => join.run(undefined)}>
          {m.account_join()}
        </Button>
        <Button busy={decline.busy} onClick={() => decline.run(undefined)}>
          {m.account_decline()}
        </Button>
      </div>
    </>
  );
}
