// Authorization in platoons: every procedure of a platoon starts with one of these base procedures.
import { z } from "zod";
import { canManage, isOwner } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { LockTimeoutError } from "#platform/lock.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";
import { protectedProcedure, type TrpcContext } from "#server/trpc/trpc.ts";
import { getMembersLock, getPlatoonsLock } from "./platoon-owners.ts";

const readMember = preparedQuery((db) =>
  db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .select(["member.id", "member.role"])
    .where("member.userId", "=", "")
    .where("member.organizationId", "=", "")
    .compile(),
);

/** Returns the roles of a person in a platoon, or null if they are not a member or the platoon is deleted. */
export async function findRoles(db: Database, userId: string, organizationId: string): Promise<string | null> {
  const [member] = await readMember(db, userId, organizationId);
  return member?.role ?? null;
}

type Level = "member" | "manager" | "owner";

/** The caller's membership in a platoon; `level` is the level that the procedure requires. */
export type Membership = { id: string; roles: string; isManager: boolean; level: Level };

/** The part of a procedure's context that a change of a platoon needs. */
export type PlatoonContext = { db: Database; user: { id: string }; platoon: Membership };

/** @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only */
function requireLevel(id: string, roles: string | null, level: Level): Membership {
  if (roles === null) throw new AppError("platoon_missing");
  const isManager = canManage(roles);
  if (level === "manager" && !isManager) throw new AppError("platoon_managers_only");
  if (level === "owner" && !isOwner(roles)) throw new AppError("platoon_owners_only");
  return { id, roles, isManager, level };
}

/**
 * Requires a member of the platoon in the input; `ctx.platoon` has the platoon's id and the member's roles. Changes of the platoon
 * must use `changePlatoon`.
 * @throws {AppError} signed_out; platoon_missing for non-members, whether or not the platoon exists
 */
export const memberProcedure = protectedProcedure
  .input(z.object({ organizationId: z.string().min(1).max(100) }))
  .use(async ({ ctx, input: { organizationId }, next }) => {
    const roles = await findRoles(ctx.db, ctx.user.id, organizationId);
    return next({ ctx: { platoon: requireLevel(organizationId, roles, "member") } });
  });

const createProcedure = (level: Level) =>
  memberProcedure.use(({ ctx: { platoon }, next }) =>
    next({ ctx: { platoon: requireLevel(platoon.id, platoon.roles, level) } }),
  );

/**
 * Requires an owner or an admin.
 * @throws {AppError} signed_out; platoon_missing; platoon_managers_only
 */
export const managerProcedure = createProcedure("manager");

/**
 * Requires an owner.
 * @throws {AppError} signed_out; platoon_missing; platoon_owners_only
 */
export const ownerProcedure = createProcedure("owner");

/**
 * Serializes writes to a platoon, so that a count and the insert that depends on it are in one transaction. The work may only
 * change rows, because it may be rerun.
 */
const withPlatoonLock = <Result>(
  db: Database,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    // This changes nothing but locks the row on PostgreSQL. SQLite runs one transaction at a time.
    await trx
      .updateTable("organization")
      .set((eb) => ({ name: eb.ref("name") }))
      .where("id", "=", organizationId)
      .execute();
    return work(trx);
  });

type LockParts = Pick<TrpcContext, "db" | "withLock">;

/**
 * Changes the members of a platoon with the lock that the account library's calls also hold.
 * @throws {AppError} too_many
 */
export const changeMembers = <Result>(
  { db, withLock }: LockParts,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  runWithLock(withLock, getMembersLock(organizationId), () => withPlatoonLock(db, organizationId, work));

/** @throws {AppError} too_many when the lock does not become free */
async function runWithLock<Result>(
  withLock: LockParts["withLock"],
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withLock(name, work);
  } catch (error) {
    if (error instanceof LockTimeoutError) throw new AppError("too_many", { retryAfterS: 5 });
    throw error;
  }
}

/** Like `changeMembers`, but for a person who joins the platoon: it also holds the lock for counting that person's platoons. */
export const enterPlatoon = <Result>(
  ctx: LockParts,
  userId: string,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  runWithLock(ctx.withLock, getPlatoonsLock(userId), () => changeMembers(ctx, organizationId, work));

/**
 * Changes a platoon with its lock. It checks the caller's rights again, as they may have been demoted or removed since the
 * procedure checked them, and locks them until the transaction ends.
 * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only
 */
export const changePlatoon = <Result>(
  ctx: PlatoonContext,
  work: (trx: Database, platoon: Membership) => Promise<Result>,
): Promise<Result> => withPlatoonLock(ctx.db, ctx.platoon.id, async (trx) => work(trx, await lockMembership(trx, ctx)));

/**
 * Returns the caller's current membership, and locks it until the transaction ends.
 * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only
 */
export async function lockMembership(trx: Database, { user, platoon: { id, level } }: PlatoonContext) {
  const member = await trx
    .updateTable("member")
    .set((eb) => ({ role: eb.ref("role") }))
    .where("userId", "=", user.id)
    .where("organizationId", "in", trx.selectFrom("organization").select("id").where("id", "=", id))
    .returning("role")
    .executeTakeFirst();
  return requireLevel(id, member?.role ?? null, level);
}
