import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { canManage, getGrantableRoles, isOwner, PLATOON_ROLES } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { getHostedPicture } from "#web/data/session/person.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { SearchField } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import { ConfirmButton, ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Invitations, InviteLinks } from "./invitations.tsx";
import { RoleList } from "./invite-screen.tsx";
import {
  type Member,
  type PlatoonFilterProps,
  type SectionProps,
  useMembersCall,
  usePlatoonCall,
} from "./platoon-queries.ts";
import { canChange, getRoleTitle } from "./roles.ts";

/** The members and invitations of the platoon, with the actions that the user's role allows. */
export function MembersTab({ filters, onFilter, ...section }: SectionProps & PlatoonFilterProps) {
  // The forms remain with their input if the user loses the role.
  const [couldManage] = useState(canManage(section.role));
  const isManager = couldManage || canManage(section.role);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      <Members {...section} {...{ filters, onFilter }} />
      <div className="grid gap-5">
        {isManager && <Invitations {...section} />}
        {isManager && <InviteLinks {...section} />}
        <Panel title={m.platoon_what_roles_may_do()}>
          <RoleList role={PLATOON_ROLES.join(",")} className="grid gap-3" />
        </Panel>
      </div>
    </div>
  );
}

/** The number of members from which the search field is shown. */
const SEARCHED_FROM = 10;

/** The pages of members, and the button to leave. */
function Members({ filters, onFilter, ...section }: SectionProps & PlatoonFilterProps) {
  const { q: search = "" } = filters;
  const [typed, setTyped] = useDebouncedInput(search, (q) => onFilter({ q }));
  const query = useInfiniteQuery(
    useTRPC().platoon.members.page.infiniteQueryOptions(
      { organizationId: section.platoon.id, search },
      { ...NEXT_PAGE, placeholderData: keepPreviousData },
    ),
  );
  const { data: squads = [] } = useQuery(
    useTRPC().platoon.squad.list.queryOptions({ organizationId: section.platoon.id }),
  );
  const getSquads = (userId: string) =>
    squads.flatMap(({ name, members }) => (members.some((member) => member.userId === userId) ? name : []));
  const items = getItems(query.data);
  const hasOneOwner = query.data?.pages.at(-1)?.ownerCount === 1;
  return (
    <Panel title={m.platoon_members()}>
      {(typed || items.length >= SEARCHED_FROM) && (
        <SearchField label={m.platoon_search_members()} value={typed} onChange={setTyped} className="mb-4" />
      )}
      <QueryList
        query={query}
        items={items}
        label={m.platoon_members()}
        loading={m.platoon_loading_members()}
        empty={<p role="status">{m.platoon_no_member_found()}</p>}
      >
        {(member) => (
          <MemberRow
            key={member.id}
            {...section}
            member={member}
            squads={getSquads(member.userId)}
            isFixed={hasOneOwner && isOwner(member.role)}
          />
        )}
      </QueryList>
      <Leave {...section} isFixed={hasOneOwner && isOwner(section.role)} />
    </Panel>
  );
}

type MemberRowProps = SectionProps & { member: Member };
/** `isFixed`: the member is the only owner, who cannot leave or give up the role. */
type Fixed = { isFixed: boolean };

function MemberRow({ platoon, user, role, member, squads, isFixed }: MemberRowProps & Fixed & { squads: string[] }) {
  const { name, image } = member;
  const isOwn = member.userId === user.id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Avatar name={name} picture={getHostedPicture(image)} className="size-10 text-0" />
      <div className="min-w-0 grow basis-40">
        <div className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
          <h3 className="text-1">{name}</h3>
          {isOwn && <Badge>{m.platoon_you()}</Badge>}
        </div>
        <p className="text-0 text-ink-2">{m.platoon_joined_on({ day: formatUnbrokenDay(member.joinedAt) })}</p>
        {squads.length > 0 && (
          <p className="text-0 wrap-anywhere text-ink-2">{m.platoon_in_squads({ squads: squads.join(", ") })}</p>
        )}
      </div>
      {isFixed || !canChange(role, member.role) ? (
        <Badge>{getRoleTitle(member.role)}</Badge>
      ) : (
        <MemberControls platoon={platoon} user={user} role={role} member={member} />
      )}
    </li>
  );
}

