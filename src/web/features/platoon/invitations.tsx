import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { getGrantableRoles, LINK_DAYS, LINK_USES, type PlatoonRole, splitRoles } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { ActionRow } from "#web/features/account/forms/action-row.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { Panel } from "#web/ui/panel.tsx";
import { type PendingInvitation, type SectionProps, useMembersCall, usePlatoonCall } from "./platoon-queries.ts";
import { getRoleTitle } from "./roles.ts";

/** The form to invite by e-mail, and the open invitations. */
export function Invitations(section: SectionProps) {
  const input = { organizationId: section.platoon.id };
  const query = useInfiniteQuery(useTRPC().platoon.members.invitations.infiniteQueryOptions(input, NEXT_PAGE));
  const invitations = getItems(query.data);
  return (
    <Panel title={m.platoon_invite()}>
      <InviteForm {...section} />
      {invitations.length > 0 && <h3 className="mt-6 mb-2 text-2">{m.platoon_open_invitations()}</h3>}
      <QueryList
        query={query}
        items={invitations}
        label={m.platoon_open_invitations()}
        loading={m.platoon_invitations_loading()}
        rows={2}
        className="grid divide-y divide-line border-t border-line"
      >
        {(invitation) => <InvitationRow key={invitation.id} {...section} invitation={invitation} />}
      </QueryList>
    </Panel>
  );
}

const NEW_INVITATION = { email: "", role: "member" };
const readInvitation = readTexts(["email", "role"]);

/** Returns the chosen role; "member" if the user's role does not allow granting it any longer. */
const getRole = ({ role }: { role: string }, ownRole: string): PlatoonRole =>
  getGrantableRoles(ownRole).find((value) => value === role) ?? "member";

