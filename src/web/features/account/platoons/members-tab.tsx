import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { Select } from "#web/components/fields/select.tsx";
import { ConfirmDialog } from "#web/components/overlays/confirm-dialog.tsx";
import { Avatar } from "#web/components/ui/avatar.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { ownPicture } from "#web/data/session/person.ts";
import { getDay } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Invitations } from "./invitations.tsx";
import { type Member, type SectionProps, usePlatoonCall } from "./platoon-queries.ts";
import { canChange, canManage, explainRoles, getGrantableRoles, getRoleTitle, isOwner, ROLES } from "./roles.ts";

/** Who is in the platoon and who is invited, with what the user's role allows to change. */
export function MembersTab(section: SectionProps) {
  const { platoon, role } = section;
  const isManager = canManage(role);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      <Panel title={m.platoon_members()}>
        <ul aria-label={m.platoon_members()} className="grid divide-y divide-line border-y border-line">
          {sortMembers(platoon.members).map((member) => (
            <MemberRow key={member.id} {...section} member={member} />
          ))}
        </ul>
        <Leave {...section} />
      </Panel>
      <div className="grid gap-5">
        {isManager && <Invitations {...section} />}
        <Panel title={m.platoon_what_roles_may_do()}>
          <ul className="grid gap-3">
            {explainRoles(ROLES.join(",")).map(({ title, text }) => (
              <li key={title} className="grid justify-items-start gap-1">
                <Badge>{title}</Badge>
                <span className="text-0 text-ink-2">{text}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

const getRank = ({ role }: Member): number => (isOwner(role) ? 0 : canManage(role) ? 1 : 2);

/** Owners first, then admins; within a role those who joined first. */
const sortMembers = (members: readonly Member[]): Member[] =>
  members.toSorted((a, b) => getRank(a) - getRank(b) || Number(new Date(a.createdAt)) - Number(new Date(b.createdAt)));

const isOnlyOwner = (member: Member, members: readonly Member[]): boolean =>
  isOwner(member.role) && members.filter(({ role }) => isOwner(role)).length === 1;

type MemberRowProps = SectionProps & { member: Member };

function MemberRow({ platoon, user, role, member }: MemberRowProps) {
  const { name, image } = member.user;
  const isOwn = member.userId === user.id;
  const isFixed = isOnlyOwner(member, platoon.members);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Avatar name={name} picture={ownPicture(image)} className="size-10 text-0" />
      <div className="min-w-0 grow basis-40">
        <h3 className="flex flex-wrap items-center gap-x-3 text-1 wrap-anywhere">
          {name} {isOwn && <Badge>{m.platoon_you()}</Badge>}
        </h3>
        <p className="text-0 text-ink-2">{m.platoon_joined_on({ day: getDay(member.createdAt) })}</p>
      </div>
      {isFixed || !canChange(role, member.role) ? (
        <Badge>{getRoleTitle(member.role)}</Badge>
      ) : (
        <MemberControls platoon={platoon} user={user} role={role} member={member} />
      )}
    </li>
  );
}

/** The choice of a member's role, and their removal; one's own is leaving. */
function MemberControls(row: MemberRowProps) {
  const { user, member } = row;
  const change = useRoleChange(row);
  const remove = useRemoval(row);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <RoleSelect {...row} onChange={(role) => void change.run(role)} />
        {member.userId !== user.id && (
          <RemoveButton {...row} busy={remove.busy} onRemove={() => void remove.run(undefined)} />
        )}
        <p role="status" className="text-0 text-ink-2 empty:hidden">
          {change.busy && m.common_saving()}
        </p>
      </div>
      <div className="basis-full empty:hidden">
        <FormRefusal refusal={change.refusal ?? remove.refusal} />
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

/** The roles one may give. A change of one's own asks first: only someone else can give the old one back. */
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
        label={m.platoon_role_of({ name: member.user.name })}
        isLabelHidden
        value={member.role}
        choices={[...choices].map((value) => ({ value, label: getRoleTitle(value) }))}
        onChange={choose}
        className="w-36"
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

type RemoveButtonProps = MemberRowProps & { busy: boolean; onRemove: () => void };

function RemoveButton({ platoon, member, busy, onRemove }: RemoveButtonProps) {
  const [asking, setAsking] = useState(false);
  const { name } = member.user;
  return (
    <>
      <Button size="small" busy={busy} onClick={() => setAsking(true)} aria-label={m.common_remove_name({ name })}>
        {m.common_remove()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.platoon_remove_question({ name, platoon: platoon.name })}
          description={m.platoon_remove_explained()}
          action={m.common_remove()}
          onConfirm={onRemove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Leaving the platoon, which its only owner cannot. */
function Leave({ platoon, user }: SectionProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = usePlatoonCall(
    user.id,
    (_: undefined, call) => call((account) => account.organization.leave({ organizationId: platoon.id })),
    () => navigate({ to: "/platoons", search: {} }),
  );
  const own = platoon.members.find(({ userId }) => userId === user.id);
  const isFixed = own !== undefined && isOnlyOwner(own, platoon.members);
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      <FormRefusal refusal={leave.refusal} />
      {isFixed && (
        <p id="leave-reason" className="text-0 text-ink-2">
          {m.platoon_last_owner()}
        </p>
      )}
      <Button
        busy={leave.busy}
        disabled={isFixed}
        aria-describedby={isFixed ? "leave-reason" : undefined}
        onClick={() => setAsking(true)}
      >
        {m.platoon_leave()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.platoon_leave_question({ platoon: platoon.name })}
          description={m.platoon_leave_explained()}
          action={m.platoon_leave()}
          onConfirm={() => void leave.run(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
