// Organizations, which people know as platoons: the library's plugin with our mails, limits and an owner that remains.
import { organization } from "better-auth/plugins";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import type { InTurn } from "#server/limits/lease.ts";
import type { SendMail } from "#server/mail/mailer.ts";
import { invitationMail } from "./mails.ts";
import { updatedAt } from "./plugins/updated-at.ts";
import { wrapped } from "./plugins/wrapped.ts";

const DAY_S = 24 * 60 * 60;
/** What whoever changes a membership holds. */
const MEMBERS = "members";
const timed = { additionalFields: { updatedAt } };

type OrganizationParts = { config: Pick<Config, "origin">; inTurn: InTurn; sendMail: SendMail };

export function organizations({ config: { origin }, inTurn, sendMail }: OrganizationParts) {
  const library = organization({
    allowUserToCreateOrganization: (user) => user["isAnonymous"] !== true,
    organizationLimit: 10,
    membershipLimit: 100,
    invitationLimit: 100,
    invitationExpiresIn: 7 * DAY_S,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: true,
    teams: { enabled: true, maximumTeams: 20, maximumMembersPerTeam: 50, defaultTeam: { enabled: false } },
    schema: { organization: timed, member: timed, invitation: timed, team: timed },
    sendInvitationEmail: ({ id, email, inviter, organization: { name }, role }) =>
      sendMail(invitationMail(email, { inviter: inviter.user.name, name, role }, `${origin}/invite?id=${id}`)),
  });
  /** Of the calls that change who is in a platoon one runs at a time: the library counts first and writes then. */
  const alone = <Endpoint extends object>(endpoint: Endpoint): Endpoint =>
    wrapped(endpoint, (call) => inTurn(MEMBERS, call));
  const { createOrganization, acceptInvitation, removeMember, updateMemberRole, leaveOrganization } = library.endpoints;
  return {
    ...library,
    endpoints: {
      ...library.endpoints,
      createOrganization: alone(createOrganization),
      acceptInvitation: alone(acceptInvitation),
      removeMember: alone(removeMember),
      updateMemberRole: alone(updateMemberRole),
      leaveOrganization: alone(leaveOrganization),
    },
  };
}

/** Before a user goes: hands each platoon they alone own to its longest-standing admin or member; an empty one goes. */
export const handPlatoonsOn = ({ db, inTurn }: { db: Database; inTurn: InTurn }, userId: string): Promise<void> =>
  inTurn(MEMBERS, async () => {
    const own = await db.selectFrom("member").select("organizationId").where("userId", "=", userId).execute();
    for (const { organizationId } of own) {
      const others = await db
        .selectFrom("member")
        .select(["id", "role"])
        .where("organizationId", "=", organizationId)
        .where("userId", "!=", userId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
      const heir = others.find(({ role }) => rolesOf(role).includes("admin")) ?? others[0];
      if (!heir) await db.deleteFrom("organization").where("id", "=", organizationId).execute();
      else if (!others.some(({ role }) => rolesOf(role).includes("owner"))) {
        await db
          .updateTable("member")
          .set({ role: "owner", updatedAt: new Date() })
          .where("id", "=", heir.id)
          .execute();
      }
    }
  });

const rolesOf = (roles: string): string[] => roles.split(",");
