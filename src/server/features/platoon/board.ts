// The board of a platoon: the figures that members share of their soldiers.
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
/** The age of the snapshot with which a week's figures begin; an older one would cover more than a week. */
export const WEEK_DAYS = { atLeast: 7, atMost: 14 };
/** Number of points of the K/D line. */
const MAX_POINTS = 12;

export const boardRouter = router({
  /** Returns the caller's own soldiers with the figure groups that this platoon may see. */
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
   * Sets the figure groups of one of the caller's own soldiers that this platoon may see; feed entries about other groups are
   * deleted.
   * @throws {AppError} platoon_missing; soldier_missing, also for followed soldiers
   */
  allow: memberProcedure
    .input(z.object({ soldierId: z.uuid(), groups: figureGroups }))
    .mutation(async ({ ctx, input: { organizationId, soldierId, groups } }) => {
      await changePlatoon(ctx, async (trx) => {
        const userId = ctx.user.id;
        const soldier = await getOwnSoldiers(trx, userId).where("id", "=", soldierId).executeTakeFirst();
        if (!soldier) throw new AppError("soldier_missing");
        const timestamp = ctx.now().toISOString();
        // The row is always written first, to wait for its lock: a job that adds to the feed holds it.
        const change = { figureGroups: JSON.stringify([...new Set(groups)]), updatedAt: timestamp };
        await trx
          .insertInto("boardConsent")
          .values({ id: randomUUID(), userId, organizationId, soldierId, ...change, createdAt: timestamp })
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
   * Returns a page of the soldiers on the board, in the order in which they were added. A figure is the total in the newest
   * snapshot; `week` is the change since a snapshot that is 7 to 14 days old. Figures that are unknown or not shared are null. The
   * cursor is null at the end.
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
        orderColumns: ["boardConsent.createdAt", "boardConsent.id"],
        order: "asc",
        limit: PAGE_SIZE,
        cursor: cursor ? [cursor.createdAt, cursor.id] : null,
      });
      const getDaysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS).toISOString();
      const week = { from: getDaysAgo(WEEK_DAYS.atMost), to: getDaysAgo(WEEK_DAYS.atLeast) };
      const rows = [];
      for (const { id, createdAt, userId, figureGroups: groups, ...row } of items) {
        const snapshots = await readSnapshots(ctx.db, { userId, soldierId: row.soldierId }, week);
        const game = row.game as GameId;
        const figures = await getFigures(ctx, { game, groups: parseFigureGroups(groups), snapshots });
        rows.push({ ...row, game, ...figures });
      }
      return { items: rows, nextCursor: next && { createdAt: next.createdAt, id: next.id } };
    }),
});

/** Returns a query of the soldiers that the person claims, in the order in which they were added. */
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
type Snapshots<Item = Snapshot> = { recent: readonly Item[]; week: { from: Item; to: Item } | null };

/**
 * Returns the newest snapshots of a soldier, newest first, and the first and last snapshot of a week. Both are from one source,
 * because sources count differently: the source of the newest snapshot or, if that has no snapshot a week ago, the source of the
 * last snapshot of that time.
 */
async function readSnapshots(
  db: Database,
  soldier: OwnSoldier,
  { from, to }: { from: string; to: string },
): Promise<Snapshots> {
  const newest = selectNewestSnapshots(db, soldier).select([...SNAPSHOT_KEY, "source", "series", "figures", "takenAt"]);
  const weekAgoSnapshots = newest.where("takenAt", "<=", to).where("takenAt", ">=", from).limit(1);
  const fromNewestSource = weekAgoSnapshots.where("source", "=", newest.clearSelect().select("source").limit(1));
  const rows = await db
    .selectFrom(newest.limit(MAX_POINTS).as("recent"))
    .selectAll()
    .select(({ val }) => val("recent").as("part"))
    .unionAll(
      db
        .selectFrom(fromNewestSource.as("ofNewestSource"))
        .selectAll()
        .select(({ val }) => val("ofNewestSource").as("part")),
    )
    .unionAll(
      db
        .selectFrom(weekAgoSnapshots.as("earlier"))
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
  // Figures cannot be compared if the statistics were reset in between.
  const isWeek = weekAgo && last && last.id !== weekAgo.id && last.series === weekAgo.series;
  return { recent, week: isWeek ? { from: weekAgo, to: last } : null };
}

/** A total, and its change within the week. */
type BoardFigure = { value: number | null; week: number | null };

type FigureRequest = { game: GameId; groups: readonly FigureGroup[]; snapshots: Snapshots };

/** Returns the shared figures, and the K/D of the newest snapshots that have one, oldest first. */
async function getFigures(ctx: Pick<TrpcContext, "arsenals" | "db">, { game, groups, snapshots }: FigureRequest) {
  const { recent, week: weekPair } = snapshots;
  const { figures, line } = listBoardFigures({ game, groups, snapshots });
  if (game === "bf4" && groups.includes("unlocks") && recent[0]) {
    const newestPair = weekPair?.to === recent[0] ? weekPair : null;
    const { reached, gained } = await countUnlocks(ctx, recent[0], newestPair?.from ?? null);
    const week = weekPair && !newestPair ? (await countUnlocks(ctx, weekPair.to, weekPair.from)).gained : gained;
    figures.unlocks = { value: reached, week };
  }
  return { figures, line };
}

/** Returns the shared figures without the number of unlocks, and the K/D of the newest snapshots, oldest first. */
export function listBoardFigures({
  game,
  groups,
  snapshots: { recent, week: weekPair },
}: Omit<FigureRequest, "snapshots"> & { snapshots: Snapshots<Pick<Snapshot, "figures">> }) {
  const newest = recent[0]?.figures ?? {};
  const changes = weekPair ? diffFigures(game, weekPair.from.figures, weekPair.to.figures) : [];
  const figures: Partial<Record<BoardFigureId, BoardFigure>> = {};
  for (const { id, group, unit, ids } of BOARD_FIGURES) {
    const figureId = groups.includes(group) ? ids[game] : null;
    const change = changes.find((each) => each.id === figureId);
    const week = (unit === "seconds" ? change?.by : change?.between) ?? null;
    figures[id] = { value: figureId === null ? null : (newest[figureId] ?? null), week };
  }
  const [kd] = BOARD_FIGURES;
  const line = groups.includes(kd.group)
    ? recent.flatMap((snapshot) => snapshot.figures[kd.ids[game]] ?? []).toReversed()
    : [];
  return { figures: figures as Record<BoardFigureId, BoardFigure>, line };
}
