// Hooks of the account library's organization calls: they refuse non-members in a uniform way, hide members' e-mail addresses, and
// exclude deleted platoons.
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
import { existsIn, LIBRARY_TABLES } from "./deleted-platoons.ts";
import { selectPlatoons } from "./platoon-owners.ts";

/** Maximum of members in one list call. */
const MAX_LISTED_MEMBERS = 100;

/** The short name of a platoon, which is indexed like an address. */
const slug = z.string().max(80).optional();

const metadata = platoonMetadata.optional();

/** A role, or several separated by commas; the library does not remove duplicates. */
const role = z.string().max(40);

const squadId = z.string().max(100);

const wholeNumber = z
  .string()
  .regex(/^\d{1,4}$/)
  .optional();

/** The allowed fields of organization calls. */
export const ORGANIZATION_FIELDS = {
  body: {
    slug,
    logo: pictureField,
    metadata,
    /** Calls that change a platoon or a team wrap their fields in this property. */
    data: z.object({ name: nameField, slug, logo: pictureField, metadata }).optional(),
    role: z.union([role, z.array(role).max(PLATOON_ROLES.length)]).optional(),
    /** The squads of an invitation, which reads each and stores the list. */
    teamId: z.union([squadId, z.array(squadId).max(MAX_SQUADS)]).nullish(),
  },
  query: {
    /** For the library 0 means no limit, so it is refused. */
    limit: wholeNumber.refine((limit) => !limit || (Number(limit) >= 1 && Number(limit) <= MAX_LISTED_MEMBERS)),
    offset: wholeNumber,
    membersLimit: wholeNumber,
    // The library uses these two as column names; filter values are compared as text.
    sortBy: z.enum(["id", "userId", "role", "createdAt"]).optional(),
    filterField: z.enum(["id", "userId", "role"]).optional(),
    filterOperator: z.enum(["eq", "ne", "lt", "lte", "gt", "gte", "contains", "starts_with", "ends_with"]).optional(),
    filterValue: z.string().max(100).optional(),
  },
};

export const organizationHooks = (db: Database) => ({ before: [refuseNonMembers(db)], after: [hideAddresses(db)] });

const memberResponse = z.looseObject({
  members: z.array(
    z.looseObject({ organizationId: z.string(), userId: z.string(), user: z.looseObject({ email: z.string() }) }),
  ),
});

/** Hides members' e-mail addresses from callers who may not manage members, except their own. */
const hideAddresses = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) =>
    path === "/organization/get-full-organization" || path === LIST_MEMBERS,
  handler: createAuthMiddleware(async (ctx) => {
    const { data } = memberResponse.safeParse(ctx.context.returned);
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

/** The calls that identify a platoon by id or slug, with the library's refusal of non-members. */
const PLATOON_CALLS: Record<string, { code: string; message: string }> = {
  "/organization/get-full-organization": NOT_A_MEMBER,
  [SET_ACTIVE]: NOT_A_MEMBER,
  [LIST_MEMBERS]: {
    code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    message: "You are not a member of this organization",
  },
};

const platoonInput = z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().nullish() });
const activeSession = z.looseObject({ token: z.string(), activeOrganizationId: z.string().nullish() });

/** Returns how a call identifies its platoon, with the library's rules: an empty text counts as missing, and the session's active platoon is the default. */
function getPlatoonFilter(path: string, input: unknown, active: string | null) {
  const { organizationId: id, organizationSlug: slug } = platoonInput.parse(input);
  if (path === SET_ACTIVE && id === null) return null;
  const isBySlug = slug && !(path === SET_ACTIVE && id);
  const value = isBySlug ? slug : id || active;
  return value ? ({ column: isBySlug ? "organization.slug" : "organization.id", value } as const) : null;
}

/** Returns the query with a limit. Without one the library lists all members, and searches the whole list for each. */
const withLimit = (query: Record<string, unknown> | undefined) => ({
  context: { query: { ...query, limit: query?.["limit"] ?? String(MAX_LISTED_MEMBERS) } },
});

/**
 * Refuses non-members before the library does. The library responds differently if the platoon does not exist, and clears the
 * session's active platoon.
 */
const refuseNonMembers = (db: Database) => ({
  matcher: ({ path }: { path?: string | undefined }) => path !== undefined && path in PLATOON_CALLS,
  handler: createAuthMiddleware(async (ctx) => {
    const input = { ...ctx.query, ...ctx.body };
    const session = platoonInput.safeParse(input).success && (await getSessionFromCtx(ctx));
    if (!session) return;
    const { token, activeOrganizationId: active = null } = activeSession.parse(session.session);
    const platoon = getPlatoonFilter(ctx.path, input, active);
    if (!platoon) return;
    const platoons = selectPlatoons(db, session.user.id).select("organization.id");
    if (await platoons.where(platoon.column, "=", platoon.value).executeTakeFirst())
      return ctx.path === LIST_MEMBERS ? withLimit(ctx.query) : undefined;
    // Clear the active platoon if it is deleted or the user is no longer a member.
    const isActiveLost = active !== null && !(await platoons.where("organization.id", "=", active).executeTakeFirst());
    if (isActiveLost) await ctx.context.internalAdapter.updateSession(token, { activeOrganizationId: null });
    throw APIError.from("FORBIDDEN", PLATOON_CALLS[ctx.path] ?? NOT_A_MEMBER);
  }),
});

/**
 * A Kysely plugin for the account library's statements. It excludes the rows of deleted platoons, which the library does not check
 * for. It also reduces the metadata in results to tag and emblem, because an earlier release stored unlimited metadata, which the
 * library may fail to parse.
 */
export const withoutDeletedPlatoons: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new DeletedPlatoonFilter().transformNode(node, queryId),
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withFormattedMetadata) }),
};

const withFormattedMetadata = <Row extends Record<string, unknown>>(row: Row): Row =>
  typeof row["metadata"] === "string" ? { ...row, metadata: formatMetadata(row["metadata"]) } : row;

class DeletedPlatoonFilter extends OperationNodeTransformer {
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

/** Adds the condition that the platoon exists, for statements on a table with a platoon id. */
function requirePlatoons<Query extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
  query: Query,
  tables: readonly OperationNode[] = [],
): Query {
  const names = tables.map((table) => (TableNode.is(table) ? table.table.identifier.name : ""));
  const name = LIBRARY_TABLES.find((table) => names.includes(table));
  if (name === undefined) return query;
  const condition = existsIn("organization", name).toOperationNode();
  const where = query.where ? WhereNode.cloneWithOperation(query.where, "And", condition) : WhereNode.create(condition);
  return { ...query, where };
}
