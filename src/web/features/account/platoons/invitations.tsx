import { useState } from "react";
import { m } from "#messages";
import { Field } from "#web/components/fields/field.tsx";
import { Select } from "#web/components/fields/select.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { readText, useInterruptedInput } from "#web/data/interrupted-input.ts";
import { getDay } from "#web/features/account/account-queries.ts";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { type PendingInvitation, type SectionProps, usePlatoonCall } from "./platoon-queries.ts";
import { getGrantableRoles, getRoleTitle, type Role } from "./roles.ts";

/** Inviting by e-mail, and the invitations without an answer. */
export function Invitations(section: SectionProps) {
  const { invitations } = section.platoon;
  return (
    <Panel title={m.platoon_invite()}>
      <InviteForm {...section} />
      {invitations.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-2">{m.platoon_open_invitations()}</h3>
          <ul aria-label={m.platoon_open_invitations()} className="grid divide-y divide-line border-t border-line">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} {...section} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function InviteForm({ platoon, user, role: ownRole }: SectionProps) {
  const { value: email, set: setEmail } = useInterruptedInput(`platoon-invitation:${platoon.id}`, "", readText);
  const [role, setRole] = useState<Role>("member");
  const [sentTo, setSentTo] = useState("");
  const invite = usePlatoonCall(
    user.id,
    (_: undefined, change) =>
      change((account) => account.organization.inviteMember({ email, role, organizationId: platoon.id })),
    () => {
      setSentTo(email);
      setEmail("");
    },
  );
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setSentTo("");
        void invite.run(undefined);
      }}
      className="grid gap-4"
    >
      <FormRefusal refusal={invite.refusal} />
      <Field
        {...EMAIL_INPUT}
        label={m.platoon_invite_email()}
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={invite.refusal?.field === "email" && invite.refusal.text}
      />
      <Select
        label={m.platoon_role()}
        value={role}
        choices={getGrantableRoles(ownRole).map((value) => ({ value, label: getRoleTitle(value) }))}
        onChange={setRole}
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

function InvitationRow({ user, invitation: { id, email, role, expiresAt } }: InvitationRowProps) {
  const cancel = usePlatoonCall(user.id, (_: undefined, change) =>
    change((account) => account.organization.cancelInvitation({ invitationId: id })),
  );
  return (
    <li className="grid gap-3 py-3 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere">{email}</p>
          <p className="text-0 text-ink-2">
            {m.platoon_invitation_until({ role: getRoleTitle(role), day: getDay(expiresAt) })}
          </p>
        </div>
        <Button
          size="small"
          busy={cancel.busy}
          onClick={() => cancel.run(undefined)}
          aria-label={m.platoon_cancel_invitation_of({ email })}
        >
          {m.common_cancel()}
        </Button>
      </div>
      <FormRefusal refusal={cancel.refusal} />
    </li>
  );
}
