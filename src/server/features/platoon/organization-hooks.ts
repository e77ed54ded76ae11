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
import { canManage, formatMetadata, MAX_SQUADS, PLATOON_ROLES, platoonMetadata } from "#domain/platoon/platoon.ts";
import { nameField, pictureField } from "#server/auth/auth.ts";
import type { Database } from "#server/database/database.ts";
import { hasRowIn, LIBRARY_TABLES } from "./deleted-platoons.ts";
import { selectPlatoons } from "./platoon-owners.ts";

/** Members that one call lists. */
const MAX_LISTED_MEMBERS = 100;

/** The short name of a platoon, which is indexed like an address. */
const slug = z.string().max(80).optional();

const metadata = platoonMetadata.optional();

/** One role or several, which the library joins by commas and stores as often as they are sent. */
const role = z.string().max(40);

const squadId = z.string().max(100);

const wholeNumber = z
  .string()
  .regex(/^\d{1,4}$/)
  .optional();

/** What the fields of calls about organizations may be. */
export const ORGANIZATION_FIELDS = {
  body: {
    slug,
    logo: pictureField,
    metadata,
    /** Calls that change a platoon or a team wrap their fields in this property. */
    data: z.object({ name: nameField, slug, logo: pictureField, metadata }).optional(),
    role: z.union([role, z.array(role).max(PLATOON_ROLES.length)]).optional(),
    /** Of an invitation, which reads each squad and stores the list. */
    teamId: z.union([squadId, z.array(squadId).max(MAX_SQUADS)]).nullish(),
  },
  query: {
    /** The library takes 0 for no limit. */
    limit: wholeNumber.refine((limit) => !limit || (Number(limit) >= 1 && Number(limit) <= MAX_LISTED_MEMBERS)),
    offset: wholeNumber,
    membersLimit: wholeNumber,
    // The library makes names of columns of these two; a filter compares with text.
    sortBy: z.enum(["id", "userId", "role", "createdAt"]).optional(),
    filterField: z.enum(["id", "userId", "role"]).optional(),
    filterOperator: z.enum(["eq", "ne", "lt", "lte", "gt", "gte", "contains", "starts_with", "ends_with"]).optional(),
    filterValue: z.string().max(100).optional(),
  },
};

export const organizationHooks = (db: Database) => ({ before: [refuseStrangers(db)], after: [hideAddresses(db)] });

const answerWithMembers = z.looseObject({
  members: z.array(
    z.looseObject({ organizationId: z.string(), userId: z.string(), user: z.looseObject({ email: z.string() }) }),
  ),
});

/** Members' addresses are for those who may invite and manage members: a plain member finds all but their own empty. */
const hideAddresses = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) =>
    path === "/organization/get-full-organization" || path === LIST_MEMBERS,
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

const SET_ACTIVE = "/organization/set-active";
const LIST_MEMBERS = "/organization/list-members";
const NOT_A_MEMBER = {
  code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
  message: "User is not a member of the organization",
};

/** The calls that name a platoon by its id or its address, with the library's own refusal of a person who is not in it. */
const NAMING_CALLS: Record<string, { code: string; message: string }> = {
  "/organization/get-full-organization": NOT_A_MEMBER,
  [SET_ACTIVE]: NOT_A_MEMBER,
  [LIST_MEMBERS]: {
    code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    message: "You are not a member of this organization",
  },
};

const named = z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().nullish() });
const activeSession = z.looseObject({ token: z.string(), activeOrganizationId: z.string().nullish() });

/** By what a call finds its platoon, as the library has it: an empty text names none, and the session's active one is next. */
function getNamed(path: string, input: unknown, active: string | null) {
  const { organizationId: id, organizationSlug: slug } = named.parse(input);
  if (path === SET_ACTIVE && id === null) return null;
  const isBySlug = slug && !(path === SET_ACTIVE && id);
  const value = isBySlug ? slug : id || active;
  return value ? ({ column: isBySlug ? "organization.slug" : "organization.id", value } as const) : null;
}

/** The library lists all members where no limit is given, and looks for each among all of them. */
const withLimit = (query: Record<string, unknown> | undefined) => ({
  context: { query: { ...query, limit: query?.["limit"] ?? String(MAX_LISTED_MEMBERS) } },
});

/**
 * Refuses a person who is not in the platoon that they name before the library does: it answers otherwise where there is no such
 * platoon, and leaves the session without its active one.
 */
const refuseStrangers = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) => path !== undefined && path in NAMING_CALLS,
  handler: createAuthMiddleware(async (ctx) => {
    const input = { ...ctx.query, ...ctx.body };
    const session = named.safeParse(input).success && (await getSessionFromCtx(ctx));
    if (!session) return;
    const { token, activeOrganizationId: active = null } = activeSession.parse(session.session);
    const platoon = getNamed(ctx.path, input, active);
    if (!platoon) return;
    const own = selectPlatoons(db, session.user.id).select("organization.id");
    if (await own.where(platoon.column, "=", platoon.value).executeTakeFirst())
      return ctx.path === LIST_MEMBERS ? withLimit(ctx.query) : undefined;
    // One that they were removed from, or that is gone, is active no longer.
    const isActiveLost = active !== null && !(await own.where("organization.id", "=", active).executeTakeFirst());
    if (isActiveLost) await ctx.context.internalAdapter.updateSession(token, { activeOrganizationId: null });
    throw APIError.from("FORBIDDEN", NAMING_CALLS[ctx.path] ?? NOT_A_MEMBER);
  }),
});

/**
 * Changes the statements of the account library, which reads and changes these tables without a look at the platoon: to each of its
 * statements the rows of deleted platoons are not there. Of the metadata that an earlier release stored, as much as it was sent, the
 * library finds the tag and the emblem alone: it cannot parse everything that it has stored.
 */
export const presentPlatoons: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new PresentPlatoons().transformNode(node, queryId),
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withFormattedMetadata) }),
};

const withFormattedMetadata = <Row extends Record<string, unknown>>(row: Row): Row =>
  typeof row["metadata"] === "string" ? { ...row, metadata: formatMetadata(row["metadata"]) } : row;

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
