// Organizations, which the site calls platoons: the library's plugin with our mails, limits, and a guaranteed owner.
import { AsyncLocalStorage } from "node:async_hooks";
import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { organization } from "better-auth/plugins";
import { z } from "zod";
import { getSquadGame, SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { MAX_MEMBERS, MAX_PLATOONS, MAX_SQUADS } from "#domain/platoon/platoon.ts";
import type { WithLock } from "#platform/lock.ts";
import type { AccountExtension, AuthParts } from "#server/auth/auth-parts.ts";
import { perMinute } from "#server/auth/client-limits.ts";
import { decorateEndpoint, updatedAt } from "#server/auth/contract/decorate-endpoint.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";
import { countDeleted, deletePlatoon } from "./deleted-platoons.ts";
import { invitationMail } from "./mails.ts";
import { ORGANIZATION_FIELDS, organizationHooks, presentPlatoons } from "./organization-hooks.ts";
import {
  countPlatoons,
  ensureOwner,
  membersLock,
  platoonsLock,
  recordJoin,
  recordRemoval,
  removeEndedInvitations,
  removeOfFormerMembers,
  voidInvitations,
} from "./platoon-owners.ts";

/**
 * Calls that no screen uses and the specification does not name. Squads are changed by our own procedures, which bound their
 * names and their number together with those of all other callers, and publish what they change.
 */
export const CLOSED_PLATOON_CALLS = [
  "create-team",
  "update-team",
  "remove-team",
  "list-teams",
  "list-user-teams",
  "set-active-team",
  "add-team-member",
  "remove-team-member",
  "list-team-members",
  "check-slug",
  "get-organization",
  "get-active-member-role",
].map((name) => `/organization/${name}`);

const DAY_S = 24 * 60 * 60;
const timed = { additionalFields: { updatedAt } };

type OrganizationParts = Pick<AuthParts, "db" | "withLock" | "sendMail" | "events"> & {
  config: Pick<Config, "origin">;
};

/** What the account library has of platoons. */
export const organizationExtension = (parts: OrganizationParts): AccountExtension => ({
  plugins: [organizations(parts)],
  closedCalls: CLOSED_PLATOON_CALLS,
  limits: { "/organization/invite-member": perMinute(20) },
  fields: ORGANIZATION_FIELDS,
  statements: presentPlatoons,
});

function organizations({ config: { origin }, db, withLock, sendMail, events }: OrganizationParts) {
  const library = organization({
    allowUserToCreateOrganization: (user) => user["isAnonymous"] !== true,
    organizationLimit: MAX_PLATOONS,
    membershipLimit: MAX_MEMBERS,
    invitationLimit: 100,
    invitationExpiresIn: 7 * DAY_S,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: true,
    teams: {
      enabled: true,
      maximumTeams: MAX_SQUADS,
      maximumMembersPerTeam: ({ teamId }) => readSquadSize(db, teamId),
      defaultTeam: { enabled: false },
    },
    schema: { organization: timed, member: timed, invitation: timed, team: timed },
    sendInvitationEmail: ({ id, email, inviter, organization: { name }, role }) =>
      sendMail(
        { email },
        () => invitationMail(email, { inviter: inviter.user.name, name, role }, `${origin}/invite?id=${id}`),
        "address",
      ),
    organizationHooks: {
      beforeCreateOrganization: async ({ user }) => refuseManyDeleted(db, user.id, await countPlatoons(db, user.id)),
      beforeCreateInvitation: ({ organization: { id } }) => removeEndedInvitations(db, id, new Date()),
      beforeAcceptInvitation: ({ user }) => refuseTooMany(db, user.id),
      afterAcceptInvitation: ({ member }) => recordJoin(db, member.organizationId, member.userId, new Date()),
      beforeRemoveMember: async ({ member, user }) => {
        // Who removes themselves leaves, and may come back.
        const caller = tryGetCurrentAuthEndpointContext()?.context.session?.user.id;
        if (member.userId !== caller) await recordRemoval(db, member.organizationId, user, new Date());
      },
      beforeDeleteOrganization: async ({ organization: { id }, user }) => {
        await refuseManyDeleted(db, user.id, 0);
        await deletePlatoon(db, id, user.id, new Date());
      },
    },
  });
  const serialized = createSerializer({ db, withLock, events });
  const {
    createOrganization,
    acceptInvitation,
    removeMember,
    updateMemberRole,
    leaveOrganization,
    deleteOrganization,
    updateOrganization,
  } = library.endpoints;
  return {
    ...library,
    hooks: organizationHooks(db),
    endpoints: {
      ...library.endpoints,
      createOrganization: serialized(createOrganization),
      acceptInvitation: serialized(acceptInvitation),
      removeMember: serialized(removeMember),
      updateMemberRole: serialized(updateMemberRole),
      leaveOrganization: serialized(leaveOrganization),
      deleteOrganization: serialized(deleteOrganization),
      updateOrganization: serialized(updateOrganization),
    },
  };
}

/** As many as play in a squad of the game. */
async function readSquadSize(db: Database, teamId: string): Promise<number> {
  const team = await db.selectFrom("team").select("game").where("id", "=", teamId).executeTakeFirst();
  return SQUAD_SIZE[getSquadGame(team?.game ?? null)];
}

/** The library counts a person's platoons only where they create one. */
async function refuseTooMany(db: Database, userId: string): Promise<void> {
  if ((await countPlatoons(db, userId)) < MAX_PLATOONS) return;
  const code = "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS";
  throw new APIError("FORBIDDEN", { code, message: "You have reached the maximum number of organizations" });
}

/**
 * Those that a person deleted count among their platoons until they are purged, where the person creates one; and no person deletes more
 * than they may have, also of those that others created.
 */
async function refuseManyDeleted(db: Database, userId: string, present: number): Promise<void> {
  if (present + (await countDeleted(db, userId)) < MAX_PLATOONS) return;
  const code = "YOU_HAVE_DELETED_TOO_MANY_ORGANIZATIONS";
  throw new APIError("FORBIDDEN", { code, message: "You have deleted too many organizations" });
}

/** The lock that a call changing a membership holds until it has answered. */
type Held = { release?: () => Promise<void> };

/**
 * One call at a time changes who is in a platoon: the library counts first and writes then. The lock is taken once the
 * input is parsed and the session checked, by members and invited people alone, so that no other caller can block a platoon.
 */
function createSerializer({ db, withLock, events }: Omit<OrganizationParts, "config" | "sendMail">) {
  const calls = new AsyncLocalStorage<Held>();
  const lock = createAuthMiddleware(async (ctx) => {
    const held = calls.getStore();
    const session = await getSessionFromCtx(ctx);
    if (!held || !session) return;
    const { id: userId } = session.user;
    const organizationId = await changedPlatoon(db, session, ctx.body);
    const isCreation = organizationId === undefined;
    if (organizationId === null) return;
    // What is counted for the person; in the order of `enterPlatoon`, so that two cannot block each other.
    const isCounted =
      isCreation || ctx.path === "/organization/accept-invitation" || ctx.path === "/organization/delete";
    const names = [...(isCounted ? [platoonsLock(userId)] : []), ...(isCreation ? [] : [membersLock(organizationId)])];
    const releases: (() => void)[] = [];
    const release = () => {
      for (const end of releases.toReversed()) end();
    };
    try {
      for (const name of names) releases.push(await takeTurn(withLock, name));
    } catch (error) {
      release();
      throw error;
    }
    const changesMembers = !isCreation && ctx.path !== "/organization/update";
    const leavingUserId = changesMembers ? await findLeaving(db, userId, ctx) : null;
    held.release = async () => {
      try {
        if (isCreation) return;
        if (changesMembers) {
          await ensureOwner(db, organizationId);
          await voidInvitations(db, organizationId);
        }
        if (leavingUserId !== null) await removeOfFormerMembers(db, organizationId, leavingUserId);
        events.publishToPlatoon(organizationId, { what: "members", id: organizationId });
      } finally {
        // The lock is renewed until it is released: one left behind would block this platoon until the next start.
        release();
      }
    };
    // An invitation may have been written after its inviter's rights had been checked and had ended.
    if (changesMembers) await voidInvitations(db, organizationId);
  });
  return <Endpoint extends { options: object }>(endpoint: Endpoint): Endpoint => {
    // The endpoint's own middleware has run before: it refuses calls without a session.
    const options: { use?: unknown[] } = endpoint.options;
    options.use = [...(options.use ?? []), lock];
    return decorateEndpoint(endpoint, (call) => {
      const held: Held = {};
      return calls.run(held, async () => {
        try {
          return await call();
        } finally {
          await held.release?.();
        }
      });
    });
  };
}

/** The person whom a call takes out of a platoon; null where it takes out none. */
async function findLeaving(
  db: Database,
  callerId: string,
  { path, body }: { path?: string | undefined; body?: unknown },
): Promise<string | null> {
  if (path === "/organization/leave") return callerId;
  if (path !== "/organization/remove-member") return null;
  const { memberIdOrEmail } = z.object({ memberIdOrEmail: z.string() }).parse(body);
  const person = memberIdOrEmail.includes("@")
    ? db.selectFrom("user").select("id as userId").where("email", "=", memberIdOrEmail.toLowerCase())
    : db.selectFrom("member").select("userId").where("id", "=", memberIdOrEmail);
  return (await person.executeTakeFirst())?.userId ?? null;
}

const target = z.object({
  organizationId: z.string().nullish(),
  invitationId: z.string().optional(),
  slug: z.string().optional(),
});

type Session = { user: { id: string; email: string }; session: Record<string, unknown> };

/** The platoon a call changes: undefined for a new one, null where the caller is neither a member nor invited. */
async function changedPlatoon(
  db: Database,
  { user, session }: Session,
  body: unknown,
): Promise<string | null | undefined> {
  const { organizationId, invitationId, slug } = target.parse(body ?? {});
  if (invitationId !== undefined) {
    const invitation = await db
      .selectFrom("invitation")
      .innerJoin("organization", "organization.id", "invitation.organizationId")
      .select("organizationId")
      .where("invitation.id", "=", invitationId)
      .where("email", "=", user.email.toLowerCase())
      .executeTakeFirst();
    return invitation?.organizationId ?? null;
  }
  if (slug !== undefined) return undefined;
  const member = await db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .select("organizationId")
    .where("userId", "=", user.id)
    // As the library has it: an empty id is none.
    .where("organizationId", "=", organizationId || String(session["activeOrganizationId"]))
    .executeTakeFirst();
  return member?.organizationId ?? null;
}

/** Waits for the lock of this name and returns the function that releases it. */
const takeTurn = (withLock: WithLock, name: string): Promise<() => void> =>
  new Promise((resolve, failed) => {
    const turn = withLock(name, () => new Promise<void>((release) => resolve(release)));
    turn.catch(failed);
  });
