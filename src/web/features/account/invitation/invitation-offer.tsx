import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import type { Invitation } from "#web/features/account/account-queries.ts";
import { getDay } from "#web/features/account/day.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";

/** What each role may do, as the server lets it. */
const ALLOWED: Record<string, string> = {
  owner: "Owners may do everything: change or delete the platoon, and decide on every role.",
  admin: "Admins change the platoon's name, invite and remove people, give roles, and make squads.",
  member: "Members see the platoon and everybody in it.",
};

/** An open invitation: who invites, where to, as what, and the two answers. */
export function InvitationOffer({ invitation }: { invitation: Invitation }) {
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
          {answered === "joined" ? `You are in ${organizationName} now.` : `You declined to join ${organizationName}.`}
        </p>
        <Link to="/" className="link justify-self-start">
          Home
        </Link>
      </>
    );
  }
  return (
    <>
      <div className="grid gap-2">
        <h2 className="text-5">{organizationName}</h2>
        <p className="text-ink-2">
          <b className="text-ink">{inviterEmail}</b> invites you to this platoon. The invitation ends on{" "}
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
          Join
        </Button>
        <Button busy={decline.busy} onClick={() => decline.run(undefined)}>
          Decline
        </Button>
      </div>
    </>
  );
}
