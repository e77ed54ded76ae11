// The feed of a platoon, how far each member has read it, and the stream of changes.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { FEED_DAYS, FEED_KINDS, type FeedKind } from "#domain/platoon/platoon.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { readPage } from "#server/database/queries.ts";
import type { TrpcContext } from "#server/trpc/trpc.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { changePlatoon, findRoles, memberProcedure } from "./access.ts";
import { readFeedBody } from "./feed-entries.ts";
import { selectPlatoons } from "./platoon-owners.ts";

const PAGE_SIZE = 30;
/** Number of entries on the home page. */
const MAX_NEWEST = 5;
const DAY_MS = 24 * 60 * 60_000;
/** Maximum for counting unread entries. */
const MAX_UNREAD = 99;

const feedCursor = z.object({ createdAt: z.iso.datetime(), id: z.string().max(100) });

export const feedRouter = router({
  /** Returns a page of the feed, newest first. An actor is null if their account is deleted. The cursor is null at the end. */
  list: memberProcedure
    .input(
      z.object({ kinds: z.array(z.enum(FEED_KINDS)).max(FEED_KINDS.length).optional(), cursor: feedCursor.nullish() }),
    )
    .query(async ({ ctx, input: { organizationId, kinds, cursor } }) => {
      let query = selectEntries(ctx).where("platoonEvent.organizationId", "=", organizationId);
      if (kinds && kinds.length > 0) query = query.where("platoonEvent.kind", "in", kinds);
      const { items, next } = await readPage(query, {
        orderColumns: ["platoonEvent.createdAt", "platoonEvent.id"],
        order: "desc",
        limit: PAGE_SIZE,
        cursor: cursor ? [cursor.createdAt, cursor.id] : null,
      });
      return {
        items: await toEntries(items, ctx),
        nextCursor: next && { createdAt: next.createdAt, id: next.id },
      };
    }),

  /** Returns the newest entries of all the person's platoons, each with its platoon. */
  newest: protectedProcedure.query(async ({ ctx }) => {
    const rows = await selectEntries(ctx)
      .innerJoin("organization", "organization.id", "platoonEvent.organizationId")
      .select(["organization.name as platoon", "organization.slug"])
      .where("platoonEvent.id", "in", [...(await findNewest(ctx)), ""])
      .orderBy("platoonEvent.createdAt", "desc")
      .orderBy("platoonEvent.id", "desc")
      .limit(MAX_NEWEST)
      .execute();
    return toEntries(rows, ctx);
  }),

  /** Returns the number of entries by others since the member read the feed or joined, up to 99, and whether they receive the digest. */
  unread: memberProcedure.query(async ({ ctx, input: { organizationId } }) => {
    const mark = await readMark(ctx.db, ctx.user.id, organizationId);
    const joinedAt = mark ? new Date(mark.joinedAt).toISOString() : "";
    const since = getLatest(mark?.readAt ?? "", joinedAt, getOldest(ctx.now()));
    const unread = ctx.db
      .selectFrom("platoonEvent")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("createdAt", ">", since)
      .where("actorId", "!=", ctx.user.id)
      .limit(MAX_UNREAD);
    return { unread: (await unread.execute()).length, wantsDigest: mark?.wantsDigest === 1 };
  }),

  /**
   * Marks the feed as read, or switches the digest on or off. `seenAt` is the time of the newest entry that the member has seen, so
   * that newer entries stay unread; without it all entries are marked as read.
   */
  mark: memberProcedure
    .input(
      z.object({
        read: z.boolean().optional(),
        seenAt: z.iso.datetime().optional(),
        wantsDigest: z.boolean().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { organizationId, read, seenAt, wantsDigest } }) => {
      const timestamp = ctx.now().toISOString();
      const readAt = seenAt === undefined ? timestamp : getEarliest(new Date(seenAt).toISOString(), timestamp);
      const change = {
        // The first digest is sent a week after it was switched on.
        ...(wantsDigest !== undefined && { wantsDigest: Number(wantsDigest), digestedAt: timestamp }),
        updatedAt: timestamp,
      };
      const ids = { id: randomUUID(), userId: ctx.user.id, organizationId, createdAt: timestamp };
      await changePlatoon(ctx, async (trx) => {
        // Another tab may have read further.
        const currentReadAt = read && (await readMark(trx, ctx.user.id, organizationId))?.readAt;
        const changes = { ...change, ...(read && { readAt: getLatest(currentReadAt || "", readAt) }) };
        await trx
          .insertInto("feedMark")
          .values({ ...ids, readAt: "", digestedAt: timestamp, wantsDigest: 0, ...changes })
          .onConflict((conflict) => conflict.columns(["userId", "organizationId"]).doUpdateSet(changes))
          .execute();
      });
      return { organizationId };
    }),

  /**
   * Streams the changes of a platoon; the stream ends when the person is no longer a member.
   * @throws {AppError} platoon_missing; too_many
   */
  changes: memberProcedure.subscription(({ ctx, input: { organizationId }, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => streamWhileMember(ctx, ctx.user.id, organizationId, ended)),
  ),
});

async function* streamWhileMember(
  { db, events }: Pick<TrpcContext, "db" | "events">,
  userId: string,
  organizationId: string,
  ended: AbortSignal,
) {
  for await (const change of events.subscribeToPlatoon(organizationId, ended)) {
    if ((await findRoles(db, userId, organizationId)) === null) return;
    yield change;
  }
}

/** Returns the ids of the newest entries of all the person's platoons. Each platoon is read separately, so that its index is used. */
async function findNewest({ db, user, now }: Pick<TrpcContext, "db" | "now"> & { user: { id: string } }) {
  const platoons = await selectPlatoons(db, user.id).select("organizationId").execute();
  const [first, ...others] = platoons.map(({ organizationId }) =>
    db
      .selectFrom(
        db
          .selectFrom("platoonEvent")
          .select(["id", "createdAt"])
          .where("organizationId", "=", organizationId)
          .where("createdAt", ">", getOldest(now()))
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .limit(MAX_NEWEST)
          .as("ofPlatoon"),
      )
      .selectAll(),
  );
  if (!first) return [];
  const all = others.reduce((union, each) => union.unionAll(each), first);
  const newest = await db
    .selectFrom(all.as("newest"))
    .select("id")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(MAX_NEWEST)
    .execute();
  return newest.map(({ id }) => id);
}

/** Returns a query of the entries that are not expired. */
const selectEntries = ({ db, now }: Pick<TrpcContext, "db" | "now">) =>
  db
    .selectFrom("platoonEvent")
    .leftJoin("user", "user.id", "platoonEvent.actorId")
    .select(["platoonEvent.id", "platoonEvent.kind", "platoonEvent.body", "platoonEvent.createdAt"])
    .select(["platoonEvent.actorId", "user.name as actor"])
    .where("platoonEvent.createdAt", ">", getOldest(now()));

/** Converts rows to entries, with the names of unlocks in the language of the call. */
const toEntries = <Row extends { body: string; kind: string; actor: string | null }>(
  rows: readonly Row[],
  { arsenals }: Pick<TrpcContext, "arsenals">,
) =>
  runInTimeSlice(() =>
    rows.map(({ body, kind, actor, ...row }) => ({
      ...row,
      kind: kind as FeedKind,
      actor: actor || null,
      body: readFeedBody(body, arsenals),
    })),
  );

/** Returns when the member joined, and the values of their mark, which are null if they have none. */
const readMark = (db: Database, userId: string, organizationId: string) =>
  db
    .selectFrom("member")
    .leftJoin("feedMark", (join) =>
      join
        .onRef("feedMark.userId", "=", "member.userId")
        .onRef("feedMark.organizationId", "=", "member.organizationId"),
    )
    .select(["member.createdAt as joinedAt", "readAt", "wantsDigest"])
    .where("member.userId", "=", userId)
    .where("member.organizationId", "=", organizationId)
    .executeTakeFirst();

const getOldest = (now: Date): string => new Date(now.getTime() - FEED_DAYS * DAY_MS).toISOString();

/** Returns the latest of instants as text. */
const getLatest = (...instants: readonly string[]): string => instants.toSorted().at(-1) ?? "";
const getEarliest = (...instants: readonly string[]): string => instants.toSorted()[0] ?? "";
