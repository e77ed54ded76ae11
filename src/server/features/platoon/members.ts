// The members of a platoon: lists, invite links, ownership, and restoring deleted platoons.
import { sql } from "kysely";
import { z } from "zod";
import { LINK_DAYS, LINK_USES, PLATOON_ROLES } from "#domain/platoon/platoon.ts";
import { normalizeText } from "#domain/text.ts";
import { AppError } from "#messages/errors.ts";
import { isUniqueViolation } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";
import { countAll, getPage } from "#server/database/queries.ts";
import { protectedProcedure, publicProcedure, requireWithin, router, type TrpcContext } from "#server/trpc/trpc.ts";
import {
  changeMembers,
  enterPlatoon,
  findRoles,
  lockMembership,
  managerProcedure,
  memberProcedure,
  ownerProcedure,
} from "./access.ts";
import { listDeleted, restorePlatoon } from "./deleted-platoons.ts";
import {
  createLink,
  findLink,
  getLinkState,
  invitationCursor,
  joinByLink,
  listInvitations,
  listLinks,
  revokeLink,
} from "./invite-links.ts";
import { memberRank, voidInvitations } from "./platoon-owners.ts";

const PAGE_SIZE = 50;

/** Limits for creating links, per user, and for looking up links, per client. */
const NEW_LINKS = { max: 60, windowMs: 60 * 60_000 };
const LOOKUPS = { max: 60, windowMs: 60_000 };

const secret = z.string().min(1).max(100);

/** Publishes a change of the members or of the invite links. */
const publishMembers = ({ events }: Pick<TrpcContext, "events">, id: string): void =>
  events.publishToPlatoon(id, { what: "members", id });

const memberCursor = z.object({
  rank: z.number().int().min(0).max(2),
  joinedAt: z.iso.datetime(),
  id: z.string().max(100),
});

/** Returns a query of the members after the cursor: owners, admins, then the others, each group by time of joining. */
function selectMembers(db: Database, organizationId: string, cursor: z.infer<typeof memberCursor> | null) {
  const query = db
    .selectFrom("member")
    .where("member.organizationId", "=", organizationId)
    .orderBy(memberRank)
    .orderBy("member.createdAt")
    .orderBy("member.id");
  if (!cursor) return query;
  return query.where(({ eb, or, and, refTuple, tuple }) =>
    or([
      eb(memberRank, ">", cursor.rank),
      and([
        eb(memberRank, "=", cursor.rank),
        eb(refTuple("member.createdAt", "member.id"), ">", tuple(new Date(cursor.joinedAt), cursor.id)),
      ]),
    ]),
  );
}

/** Returns the members of a page and one more, in the order of `selectMembers`, whose names contain this normalized text. */
async function findMembers(
  db: Database,
  organizationId: string,
  cursor: z.infer<typeof memberCursor> | null,
  text: string,
) {
  const members = selectMembers(db, organizationId, cursor)
    .innerJoin("user", "user.id", "member.userId")
    .select(["member.id", "member.userId", "member.role", "member.createdAt", "user.name", "user.image"])
    .select(memberRank.as("rank"))
    .limit(PAGE_SIZE + 1);
  // With LIKE, PostgreSQL would expect few matches and scan all users instead of the members.
  const isMatch = sql<boolean>`replace("user"."searchName", ${text}, '') <> "user"."searchName"`;
  const matches = text === "" ? members : members.where(isMatch);
  return (await matches.execute()).map(toMember);
}

type MemberRow = { id: string; createdAt: Date | string; rank: number };

const toMember = <Row extends MemberRow>({ rank, createdAt, ...member }: Row) => ({
  ...member,
  place: { rank: Number(rank), joinedAt: new Date(createdAt).toISOString(), id: member.id },
});

const countOwners = (db: Database, organizationId: string): Promise<number> =>
  countAll(db.selectFrom("member").where("organizationId", "=", organizationId).where(memberRank, "=", 0));

