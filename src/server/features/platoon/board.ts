// The board of a platoon: the figures that members let it see of their soldiers.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import {
  BOARD_FIGURES,
  type BoardFigureId,
  type FigureGroup,
  figureGroups,
  parseFigureGroups,
} from "#domain/platoon/platoon.ts";
import { diffFigures } from "#domain/soldier/difference.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { readPage } from "#server/database/queries.ts";
import { countUnlocks } from "#server/features/progress/progress-context.ts";
import { type OwnSoldier, SNAPSHOT_KEY, type SnapshotKey, selectNewestSnapshots } from "#server/snapshot-statistics.ts";
import { removeSoldierEntries, selectConsents } from "#server/soldier-consents.ts";
import { router, type TrpcContext } from "#server/trpc/trpc.ts";
import { changePlatoon, memberProcedure } from "./access.ts";

const PAGE_SIZE = 25;
const DAY_MS = 24 * 60 * 60_000;
/** The figures of a week begin at a snapshot of this age; with an older one they would be those of a longer time. */
const WEEK_DAYS = { atLeast: 7, atMost: 14 };
/** Points of the line that shows how the K/D went. */
const POINTS = 12;

export const boardRouter = router({
  /** The caller's own soldiers, and what this platoon may see of each. */
  consent: memberProcedure.query(async ({ ctx, input: { organizationId } }) => {
    const soldiers = await getOwnSoldiers(ctx.db, ctx.user.id).execute();
    const rows = await ctx.db
      .selectFrom("boardConsent")
      .select(["soldierId", "figureGroups"])
      .where("userId", "=", ctx.user.id)
      .where("organizationId", "=", organizationId)
      .execute();
    const groups = new Map(rows.map((row) => [row.soldierId, parseFigureGroups(row.figureGroups)]));
    return soldiers.map(({ game, ...soldier }) => ({
      ...soldier,
      game: game as GameId,
      groups: groups.get(soldier.id) ?? [],
    }));
  }),

  /**
   * Lets this platoon see these groups of figures of one of the caller's own soldiers and no others; what the feed has of the
   * others is deleted.
   * @throws {AppError} platoon_missing; soldier_missing, also for soldiers that are followed
   */
  allow: memberProcedure
    .input(z.object({ soldierId: z.uuid(), groups: figureGroups }))
    .mutation(async ({ ctx, input: { organizationId, soldierId, groups } }) => {
      await changePlatoon(ctx, async (trx) => {
        const userId = ctx.user.id;
        const soldier = await getOwnSoldiers(trx, userId).where("id", "=", soldierId).executeTakeFirst();
        if (!soldier) throw new AppError("soldier_missing");
        const at = ctx.now().toISOString();
        // Written in either case: a job that adds to the feed holds this row, so that it is done or sees the change.
        const change = { figureGroups: JSON.stringify([...new Set(groups)]), updatedAt: at };
        await trx
          .insertInto("boardConsent")
          .values({ id: randomUUID(), userId, organizationId, soldierId, ...change, createdAt: at })
          .onConflict((conflict) => conflict.columns(["userId", "organizationId", "soldierId"]).doUpdateSet(change))
          .execute();
        if (groups.length === 0) {
          await trx
            .deleteFrom("boardConsent")
            .where("userId", "=", userId)
            .where("organizationId", "=", organizationId)
            .where("soldierId", "=", soldierId)
            .execute();
        }
        await removeSoldierEntries(trx, { organizationId, userId, soldierId }, groups);
      });
      ctx.events.publishToPlatoon(organizationId, { what: "board", id: soldierId });
      return { soldierId };
    }),

  /**
   * A page of the soldiers on the board, in the order they came. Each figure is of all time as of the newest snapshot, and
   * `week` of the time since one that is 7 to 14 days old; what snapshots do not have, or their player does not show, is null.
   * The cursor is null at the end.
   */
  list: memberProcedure
    .input(
      z.object({
        game: z.enum(GAMES).optional(),
        cursor: z.object({ createdAt: z.iso.datetime(), id: z.uuid() }).nullish(),
      }),
    )
    .query(async ({ ctx, input: { organizationId, game, cursor } }) => {
      let query = selectConsents(ctx.db)
        .innerJoin("user", "user.id", "boardConsent.userId")
        .select(["boardConsent.id", "boardConsent.createdAt", "boardConsent.figureGroups", "user.name as member"])
        .select(["boardConsent.userId", "boardConsent.soldierId", "soldier.name", "soldier.game", "soldier.platform"])
        .where("boardConsent.organizationId", "=", organizationId);
      if (game) query = query.where("soldier.game", "=", game);
      const { items, next } = await readPage(query, {
        by: ["boardConsent.createdAt", "boardConsent.id"],
        order: "asc",
        limit: PAGE_SIZE,
        cursor: cursor ? [cursor.createdAt, cursor.id] : null,
      });
      const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS).toISOString();
      const week = { from: daysAgo(WEEK_DAYS.atMost), to: daysAgo(WEEK_DAYS.atLeast) };
      const rows = [];
      for (const { id, createdAt, userId, figureGroups: groups, ...row } of items) {
        const snapshots = await readSnapshots(ctx.db, { userId, soldierId: row.soldierId }, week);
        const game = row.game as GameId;
        const shown = await getFigures(ctx, { game, groups: parseFigureGroups(groups), snapshots });
        rows.push({ ...row, game, ...shown });
      }
      return { items: rows, nextCursor: next && { createdAt: next.createdAt, id: next.id } };
    }),
});

