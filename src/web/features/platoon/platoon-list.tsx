import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Page } from "#web/app/shell/page/page.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { EmblemPicture } from "#web/data/emblem.tsx";
import { hasUnsentInput, readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { ActionRow } from "#web/features/account/forms/action-row.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CreatePlatoon, NEW_PLATOON, SlugField } from "./create-platoon.tsx";
import {
  getOwnInvitationsQuery,
  getPlatoonsQuery,
  type Platoon,
  useInvitationAnswers,
  useMembersCall,
} from "./platoon-queries.ts";
import { getRoleTitle } from "./roles.ts";

/** The user's invitations and platoons. */
export function PlatoonList({ user }: { user: SessionUser }) {
  const query = useQuery(getPlatoonsQuery(user.id));
  const platoons = query.data;
  const { data: overview = [] } = useQuery(useTRPC().platoon.members.overview.queryOptions());
  const [creating, setCreating] = useState(() => hasUnsentInput(NEW_PLATOON));
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {m.platoon_create()}
    </Button>
  );
  return (
    <Page title={m.common_platoons()} lead={m.platoon_lead()}>
      <div className="grid max-w-3xl gap-5">
        {user.emailVerified && <OwnInvitations userId={user.id} />}
        {!platoons && <QueryFallback query={query} loading={m.platoon_loading_yours()} rows={3} />}
        {platoons?.length === 0 && (
          <EmptyState glyph="rank-2" text={m.platoon_empty()}>
            {create}
          </EmptyState>
        )}
        {platoons && platoons.length > 0 && (
          <>
            <ul aria-label={m.platoon_your_platoons()} className="grid gap-3">
              {platoons.map((platoon) => (
                <PlatoonCard
                  key={platoon.id}
                  platoon={platoon}
                  own={overview.find(({ organizationId }) => organizationId === platoon.id)}
                />
              ))}
            </ul>
            <div>{create}</div>
          </>
        )}
        <DeletedPlatoons userId={user.id} />
      </div>
      {creating && <CreatePlatoon userId={user.id} onClose={() => setCreating(false)} />}
    </Page>
  );
}

type PlatoonCardProps = { platoon: Platoon; own: { role: string; memberCount: number } | undefined };

/** A platoon of the list. Role and number of members are loaded separately. */
function PlatoonCard({ platoon: { name, slug, tag, emblem }, own }: PlatoonCardProps) {
  return (
    <li className="panel relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 p-4 hover:bg-surface-2">
      <EmblemPicture emblem={emblem} />
      <h2 className="min-w-0 grow text-3 wrap-anywhere">
        <Link to="/platoons" search={{ platoon: slug }} className="after:absolute after:inset-0">
          {name}
        </Link>
      </h2>
      {tag && <Badge>{tag}</Badge>}
      {own && (
        <>
          <Badge>{getRoleTitle(own.role)}</Badge>
          <span className="num text-0 text-ink-2">{m.platoon_member_count({ count: own.memberCount })}</span>
        </>
      )}
    </li>
  );
}

/** The user's open invitations; renders nothing if there are none. */
function OwnInvitations({ userId }: { userId: string }) {
  const { data: invitations = [], error, refetch } = useQuery(getOwnInvitationsQuery(userId));
  if (error && invitations.length === 0) return <ErrorPanel error={error} onRetry={refetch} className="panel p-5" />;
  if (invitations.length === 0) return null;
  return (
    <Panel title={m.platoon_invitations_for_you()}>
      <ul className="grid divide-y divide-line border-t border-line">
        {invitations.map((invitation) => (
          <OwnInvitation key={invitation.id} userId={userId} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

type OwnInvitationProps = {
  userId: string;
  invitation: { id: string; organizationName: string; role: string; expiresAt: Date };
};

function OwnInvitation({ userId, invitation }: OwnInvitationProps) {
  const { id, organizationName, role, expiresAt } = invitation;
  const { join, decline, refusal } = useInvitationAnswers(userId, id);
  return (
    <ActionRow
      className="py-4 last:pb-0"
      title={<h3 className="text-2 wrap-anywhere">{organizationName}</h3>}
      description={m.platoon_invitation_from({ role: getRoleTitle(role), day: formatUnbrokenDay(expiresAt) })}
      actions={
        <>
          <Button
            size="small"
            busy={join.busy}
            onClick={() => join.run(undefined)}
            aria-label={m.platoon_join_platoon({ platoon: organizationName })}
          >
            {m.account_join()}
          </Button>
          <Button
            size="small"
            busy={decline.busy}
            onClick={() => decline.run(undefined)}
            aria-label={m.platoon_decline_platoon({ platoon: organizationName })}
          >
            {m.account_decline()}
          </Button>
        </>
      }
      refusal={refusal}
    />
  );
}

/** The user's deleted platoons that can be restored; renders nothing if there are none. */
function DeletedPlatoons({ userId }: { userId: string }) {
  const query = useQuery(useTRPC().platoon.members.deletedPlatoons.queryOptions());
  const { data: platoons = [] } = query;
  if (query.isError) return <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />;
  if (platoons.length === 0) return null;
  return (
    <Panel title={m.platoon_deleted()}>
      <ul aria-label={m.platoon_deleted()} className="grid divide-y divide-line border-t border-line">
        {platoons.map((platoon) => (
          <DeletedPlatoon key={platoon.id} userId={userId} platoon={platoon} />
        ))}
      </ul>
    </Panel>
  );
}

type DeletedPlatoonProps = { userId: string; platoon: { id: string; name: string; slug: string; endsAt: string } };

/** A deleted platoon with a button to restore it; asks for another slug if its slug is in use. */
function DeletedPlatoon({ userId, platoon: { id, name, slug, endsAt } }: DeletedPlatoonProps) {
  const input = useInterruptedInput<string | null>(`platoon-back:${id}`, null, readText);
  const otherSlug = input.value;
  const restore = useMembersCall(userId, useTRPC().platoon.members.restorePlatoon.mutationOptions());
  const isTaken = restore.refusal?.field === "slug";
  return (
    <li className="grid gap-3 py-4 last:pb-0">
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          input.send(restore.run({ id, ...(otherSlug !== null && { slug: otherSlug }) }));
        }}
        className="grid gap-3"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h3 className="text-2 wrap-anywhere">{name}</h3>
            <p className="text-0 text-ink-2">{m.platoon_deleted_until({ day: formatUnbrokenDay(endsAt) })}</p>
          </div>
          <Button type="submit" size="small" busy={restore.busy} aria-label={m.platoon_bring_back_platoon({ name })}>
            {m.platoon_bring_back()}
          </Button>
        </div>
        {(isTaken || otherSlug !== null) && (
          <SlugField value={otherSlug ?? slug} onChange={input.set} error={isTaken && (restore.refusal?.text ?? "")} />
        )}
      </form>
      <FormRefusal refusal={restore.refusal} />
    </li>
  );
}