const slug = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const membersRouter = router({
  /** Returns the user's platoons, with the user's roles and the number of members. */
  overview: protectedProcedure.query(async ({ ctx }) => {
    const rows = await ctx.db
      .selectFrom("member as own")
      .innerJoin("organization", "organization.id", "own.organizationId")
      .select(["own.organizationId", "own.role", "organization.name", "organization.slug"])
      // A subquery counts in an index, because 50 platoons may have 50,000 members.
      .select(({ selectFrom, fn }) =>
        selectFrom("member")
          .select(fn.countAll<number | string>().as("count"))
          .whereRef("member.organizationId", "=", "own.organizationId")
          .as("memberCount"),
      )
      .where("own.userId", "=", ctx.user.id)
      .execute();
    return rows.map((row) => ({ ...row, memberCount: Number(row.memberCount) }));
  }),

  /**
   * Returns a page of the members: owners, admins, then the others, each group by time of joining; `search` filters by name.
   * @throws {AppError} platoon_missing
   */
  page: memberProcedure
    .input(z.object({ search: z.string().max(100).default(""), cursor: memberCursor.nullish() }))
    .query(async ({ ctx, input: { search, cursor } }) => {
      const { id } = ctx.platoon;
      const rows = await findMembers(ctx.db, id, cursor ?? null, normalizeText(search));
      const { items, next } = getPage(rows, { limit: PAGE_SIZE, cursor });
      return {
        items: items.map(({ place: { joinedAt }, ...member }) => ({ ...member, joinedAt })),
        nextCursor: next?.place ?? null,
        ownerCount: await countOwners(ctx.db, id),
      };
    }),

  /**
   * Makes another member an owner, and the caller an admin.
   * @throws {AppError} platoon_missing; platoon_owners_only; member_missing
   */
  transfer: ownerProcedure.input(z.object({ memberId: z.string().max(100) })).mutation(async ({ ctx, input }) => {
    const { id } = ctx.platoon;
    await changeMembers(ctx, id, async (trx) => {
      await lockMembership(trx, ctx);
      const memberUpdate = trx.updateTable("member").where("organizationId", "=", id);
      const updatedAt = ctx.now();
      const { numUpdatedRows } = await memberUpdate
        .set({ role: "owner", updatedAt })
        .where("id", "=", input.memberId)
        .where("userId", "!=", ctx.user.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("member_missing");
      await memberUpdate.set({ role: "admin", updatedAt }).where("userId", "=", ctx.user.id).execute();
      await voidInvitations(trx, id);
    });
    publishMembers(ctx, id);
    return { memberId: input.memberId };
  }),

  /**
   * Creates an invite link. Only this response contains its secret.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only; links_full; too_many
   */
  createLink: managerProcedure
    .input(z.object({ role: z.enum(PLATOON_ROLES), days: z.literal([...LINK_DAYS]), uses: z.literal([...LINK_USES]) }))
    .mutation(async ({ ctx, input: { role, days, uses } }) => {
      await requireWithin(ctx, `invite-link:${ctx.user.id}`, NEW_LINKS);
      const link = await createLink(ctx, { role, days, uses }, ctx.now());
      publishMembers(ctx, ctx.platoon.id);
      return { address: `${ctx.config.origin}/invite?link=${link}` };
    }),

  /**
   * Returns the links of a platoon without their secrets, for owners and admins; valid links come first.
   * @throws {AppError} platoon_missing, also for members who are neither owner nor admin
   */
  links: memberProcedure.query(async ({ ctx }) => {
    if (!ctx.platoon.isManager) throw new AppError("platoon_missing");
    return listLinks(ctx.db, ctx.platoon.id, ctx.now());
  }),

  /**
   * Returns a page of the open e-mail invitations, newest first. The cursor is null at the end.
   * @throws {AppError} platoon_missing; platoon_managers_only
   */
  invitations: managerProcedure
    .input(z.object({ cursor: invitationCursor.nullish() }))
    .query(({ ctx, input }) => listInvitations(ctx.db, ctx.platoon, input.cursor ?? null, ctx.now())),

  /**
   * Revokes a link.
   * @throws {AppError} platoon_missing; platoon_managers_only; link_missing
   */
  revokeLink: managerProcedure.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input: { id } }) => {
    await revokeLink(ctx, id, ctx.now());
    publishMembers(ctx, ctx.platoon.id);
    return { id };
  }),

  /**
   * Returns the platoon and the state of a link, for anyone with the link; only members get the platoon's address.
   * @throws {AppError} link_missing; too_many
   */
  linkStanding: publicProcedure.input(z.object({ link: secret })).query(async ({ ctx, input }) => {
    await requireWithin(ctx, `invite-link:${ctx.clientKey}`, LOOKUPS);
    const user = await ctx.user();
    return getLinkState(ctx.db, input.link, user?.id ?? null, ctx.now());
  }),

  /**
   * Joins a platoon with a link. For a member `isNew` is false and the link's uses are not counted.
   * @throws {AppError} account_needed; link_missing; link_over; platoon_full; platoons_full; too_many
   */
  join: protectedProcedure.input(z.object({ link: secret })).mutation(async ({ ctx, input: { link } }) => {
    if (ctx.user.isGuest) throw new AppError("account_needed");
    const row = await findLink(ctx.db, link);
    if (!row) throw new AppError("link_missing");
    const isNew = await enterPlatoon(ctx, ctx.user.id, row.organizationId, async (trx) => {
      if ((await findRoles(trx, ctx.user.id, row.organizationId)) !== null) return false;
      await joinByLink(trx, ctx.user.id, link, ctx.now());
      return true;
    });
    if (isNew) publishMembers(ctx, row.organizationId);
    return { isNew, slug: row.slug, platoon: row.name };
  }),

  /** Returns the deleted platoons that the user owned and can still restore, the last deleted first. */
  deletedPlatoons: protectedProcedure.query(({ ctx }) => listDeleted(ctx.db, ctx.user.id, ctx.now())),

  /**
   * Restores a deleted platoon with its members and squads; any of its owners may do so. `slug` is a new address, if the previous one
   * is taken.
   * @throws {AppError} platoon_restore_missing; platoon_address_taken; platoons_full; too_many
   */
  restorePlatoon: protectedProcedure
    .input(z.object({ id: z.string().max(100), slug: slug.optional() }))
    .mutation(async ({ ctx, input }) => {
      try {
        const restore = (trx: Database) => restorePlatoon(trx, ctx.user.id, input, ctx.now());
        const restored = await enterPlatoon(ctx, ctx.user.id, input.id, restore);
        publishMembers(ctx, restored.id);
        return restored;
      } catch (error) {
        if (isUniqueViolation(error)) throw new AppError("platoon_address_taken", {}, { cause: error });
        throw error;
      }
    }),
});
