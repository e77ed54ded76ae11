import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { useSignOut } from "#web/app/shell/session/use-sign-out.ts";
import { SessionEndedError } from "#web/data/session/person.ts";
import { type SessionUser, useSession, useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay, type Invitation, invitationQuery } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { useInvitationAnswers } from "./platoon-queries.ts";
import { explainRoles } from "./roles.ts";

type InviteScreenProps = { id: string };

/** The page of an e-mail invitation, on which the user joins or declines, or sees why neither is possible. */
export const InviteScreen = ({ id }: InviteScreenProps) => <InviteFrame>{(user) => getContent(user, id)}</InviteFrame>;

/** The frame of an invitation's page; renders the content when the session is loaded. */
export function InviteFrame({ children }: { children: (user: SessionUser | null) => ReactNode }) {
  const session = useSession();
  const hasEnded = useViewer()?.hasEnded === true;
  const problem = useSessionProblem();
  if (hasEnded) throw new SessionEndedError();
  if (problem) return <ProblemScreen error={problem.error} reset={problem.retry} />;
  return (
    <div className="mx-auto max-w-xl">
      <Page title={m.account_invitation()}>
        <div className="panel grid gap-5 p-6">
          {session === undefined ? <Skeleton label={m.account_loading()} rows={3} /> : children(session?.user ?? null)}
        </div>
      </Page>
    </div>
  );
}

const getAddress = (id: string): string => `/invite?${new URLSearchParams({ id })}`;

function getContent(user: SessionUser | null, id: string) {
  if (user === null) return <NeedsAccount redirect={getAddress(id)}>{m.account_invite_sign_in()}</NeedsAccount>;
  if (user.isAnonymous) {
    return <NeedsAccount redirect={getAddress(id)}>{m.account_invite_needs_account()}</NeedsAccount>;
  }
  return <ForMember id={id} user={user} />;
}

type NeedsAccountProps = {
  /** The page to return to after signing in. */
  redirect: string;
  children: ReactNode;
};

export const NeedsAccount = ({ redirect, children }: NeedsAccountProps) => (
  <>
    <p>{children}</p>
    <div className="flex flex-wrap gap-3">
      <Link to="/login" search={{ redirect }} className={getButtonClasses("primary")}>
        {m.common_sign_in()}
      </Link>
      <Link to="/login" search={{ mode: "sign-up", redirect }} className={getButtonClasses()}>
        {m.common_create_account()}
      </Link>
    </div>
  </>
);

type ForMemberProps = { id: string; user: SessionUser };

function ForMember({ id, user }: ForMemberProps) {
  const query = useQuery(invitationQuery(user.id, id));
  const { data } = query;
  if (!data) return <QueryFallback query={query} loading={m.account_loading()} rows={3} errorClassName="" />;
  if (data.invitation) return <InvitationOffer userId={user.id} invitation={data.invitation} />;
  switch (data.refusal) {
    case "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION":
      return <WrongAccount id={id} email={user.email} />;
    case "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION":
      return <Unverified email={user.email} />;
    case "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION":
      return <Ended>{m.account_invite_inviter_left()}</Ended>;
    default:
      return <NoLongerOpen id={id} />;
  }
}

function WrongAccount({ id, email }: { id: string; email: string }) {
  const signOut = useSignOut();
  const navigate = useNavigate();
  const switchAccount = async () => {
    await signOut();
    await navigate({ to: "/login", search: { redirect: getAddress(id) } });
  };
  return (
    <>
      <p>
        <MarkupText message={m.account_invite_for_another_account} inputs={{ email }} />
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
        <MarkupText message={m.account_invite_verify_first} inputs={{ email }} />
      </p>
      <Link to="/verify-email" className={classes(getButtonClasses("primary"), "justify-self-start")}>
        {m.common_send_a_new_link()}
      </Link>
    </>
  );
}

/** The final status of an invitation. Only its recipient sees it; for other users the invitation is unknown. */
function NoLongerOpen({ id }: InviteScreenProps) {
  const query = useQuery(useTRPC().invitation.status.queryOptions({ id }));
  const { data } = query;
  if (data === undefined)
    return <QueryFallback query={query} loading={m.account_loading()} rows={1} errorClassName="" />;
  return <Ended hasPlatoons={data?.status === "accepted"}>{getText(data)}</Ended>;
}

function getText(invitation: { status: string; platoon: string } | null): string {
  switch (invitation?.status) {
    case "accepted":
      return m.account_invite_already_joined({ platoon: invitation.platoon });
    case "rejected":
      return m.account_invite_already_declined({ platoon: invitation.platoon });
    case "canceled":
      return m.account_invite_taken_back({ platoon: invitation.platoon });
    case "expired":
      return m.account_invite_expired({ platoon: invitation.platoon });
    default:
      return m.account_invite_unknown();
  }
}

export function Ended({ hasPlatoons = false, children }: { hasPlatoons?: boolean; children: ReactNode }) {
  return (
    <>
      <p role="status">{children}</p>
      {hasPlatoons && (
        <Link to="/platoons" className="link justify-self-start">
          {m.common_platoons()}
        </Link>
      )}
      <Link to="/" className="link justify-self-start">
        {m.common_home()}
      </Link>
    </>
  );
}

type InvitationOfferProps = { userId: string; invitation: Invitation };

/** An open invitation: inviter, platoon and role, with buttons to join and to decline. */
function InvitationOffer({ userId, invitation }: InvitationOfferProps) {
  const { id, organizationName: platoon, organizationSlug, inviterEmail, role, expiresAt } = invitation;
  const [isJoined, setJoined] = useState<boolean | null>(null);
  const { join, decline, refusal } = useInvitationAnswers(userId, id, setJoined);
  if (isJoined !== null) {
    return (
      <>
        {isJoined ? (
          <JoinedPlatoon text={m.account_invite_joined({ platoon })} platoon={platoon} slug={organizationSlug} />
        ) : (
          <p role="status">{m.account_invite_declined({ platoon })}</p>
        )}
        <Link to="/" className="link justify-self-start">
          {m.common_home()}
        </Link>
      </>
    );
  }
  return (
    <>
      <div className="grid gap-2">
        <h2 className="text-5">{platoon}</h2>
        <p className="text-ink-2">
          <MarkupText
            message={m.account_invite_from}
            inputs={{ inviterEmail, day: formatUnbrokenDay(expiresAt) }}
            markup={{ b: ({ children }) => <b className="text-ink">{children}</b> }}
          />
        </p>
      </div>
      <RoleList role={role} />
      <FormRefusal refusal={refusal} />
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

type JoinedPlatoonProps = { text: string; platoon: string; slug: string };

/** The message that the user is a member, with a link to the platoon. */
export const JoinedPlatoon = ({ text, platoon, slug }: JoinedPlatoonProps) => (
  <>
    <p role="status">{text}</p>
    <Link
      to="/platoons"
      search={{ platoon: slug }}
      className={classes(getButtonClasses("primary"), "justify-self-start")}
    >
      {m.account_invite_open_platoon({ platoon })}
    </Link>
  </>
);

/** The roles of a new member, with explanations. */
export const RoleList = ({ role, className = "grid gap-2" }: { role: string; className?: string }) => (
  <ul className={className}>
    {explainRoles(role).map(({ title, text }) => (
      <li key={title} className="grid justify-items-start gap-1">
        <Badge>{title}</Badge>
        <span className="text-0 text-ink-2">{text}</span>
      </li>
    ))}
  </ul>
);
