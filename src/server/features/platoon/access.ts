// Who may do what in a platoon, checked in one place: every procedure on a platoon begins with one of these.
import { z } from "zod";
import { canManage, isOwner } from "#domain/platoon/platoon.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { preparedQuery } from "#server/database/prepared-query.ts";
import { protectedProcedure } from "#server/trpc/trpc.ts";

const readMember = preparedQuery((db) =>
  db.selectFrom("member").select(["id", "role"]).where("userId", "=", "").where("organizationId", "=", "").compile(),
);

/** The roles of a person in a platoon; null where they are not a member. */
export async function findRoles(db: Database, userId: string, organizationId: string): Promise<string | null> {
  const [member] = await readMember(db, userId, organizationId);
  return member?.role ?? null;
}

/**
 * Requires a member of the platoon in the input; `ctx.platoon` has its id and their roles.
 * @throws {AppError} signed_out; platoon_missing for everyone else, whether or not there is such a platoon
 */
export const memberProcedure = protectedProcedure
  .input(z.object({ organizationId: z.string().min(1).max(100) }))
  .use(async ({ ctx, input, next }) => {
    const roles = await findRoles(ctx.db, ctx.user.id, input.organizationId);
    if (roles === null) throw new AppError("platoon_missing");
    return next({ ctx: { platoon: { id: input.organizationId, roles, isManager: canManage(roles) } } });
  });

/**
 * Requires an owner or an admin.
 * @throws {AppError} signed_out; platoon_missing; platoon_managers_only
 */
export const managerProcedure = memberProcedure.use(({ ctx, next }) => {
  if (!ctx.platoon.isManager) throw new AppError("platoon_managers_only");
  return next();
});

/**
 * Requires an owner.
 * @throws {AppError} signed_out; platoon_missing; platoon_owners_only
 */
export const ownerProcedure = memberProcedure.use(({ ctx, next }) => {
  if (!isOwner(ctx.platoon.roles)) throw new AppError("platoon_owners_only");
  return next();
});

/** Writes to a platoon one after the other: a count and the insert that depends on it are in one transaction. */
export const withPlatoonLock = <Result>(
  db: Database,
  organizationId: string,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    // Changes nothing, but holds the row on PostgreSQL; on SQLite every transaction is alone.
    await trx
      .updateTable("organization")
      .set((eb) => ({ name: eb.ref("name") }))
      .where("id", "=", organizationId)
      .execute();
    return work(trx);
  });