/** The soldiers that the person claims, in the order they were added. */
const getOwnSoldiers = (db: Database, userId: string) =>
  db
    .selectFrom("soldier")
    .select(["id", "name", "game", "platform"])
    .where("userId", "=", userId)
    .where("relation", "=", "mine")
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id");

type Snapshot = SnapshotKey & { source: string; series: number; figures: Readonly<Record<string, number>> };
type Snapshots = { recent: readonly Snapshot[]; week: { from: Snapshot; to: Snapshot } | null };

/**
 * The newest snapshots of a soldier, newest first, and the two that a week is between: the second is the last one of the time in
 * which a week may begin. Both are of one source, because sources count differently: that of the newest, or where that has no
 * week, that of the last one a week ago.
 */
async function readSnapshots(
  db: Database,
  soldier: OwnSoldier,
  { from, to }: { from: string; to: string },
): Promise<Snapshots> {
  const newest = selectNewestSnapshots(db, soldier).select([...SNAPSHOT_KEY, "source", "series", "figures", "takenAt"]);
  const earlier = newest.where("takenAt", "<=", to).where("takenAt", ">=", from).limit(1);
  const ofNewestSource = earlier.where("source", "=", newest.clearSelect().select("source").limit(1));
  const rows = await db
    .selectFrom(newest.limit(POINTS).as("recent"))
    .selectAll()
    .select(({ val }) => val("recent").as("part"))
    .unionAll(
      db
        .selectFrom(ofNewestSource.as("ofNewestSource"))
        .selectAll()
        .select(({ val }) => val("ofNewestSource").as("part")),
    )
    .unionAll(
      db
        .selectFrom(earlier.as("earlier"))
        .selectAll()
        .select(({ val }) => val("earlier").as("part")),
    )
    .execute();
  const getSnapshots = (part: string): Snapshot[] =>
    rows
      .filter((row) => row.part === part)
      .toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1))
      .map(({ userId, id, createdAt, bytes, source, series, figures }) => ({
        ...{ userId, id, createdAt, bytes, source, series, figures: JSON.parse(figures) },
      }));
  const recent = getSnapshots("recent");
  const [weekAgo] = [...getSnapshots("ofNewestSource"), ...getSnapshots("earlier")];
  const last = recent.find(({ source }) => source === weekAgo?.source);
  // Between statistics that were restarted nothing can be counted.
  const isWeek = weekAgo && last && last.id !== weekAgo.id && last.series === weekAgo.series;
  return { recent, week: isWeek ? { from: weekAgo, to: last } : null };
}

/** Of all time, and of the week. */
type BoardFigure = { value: number | null; week: number | null };

type Shown = { game: GameId; groups: readonly FigureGroup[]; snapshots: Snapshots };

/** What the player shows of the figures, and the K/D of the newest snapshots that have one, oldest first. */
async function getFigures(ctx: Pick<TrpcContext, "arsenals" | "db">, { game, groups, snapshots }: Shown) {
  const { recent, week: pair } = snapshots;
  const newest = recent[0]?.figures ?? {};
  const changes = pair ? diffFigures(game, pair.from.figures, pair.to.figures) : [];
  const figures: Partial<Record<BoardFigureId, BoardFigure>> = {};
  for (const { id, group, unit, ids } of BOARD_FIGURES) {
    const figureId = groups.includes(group) ? ids[game] : null;
    const change = changes.find((each) => each.id === figureId);
    const week = (unit === "seconds" ? change?.by : change?.between) ?? null;
    figures[id] = { value: figureId === null ? null : (newest[figureId] ?? null), week };
  }
  if (game === "bf4" && groups.includes("unlocks") && recent[0]) {
    const ofNewest = pair?.to === recent[0] ? pair : null;
    const { reached, gained } = await countUnlocks(ctx, recent[0], ofNewest?.from ?? null);
    const week = pair && !ofNewest ? (await countUnlocks(ctx, pair.to, pair.from)).gained : gained;
    figures.unlocks = { value: reached, week };
  }
  const [kd] = BOARD_FIGURES;
  const line = groups.includes(kd.group)
    ? recent.flatMap((snapshot) => snapshot.figures[kd.ids[game]] ?? []).toReversed()
    : [];
  return { figures: figures as Record<BoardFigureId, BoardFigure>, line };
}