function InviteForm({ platoon, user, role: ownRole }: SectionProps) {
  const input = useInterruptedInput(`platoon-invitation:${platoon.id}`, NEW_INVITATION, readInvitation);
  const { email } = input.value;
  const role = getRole(input.value, ownRole);
  const [sentTo, setSentTo] = useState("");
  const invite = usePlatoonCall(
    user.id,
    (_: undefined, change) =>
      change((account) => account.organization.inviteMember({ email, role, organizationId: platoon.id })),
    () => {
      setSentTo(email);
      input.change({ email: "" });
    },
  );
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setSentTo("");
        input.send(invite.run(undefined));
      }}
      className="grid gap-4"
    >
      <FormRefusal refusal={invite.refusal} />
      <Field
        {...EMAIL_INPUT}
        label={m.platoon_invite_email()}
        autoComplete="off"
        value={email}
        onChange={({ target }) => input.change({ email: target.value })}
        error={invite.refusal?.field === "email" && invite.refusal.text}
      />
      <Select
        label={m.platoon_role()}
        value={role}
        choices={getGrantableRoles(ownRole).map((value) => ({ value, label: getRoleTitle(value) }))}
        onChange={(value) => input.change({ role: value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" kind="primary" busy={invite.busy}>
          {m.platoon_invite_send()}
        </Button>
        <p role="status" className="min-w-0 text-0 wrap-anywhere text-ok">
          {sentTo && m.platoon_invitation_sent({ email: sentTo })}
        </p>
      </div>
    </form>
  );
}

type InvitationRowProps = SectionProps & { invitation: PendingInvitation };

function InvitationRow({ platoon, user, invitation: { id, email, role, expiresAt } }: InvitationRowProps) {
  const [isResent, setResent] = useState(false);
  const cancel = usePlatoonCall(user.id, (_: undefined, change) =>
    change((account) => account.organization.cancelInvitation({ invitationId: id })),
  );
  const resend = usePlatoonCall(
    user.id,
    (_: undefined, change) => {
      const roles = splitRoles(role) as PlatoonRole[];
      const input = { email, role: roles, organizationId: platoon.id, resend: true };
      return change((account) => account.organization.inviteMember(input));
    },
    () => setResent(true),
  );
  return (
    <ActionRow
      className="py-3 last:pb-0"
      title={<p className="wrap-anywhere">{email}</p>}
      description={
        <>
          {m.platoon_invitation_until({ role: getRoleTitle(role), day: formatUnbrokenDay(new Date(expiresAt)) })}
          <span role="status" className="block text-ok empty:hidden">
            {isResent && m.platoon_invitation_resent()}
          </span>
        </>
      }
      actions={
        <>
          <Button
            size="small"
            busy={resend.busy}
            onClick={() => resend.run(undefined)}
            aria-label={m.platoon_resend_invitation_to({ email })}
          >
            {m.platoon_resend()}
          </Button>
          <Button
            size="small"
            busy={cancel.busy}
            onClick={() => cancel.run(undefined)}
            aria-label={m.platoon_cancel_invitation_of({ email })}
          >
            {m.platoon_cancel_invitation()}
          </Button>
        </>
      }
      refusal={cancel.refusal ?? resend.refusal}
    />
  );
}

type Link = RouterOutputs["platoon"]["members"]["links"][number];

/** The form to create an invite link, and the existing links. */
export function InviteLinks(section: SectionProps) {
  const { platoon } = section;
  const links = useQuery(useTRPC().platoon.members.links.queryOptions({ organizationId: platoon.id }));
  return (
    <Panel title={m.platoon_link_invite()}>
      <LinkForm {...section} />
      <QueryList
        query={links}
        items={links.data}
        label={m.platoon_links()}
        loading={m.platoon_link_loading()}
        rows={2}
        className="mt-6 grid divide-y divide-line border-t border-line"
      >
        {(link) => <LinkRow key={link.id} {...section} link={link} />}
      </QueryList>
    </Panel>
  );
}

const DAYS = LINK_DAYS.map((count) => ({ value: String(count), label: m.platoon_link_day_count({ count }) }));
const USES = LINK_USES.map((count) => ({ value: String(count), label: m.platoon_link_people_count({ count }) }));

const NEW_LINK = { role: "member", days: "7", uses: "5" };
const readLink = readTexts(["role", "days", "uses"]);

function LinkForm({ platoon, user, role: ownRole }: SectionProps) {
  const { value: input, set } = useInterruptedInput(`platoon-link:${platoon.id}`, NEW_LINK, readLink);
  const { days, uses } = input;
  const role = getRole(input, ownRole);
  const [address, setAddress] = useState<string | null>(null);
  const create = useMembersCall(user.id, useTRPC().platoon.members.createLink.mutationOptions(), (link) =>
    setAddress(link.address),
  );
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setAddress(null);
        const [chosenDays = 7] = LINK_DAYS.filter((each) => String(each) === days);
        const [chosenUses = 5] = LINK_USES.filter((each) => String(each) === uses);
        void create.run({ organizationId: platoon.id, role, days: chosenDays, uses: chosenUses });
      }}
      className="grid gap-4"
    >
      <FormRefusal refusal={create.refusal} />
      <Select
        label={m.platoon_link_role()}
        value={role}
        choices={getGrantableRoles(ownRole).map((value) => ({ value, label: getRoleTitle(value) }))}
        onChange={(value) => set({ ...input, role: value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <Select
          label={m.platoon_link_days()}
          value={days}
          choices={DAYS}
          onChange={(value) => set({ ...input, days: value })}
        />
        <Select
          label={m.platoon_link_uses()}
          value={uses}
          choices={USES}
          onChange={(value) => set({ ...input, uses: value })}
        />
      </div>
      <Button type="submit" busy={create.busy} className="justify-self-start">
        {m.platoon_link_make()}
      </Button>
      {address && <NewLink address={address} />}
    </form>
  );
}

/** The URL of a new link, which is shown only once. */
function NewLink({ address }: { address: string }) {
  const { outcome, copy } = useCopy(address);
  return (
    <div role="status" className="grid gap-3">
      <Field
        label={m.platoon_link_address()}
        hint={m.platoon_link_shown_once()}
        name="link"
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <Button size="small" onClick={copy} className="justify-self-start">
        {outcome === "copied"
          ? m.account_copied()
          : outcome === "refused"
            ? m.account_not_copied()
            : m.common_copy_link()}
      </Button>
    </div>
  );
}

function LinkRow({ platoon, user, link }: SectionProps & { link: Link }) {
  const { id, role, uses, maxUses, expiresAt, creator, state } = link;
  const revoke = useMembersCall(user.id, useTRPC().platoon.members.revokeLink.mutationOptions());
  const title = m.platoon_link_title({ role: getRoleTitle(role), left: maxUses - uses, count: maxUses });
  return (
    <ActionRow
      className="py-3 last:pb-0"
      title={<p>{title}</p>}
      description={
        creator
          ? m.platoon_link_until_by({ day: formatUnbrokenDay(expiresAt), name: creator })
          : m.platoon_link_until({ day: formatUnbrokenDay(expiresAt) })
      }
      actions={
        state === "open" ? (
          <Button
            size="small"
            busy={revoke.busy}
            onClick={() => revoke.run({ organizationId: platoon.id, id })}
            aria-label={m.platoon_link_revoke_title({ title })}
          >
            {m.platoon_link_revoke()}
          </Button>
        ) : (
          <Badge>{state === "revoked" ? m.platoon_link_state_revoked() : m.platoon_link_state_over()}</Badge>
        )
      }
      refusal={revoke.refusal}
    />
  );
}
