// Who may do what in a platoon, checked in one place: every procedure on a platoon begins with one of these.
import { z } from "zod";
import { canManage, isOwner } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import { LockTimeoutError } from "#platform/lock.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";
import { protectedProcedure, type TrpcContext } from "#server/trpc/trpc.ts";
import { membersLock, platoonsLock } from "./platoon-owners.ts";

const readMember = preparedQuery((db) =>
  db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .select(["member.id", "member.role"])
    .where("member.userId", "=", "")
    .where("member.organizationId", "=", "")
    .compile(),
);

/** The roles of a person in a platoon; null where they are not a member, or it is deleted. */
export async function findRoles(db: Database, userId: string, organizationId: string): Promise<string | null> {
  const [member] = await readMember(db, userId, organizationId);
  return member?.role ?? null;
}

type Level = "member" | "manager" | "owner";

/** The caller in a platoon: `level` is what the procedure requires of them. */
export type Membership = { id: string; roles: string; isManager: boolean; level: Level };

/** What a change of a platoon needs of a procedure's context. */
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
 * Requires a member of the platoon in the input; `ctx.platoon` has its id and their roles. What then changes the platoon
 * does so in `changePlatoon`.
 * @throws {AppError} signed_out; platoon_missing for everyone else, whether or not there is such a platoon
 */
export const memberProcedure = protectedProcedure
  .input(z.object({ organizationId: z.string().min(1).max(100) }))
  .use(async ({ ctx, input: { organizationId }, next }) => {
    const roles = await findRoles(ctx.db, ctx.user.id, organizationId);
    return next({ ctx: { platoon: requireLevel(organizationId, roles, "member") } });
  });

const requiring = (level: Level) =>
  memberProcedure.use(({ ctx: { platoon }, next }) =>
    next({ ctx: { platoon: requireLevel(platoon.id, platoon.roles, level) } }),
  );

/**
 * Requires an owner or an admin.
 * @throws {AppError} signed_out; platoon_missing; platoon_managers_only
 */
export const managerProcedure = requiring("manager");

/**
 * Requires an owner.
 * @throws {AppError} signed_out; platoon_missing; platoon_owners_only
 */
export const ownerProcedure = requiring("owner");

/**
 * Writes to a platoon one after the other: a count and the insert that depends on it are in one transaction. The work only
 * changes rows, because it may run again.
 */
const withPlatoonLock = <Result>(
  db: Database,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    // Changes nothing, but holds the row on PostgreSQL; on SQLite every transaction is alone.
    await trx
      .updateTable("organization")
      .set((eb) => ({ name: eb.ref("name") }))
      .where("id", "=", organizationId)
      .execute();
    return work(trx);
  });

type LockParts = Pick<TrpcContext, "db" | "withLock">;

/**
 * Changes who is in a platoon under the lock that the account library's calls hold, too.
 * @throws {AppError} too_many
 */
export const changeMembers = <Result>(
  { db, withLock }: LockParts,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> => underLock(withLock, membersLock(organizationId), () => withPlatoonLock(db, organizationId, work));

/** @throws {AppError} too_many when the lock does not become free */
async function underLock<Result>(
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

/** As `changeMembers`, for a person who enters the platoon: their platoons are counted under a lock of their own. */
export const enterPlatoon = <Result>(
  ctx: LockParts,
  userId: string,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> => underLock(ctx.withLock, platoonsLock(userId), () => changeMembers(ctx, organizationId, work));

/**
 * Changes a platoon under its lock with the rights that the caller has then: they may have been demoted or removed since the
 * procedure checked them, and until the transaction ends they are not.
 * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only
 */
export const changePlatoon = <Result>(
  ctx: PlatoonContext,
  work: (trx: Database, platoon: Membership) => Promise<Result>,
): Promise<Result> => withPlatoonLock(ctx.db, ctx.platoon.id, async (trx) => work(trx, await lockMembership(trx, ctx)));

/**
 * What the caller is in the platoon now, and stays until the transaction ends.
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
