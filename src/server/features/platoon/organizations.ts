// Organizations, which the site calls platoons: the library's plugin with our mails, limits and locks.
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
import { ORGANIZATION_FIELDS, organizationHooks, withoutDeletedPlatoons } from "./organization-hooks.ts";
import {
  countPlatoons,
  ensureOwner,
  getMembersLock,
  getPlatoonsLock,
  recordJoin,
  recordRemoval,
  removeEndedInvitations,
  removeFormerMemberRows,
  voidInvitations,
} from "./platoon-owners.ts";

/**
 * Calls that are neither used by a screen nor specified. Squads are changed by our own procedures, which limit names and numbers and
 * publish changes.
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
const withUpdatedAt = { additionalFields: { updatedAt } };

type OrganizationParts = Pick<AuthParts, "db" | "withLock" | "sendMail" | "events"> & {
  config: Pick<Config, "origin">;
};

/** Returns the platoon extension of the account library. */
export const organizationExtension = (parts: OrganizationParts): AccountExtension => ({
  plugins: [organizations(parts)],
  closedCalls: CLOSED_PLATOON_CALLS,
  limits: { "/organization/invite-member": perMinute(20) },
  fields: ORGANIZATION_FIELDS,
  statements: withoutDeletedPlatoons,
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
    schema: { organization: withUpdatedAt, member: withUpdatedAt, invitation: withUpdatedAt, team: withUpdatedAt },
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
        // A member who removes themselves leaves, and may rejoin with an existing link.
        const caller = tryGetCurrentAuthEndpointContext()?.context.session?.user.id;
        if (member.userId !== caller) await recordRemoval(db, member.organizationId, user, new Date());
      },
      beforeDeleteOrganization: async ({ organization: { id }, user }) => {
        await refuseManyDeleted(db, user.id, 0);
        await deletePlatoon(db, id, user.id, new Date());
      },
    },
  });
  const serialize = createSerializer({ db, withLock, events });
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
      createOrganization: serialize(createOrganization),
      acceptInvitation: serialize(acceptInvitation),
      removeMember: serialize(removeMember),
      updateMemberRole: serialize(updateMemberRole),
      leaveOrganization: serialize(leaveOrganization),
      deleteOrganization: serialize(deleteOrganization),
      updateOrganization: serialize(updateOrganization),
    },
  };
}

/** Returns the maximum size of a squad in its game. */
async function readSquadSize(db: Database, teamId: string): Promise<number> {
  const team = await db.selectFrom("team").select("game").where("id", "=", teamId).executeTakeFirst();
  return SQUAD_SIZE[getSquadGame(team?.game ?? null)];
}

/** Refuses to join too many platoons. The library checks this only when a platoon is created. */
async function refuseTooMany(db: Database, userId: string): Promise<void> {
  if ((await countPlatoons(db, userId)) < MAX_PLATOONS) return;
  const code = "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS";
  throw new APIError("FORBIDDEN", { code, message: "You have reached the maximum number of organizations" });
}

/**
 * Refuses to create or delete a platoon if the person has deleted too many: until the purge, deleted platoons count towards the maximum
 * for creating one, and their number has the same maximum.
 */
async function refuseManyDeleted(db: Database, userId: string, platoonCount: number): Promise<void> {
  if (platoonCount + (await countDeleted(db, userId)) < MAX_PLATOONS) return;
  const code = "YOU_HAVE_DELETED_TOO_MANY_ORGANIZATIONS";
  throw new APIError("FORBIDDEN", { code, message: "You have deleted too many organizations" });
}

/** The lock that a call holds until its response; set by the middleware. */
type HeldLock = { release?: () => Promise<void> };

/**
 * Serializes calls that change the members of a platoon, because the library counts first and writes later. The lock is taken after
 * the input is parsed and the session checked, and only for members and invited people, so that no other caller can block a platoon.
 */
function createSerializer({ db, withLock, events }: Omit<OrganizationParts, "config" | "sendMail">) {
  const calls = new AsyncLocalStorage<HeldLock>();
  const lock = createAuthMiddleware(async (ctx) => {
    const heldLock = calls.getStore();
    const session = await getSessionFromCtx(ctx);
    if (!heldLock || !session) return;
    const { id: userId } = session.user;
    const organizationId = await findChangedPlatoon(db, session, ctx.body);
    const isCreation = organizationId === undefined;
    if (organizationId === null) return;
    // These calls count the person's platoons. The locks are taken in the order of `enterPlatoon` to avoid deadlocks.
    const countsPlatoons =
      isCreation || ctx.path === "/organization/accept-invitation" || ctx.path === "/organization/delete";
    const names = [
      ...(countsPlatoons ? [getPlatoonsLock(userId)] : []),
      ...(isCreation ? [] : [getMembersLock(organizationId)]),
    ];
    const releases: (() => void)[] = [];
    const release = () => {
      for (const end of releases.toReversed()) end();
    };
    try {
      for (const name of names) releases.push(await acquireLock(withLock, name));
    } catch (error) {
      release();
      throw error;
    }
    const changesMembers = !isCreation && ctx.path !== "/organization/update";
    const leavingUserId = changesMembers ? await findLeavingUser(db, userId, ctx) : null;
    heldLock.release = async () => {
      try {
        if (isCreation) return;
        if (changesMembers) {
          await ensureOwner(db, organizationId);
          await voidInvitations(db, organizationId);
        }
        if (leavingUserId !== null) await removeFormerMemberRows(db, organizationId, leavingUserId);
        events.publishToPlatoon(organizationId, { what: "members", id: organizationId });
      } finally {
        // Always release the lock: it is renewed until then, and would block the platoon until the next start.
        release();
      }
    };
    // An invitation may have been written after its inviter had lost the right to invite.
    if (changesMembers) await voidInvitations(db, organizationId);
  });
  return <Endpoint extends { options: object }>(endpoint: Endpoint): Endpoint => {
    // The lock runs after the endpoint's own middleware, which refuses calls without a session.
    const options: { use?: unknown[] } = endpoint.options;
    options.use = [...(options.use ?? []), lock];
    return decorateEndpoint(endpoint, (call) => {
      const heldLock: HeldLock = {};
      return calls.run(heldLock, async () => {
        try {
          return await call();
        } finally {
          await heldLock.release?.();
        }
      });
    });
  };
}

/** Returns the id of the person whom a call removes from a platoon, or null. */
async function findLeavingUser(
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

/** Returns the platoon that a call changes: undefined for a new one, null if the caller is neither a member nor invited. */
async function findChangedPlatoon(
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
    // Like the library, treat an empty id as missing.
    .where("organizationId", "=", organizationId || String(session["activeOrganizationId"]))
    .executeTakeFirst();
  return member?.organizationId ?? null;
}

/** Waits for the lock of this name and returns the function that releases it. */
const acquireLock = (withLock: WithLock, name: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const turn = withLock(name, () => new Promise<void>((release) => resolve(release)));
    turn.catch(reject);
  });
