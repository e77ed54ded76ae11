// What the account library's calls about organizations do besides: before they refuse a stranger, with members' addresses, and
// with what a deleted platoon keeps.
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import {
  type DeleteQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  WhereNode,
} from "kysely";
import { z } from "zod";
import { canManage } from "#domain/platoon/platoon.ts";
import type { Database } from "#server/database/database.ts";
import { hasRowIn, LIBRARY_TABLES } from "./deleted-platoons.ts";

export const organizationHooks = (db: Database) => ({ before: [refuseStrangers(db)], after: [hideAddresses(db)] });

const answerWithMembers = z.looseObject({
  members: z.array(
    z.looseObject({ organizationId: z.string(), userId: z.string(), user: z.looseObject({ email: z.string() }) }),
  ),
});

/** Members' addresses are for those who may invite and manage members: a plain member finds all but their own empty. */
const hideAddresses = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) =>
    path === "/organization/get-full-organization" || path === "/organization/list-members",
  handler: createAuthMiddleware(async (ctx) => {
    const { data } = answerWithMembers.safeParse(ctx.context.returned);
    const session = await getSessionFromCtx(ctx);
    const [first] = data?.members ?? [];
    if (!data || !first || !session) return;
    const caller = await db
      .selectFrom("member")
      .select("role")
      .where("userId", "=", session.user.id)
      .where("organizationId", "=", first.organizationId)
      .executeTakeFirst();
    if (canManage(caller?.role ?? "")) return;
    const members = data.members.map((member) =>
      member.userId === session.user.id ? member : { ...member, user: { ...member.user, email: "" } },
    );
    return ctx.json({ ...data, members });
  }),
});

const named = z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().nullish() });

/**
 * The library's own refusal of a platoon that the caller names and is not in, before the library refuses: it would leave the
 * session without its active platoon.
 */
const refuseStrangers = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) =>
    path === "/organization/get-full-organization" || path === "/organization/set-active",
  handler: createAuthMiddleware(async (ctx) => {
    const { data } = named.safeParse({ ...ctx.query, ...ctx.body });
    const [column, value] = data?.organizationSlug ? ["slug", data.organizationSlug] : ["id", data?.organizationId];
    const session = value && (await getSessionFromCtx(ctx));
    if (!session) return;
    const found = await db
      .selectFrom("organization")
      .leftJoin("member", (join) =>
        join.onRef("member.organizationId", "=", "organization.id").on("member.userId", "=", session.user.id),
      )
      .select(["organization.id", "member.id as memberId"])
      .where(`organization.${column as "id" | "slug"}`, "=", value)
      .executeTakeFirst();
    // One that they were removed from is active no longer.
    const isActive = found?.id === session.session["activeOrganizationId"];
    if (!found || found.memberId !== null || isActive) return;
    const code = "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
    throw new APIError("FORBIDDEN", { code, message: "User is not a member of the organization" });
  }),
});

/**
 * The database for the account library, which reads and changes these tables without a look at the platoon: to each of its
 * statements the rows of deleted platoons are not there.
 */
export const withoutDeletedPlatoons = (db: Database): Database => db.withPlugin(presentPlatoons);

const presentPlatoons: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new PresentPlatoons().transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

class PresentPlatoons extends OperationNodeTransformer {
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    return requirePlatoons(super.transformSelectQuery(node, queryId), node.from?.froms);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    return requirePlatoons(super.transformUpdateQuery(node, queryId), node.table && [node.table]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    return requirePlatoons(super.transformDeleteQuery(node, queryId), node.from.froms);
  }
}

/** Requires the row of the platoon where the table is one of those that name it. */
function requirePlatoons<Query extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
  query: Query,
  tables: readonly OperationNode[] = [],
): Query {
  const names = tables.map((table) => (TableNode.is(table) ? table.table.identifier.name : ""));
  const name = LIBRARY_TABLES.find((table) => names.includes(table));
  if (name === undefined) return query;
  const condition = hasRowIn("organization", name).toOperationNode();
  const where = query.where ? WhereNode.cloneWithOperation(query.where, "And", condition) : WhereNode.create(condition);
  return { ...query, where };
}
