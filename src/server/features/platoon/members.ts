// The people of a platoon: who they are, how they join and who owns it; deleted platoons.
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
  findLink,
  getStanding,
  invitationPlace,
  joinByLink,
  listInvitations,
  listLinks,
  makeLink,
  revokeLink,
} from "./invite-links.ts";
import { memberRank, voidInvitations } from "./platoon-owners.ts";

const PAGE_SIZE = 50;

/** Links a person makes, and links a client looks up. */
const NEW_LINKS = { max: 60, windowMs: 60 * 60_000 };
const LOOKUPS = { max: 60, windowMs: 60_000 };

const secret = z.string().min(1).max(100);

/** Publishes a change of the members, or of the links by which they join. */
const publishMembers = ({ events }: Pick<TrpcContext, "events">, id: string): void =>
  events.publishToPlatoon(id, { what: "members", id });

const place = z.object({ rank: z.number().int().min(0).max(2), joinedAt: z.iso.datetime(), id: z.string().max(100) });

/** The members in their order: owners, admins, then the others, each by joining; after the cursor where there is one. */
function selectMembers(db: Database, organizationId: string, cursor: z.infer<typeof place> | null) {
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

/** The members of a page and one more, in the order of `selectMembers`, whose names have this normalized part. */
async function findMembers(db: Database, organizationId: string, cursor: z.infer<typeof place> | null, part: string) {
  const members = selectMembers(db, organizationId, cursor)
    .innerJoin("user", "user.id", "member.userId")
    .select(["member.id", "member.userId", "member.role", "member.createdAt", "user.name", "user.image"])
    .select(memberRank.as("rank"))
    .limit(PAGE_SIZE + 1);
  // Not LIKE: PostgreSQL would expect few names to match, and read all people for them in place of the members.
  const isFound = sql<boolean>`replace("user"."searchName", ${part}, '') <> "user"."searchName"`;
  const matches = part === "" ? members : members.where(isFound);
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
  /** The user's platoons, with their roles and the number of members. */
  overview: protectedProcedure.query(async ({ ctx }) => {
    const rows = await ctx.db
      .selectFrom("member as own")
      .innerJoin("organization", "organization.id", "own.organizationId")
      .select(["own.organizationId", "own.role", "organization.name", "organization.slug"])
      // Counted in an index: 50 platoons may have 50,000 members.
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
   * A page of the members: owners, admins, then the others, each by joining; `search` finds names.
   * @throws {AppError} platoon_missing
   */
  page: memberProcedure
    .input(z.object({ search: z.string().max(100).default(""), cursor: place.nullish() }))
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
   * Makes another member an owner, and the owner who gives the role away an admin.
   * @throws {AppError} platoon_missing; platoon_owners_only; member_missing
   */
  transfer: ownerProcedure.input(z.object({ memberId: z.string().max(100) })).mutation(async ({ ctx, input }) => {
    const { id } = ctx.platoon;
    await changeMembers(ctx, id, async (trx) => {
      await lockMembership(trx, ctx);
      const ofPlatoon = trx.updateTable("member").where("organizationId", "=", id);
      const updatedAt = ctx.now();
      const { numUpdatedRows } = await ofPlatoon
        .set({ role: "owner", updatedAt })
        .where("id", "=", input.memberId)
        .where("userId", "!=", ctx.user.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("member_missing");
      await ofPlatoon.set({ role: "admin", updatedAt }).where("userId", "=", ctx.user.id).execute();
      await voidInvitations(trx, id);
    });
    publishMembers(ctx, id);
    return { memberId: input.memberId };
  }),

  /**
   * Makes a link by which people join. Its secret is in this answer alone.
   * @throws {AppError} platoon_missing; platoon_managers_only; platoon_owners_only; links_full; too_many
   */
  createLink: managerProcedure
    .input(z.object({ role: z.enum(PLATOON_ROLES), days: z.literal([...LINK_DAYS]), uses: z.literal([...LINK_USES]) }))
    .mutation(async ({ ctx, input: { role, days, uses } }) => {
      await requireWithin(ctx, `invite-link:${ctx.user.id}`, NEW_LINKS);
      const link = await makeLink(ctx, { role, days, uses }, ctx.now());
      publishMembers(ctx, ctx.platoon.id);
      return { address: `${ctx.config.origin}/invite?link=${link}` };
    }),

  /**
   * The links of a platoon, for owners and admins, those that still work first; never their secrets.
   * @throws {AppError} platoon_missing, for plain members, too
   */
  links: memberProcedure.query(async ({ ctx }) => {
    if (!ctx.platoon.isManager) throw new AppError("platoon_missing");
    return listLinks(ctx.db, ctx.platoon.id, ctx.now());
  }),

  /**
   * A page of the e-mail invitations that are open, the last first. The cursor is null at the end.
   * @throws {AppError} platoon_missing; platoon_managers_only
   */
  invitations: managerProcedure
    .input(z.object({ cursor: invitationPlace.nullish() }))
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
   * What a link leads to, for everyone who has it; its platoon's address for members alone.
   * @throws {AppError} link_missing; too_many
   */
  linkStanding: publicProcedure.input(z.object({ link: secret })).query(async ({ ctx, input }) => {
    await requireWithin(ctx, `invite-link:${ctx.clientKey}`, LOOKUPS);
    const user = await ctx.user();
    return getStanding(ctx.db, input.link, user?.id ?? null, ctx.now());
  }),

  /**
   * Joins a platoon by a link. A member uses nothing up: `isNew` is false.
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

  /** The platoons the user owned when they were deleted and can still bring back, the last first. */
  deletedPlatoons: protectedProcedure.query(({ ctx }) => listDeleted(ctx.db, ctx.user.id, ctx.now())),

  /**
   * Brings a deleted platoon back with its members and squads, for each of its owners; `slug` is another address, where its own
   * was taken.
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