/** The actions on a member: change of role, transfer of ownership (the user becomes an admin), and removal of another member. */
function MemberControls(row: MemberRowProps) {
  const { platoon, user, role: ownRole, member } = row;
  const { name } = member;
  const change = useRoleChange(row);
  const transfer = useMembersCall(user.id, useTRPC().platoon.members.transfer.mutationOptions());
  const remove = useRemoval(row);
  return (
    <>
      <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:gap-3">
        <RoleSelect {...row} onChange={(role) => void change.run(role)} />
        {isOwner(ownRole) && !isOwner(member.role) && (
          <ConfirmButton
            size="small"
            busy={transfer.busy}
            aria-label={m.platoon_make_owner_of({ name })}
            question={m.platoon_make_owner_question({ name, platoon: platoon.name })}
            description={m.platoon_make_owner_explained({ name })}
            action={m.platoon_make_owner()}
            onConfirm={() => void transfer.run({ organizationId: platoon.id, memberId: member.id })}
          />
        )}
        {member.userId !== user.id && (
          <ConfirmButton
            size="small"
            busy={remove.busy}
            aria-label={m.common_remove_name({ name })}
            question={m.platoon_remove_question({ name, platoon: platoon.name })}
            description={m.platoon_remove_explained()}
            action={m.common_remove()}
            onConfirm={() => void remove.run(undefined)}
          />
        )}
        <p role="status" className="text-0 text-ink-2 empty:hidden">
          {change.busy && m.common_saving()}
        </p>
      </div>
      <div className="basis-full empty:hidden">
        <FormRefusal refusal={change.refusal ?? transfer.refusal ?? remove.refusal} />
      </div>
    </>
  );
}

const useRoleChange = ({ platoon, user, member }: MemberRowProps) =>
  usePlatoonCall(user.id, (role: string, change) => {
    const input = { memberId: member.id, organizationId: platoon.id, role };
    return change((account) => account.organization.updateMemberRole(input), { isIdempotent: true });
  });

const useRemoval = ({ platoon, user, member }: MemberRowProps) =>
  usePlatoonCall(user.id, (_: undefined, change) =>
    change((account) => account.organization.removeMember({ memberIdOrEmail: member.id, organizationId: platoon.id })),
  );

/** The choice of a role. Changing the user's own role needs a confirmation, as only another member can restore it. */
function RoleSelect({ user, role, member, onChange }: MemberRowProps & { onChange: (role: string) => void }) {
  const [ownNext, setOwnNext] = useState<string | null>(null);
  const choices = new Set<string>([...getGrantableRoles(role), member.role]);
  const choose = (next: string) => {
    if (next === member.role) return;
    if (member.userId === user.id) setOwnNext(next);
    else onChange(next);
  };
  return (
    <>
      <Select
        label={m.platoon_role_of({ name: member.name })}
        isLabelHidden
        value={member.role}
        choices={[...choices].map((value) => ({ value, label: getRoleTitle(value) }))}
        onChange={choose}
        className="w-28 grow sm:w-36 sm:grow-0"
      />
      {ownNext && (
        <ConfirmDialog
          title={m.platoon_own_role_question({ role: getRoleTitle(ownNext) })}
          description={m.platoon_own_role_explained()}
          action={m.platoon_own_role_change()}
          onConfirm={() => onChange(ownNext)}
          onClose={() => setOwnNext(null)}
        />
      )}
    </>
  );
}

/** The button to leave the platoon; disabled for its only owner. */
function Leave({ platoon, user, isFixed }: SectionProps & Fixed) {
  const navigate = useNavigate();
  const leave = usePlatoonCall(
    user.id,
    (_: undefined, call) => call((account) => account.organization.leave({ organizationId: platoon.id })),
    () => navigate({ to: "/platoons", search: {} }),
  );
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      <FormRefusal refusal={leave.refusal} />
      {isFixed && (
        <p id="leave-reason" className="text-0 text-ink-2">
          {m.platoon_last_owner()}
        </p>
      )}
      <ConfirmButton
        busy={leave.busy}
        disabled={isFixed}
        aria-describedby={isFixed ? "leave-reason" : undefined}
        question={m.platoon_leave_question({ platoon: platoon.name })}
        description={m.platoon_leave_explained()}
        action={m.platoon_leave()}
        onConfirm={() => void leave.run(undefined)}
      />
    </div>
  );
}
