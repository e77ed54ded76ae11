import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { PLATFORMS } from "#domain/soldier/platform.ts";
import { RELATIONS, soldierKey, soldierName } from "#domain/soldier/soldier.ts";
import { statistics } from "#domain/soldier/statistics.ts";
import { protectedProcedure, requireWithin, router } from "#server/trpc/trpc.ts";
import * as service from "./service.ts";

const PAGE_SIZE = 500;
/** Searches for names, by one user. */
const SEARCHES = { max: 20, windowMs: 60_000 };

const id = z.uuid();
const ofSoldier = z.object({ id });
const snapshotId = z.object({ soldierId: id, id });

const page = z.object({
  soldierId: id,
  limit: z.number().int().min(1).max(PAGE_SIZE).default(100),
  cursor: z.object({ takenAt: z.iso.datetime(), id }).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

/** A soldier of a platform the game is played on. Made by the client: a repeated call adds no second one. */
const newSoldier = soldierKey
  .extend({ id, playerId: z.string().max(40).nullable(), relation: z.enum(RELATIONS).exclude(["sample"]) })
  .refine(({ game, platform }) => (PLATFORMS[game] as readonly string[]).includes(platform), { path: ["platform"] });

const typed = z.object({
  soldierId: id,
  id,
  takenAt: z.iso.datetime(),
  statistics,
  isRestarted: z.boolean().default(false),
});

const pageNumber = z
  .number()
  .int()
  .min(0)
  .max(service.MAX_PAGES - 1);

const importCommit = z.object({
  importId: id,
  soldierId: id,
  pages: z.number().int().min(1).max(service.MAX_PAGES),
  takenAt: z.iso.datetime(),
  playerId: z.string().max(40).nullable().default(null),
  isRestarted: z.boolean().default(false),
});

export const soldierRouter = router({
  /** The user's soldiers in the order they were added, each with its newest snapshot. */
  list: protectedProcedure.query(({ ctx }) => service.listWithNewest(ctx)),

  /**
   * One soldier: its current statistics and the two newest snapshots. A soldier that was read long ago is read again, under
   * `job`.
   * @throws {AppError} soldier_missing
   */
  get: protectedProcedure.input(ofSoldier).query(({ ctx, input }) => service.getWithStatistics(ctx, input.id)),

  /**
   * A soldier's snapshots, newest first. Cursors are null at either end.
   * @throws {AppError} soldier_missing
   */
  snapshots: protectedProcedure.input(page).query(({ ctx, input }) => service.listSnapshots(ctx, input)),

  /**
   * A snapshot in full.
   * @throws {AppError} soldier_missing; snapshot_missing
   */
  snapshot: protectedProcedure.input(snapshotId).query(({ ctx, input }) => service.getFullSnapshot(ctx, input)),

  /**
   * Soldiers of that name, as the service knows them.
   * @throws {AppError} source_unavailable; source_busy; too_many
   */
  search: protectedProcedure
    .input(z.object({ game: z.enum(GAMES), name: soldierName }))
    .query(async ({ ctx, input }) => {
      await requireWithin(ctx, `soldier-search:${ctx.user.id}`, SEARCHES);
      return ctx.statistics.search(input.game, input.name);
    }),

  /**
   * Adds a soldier and begins to read it; a soldier that the user already has stays as it is.
   * @throws {AppError} soldiers_full
   */
  add: protectedProcedure.input(newSoldier).mutation(({ ctx, input }) => service.add(ctx, input)),

  /**
   * Adds the invented soldier, marked as such.
   * @throws {AppError} soldiers_full
   */
  addSample: protectedProcedure
    .input(z.object({ id, game: z.enum(GAMES) }))
    .mutation(({ ctx, input }) => service.addInvented(ctx, input)),

  /**
   * Claims a soldier, or only follows it; decides whether all of its snapshots stay.
   * @throws {AppError} soldier_missing
   */
  change: protectedProcedure
    .input(
      ofSoldier.extend({
        relation: z.enum(RELATIONS).exclude(["sample"]).optional(),
        keepsAll: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input: { id, relation, keepsAll } }) =>
      service.change(ctx, id, {
        ...(relation && { relation }),
        ...(keepsAll !== undefined && { keepsAll: Number(keepsAll) }),
      }),
    ),

  /**
   * Deletes; `restore` brings it back within thirty days, history and all.
   * @throws {AppError} soldier_missing
   */
  remove: protectedProcedure
    .input(ofSoldier)
    .mutation(({ ctx, input }) => service.change(ctx, input.id, { deletedAt: ctx.now().toISOString() })),

  /**
   * Brings a deleted soldier back.
   * @throws {AppError} soldier_missing; soldiers_full
   */
  restore: protectedProcedure.input(ofSoldier).mutation(({ ctx, input }) => service.restore(ctx, input.id)),

  /**
   * Answers what a reading has left open. `identity`: the service's name and id are this soldier's; `restart`: its figures are
   * lower because the statistics were restarted. Answers the job that reads the soldier by its new name, if there is one.
   * @throws {AppError} soldier_missing; soldier_listed; snapshot_missing
   */
  decide: protectedProcedure
    .input(ofSoldier.extend({ question: z.enum(["identity", "restart"]), isConfirmed: z.boolean() }))
    .mutation(({ ctx, input }) => service.decide(ctx, input)),

  /**
   * Begins to read a soldier again.
   * @throws {AppError} soldier_missing; snapshot_too_soon with `retryAfterS`
   */
  refresh: protectedProcedure.input(ofSoldier).mutation(({ ctx, input }) => service.refresh(ctx, input.id)),

  /**
   * Stores figures typed by hand, completed by those before; idempotent by id. `isRestarted`: they are lower because the
   * statistics were restarted.
   * @throws {AppError} soldier_missing; input_invalid; reading_fallen where they are lower than those before
   */
  saveTyped: protectedProcedure.input(typed).mutation(({ ctx, input }) => service.saveTyped(ctx, input)),

  /**
   * A part of an import, in its place; sent again it replaces the first.
   * @throws {AppError} too_many
   */
  importPage: protectedProcedure
    .input(z.object({ importId: id, number: pageNumber, part: statistics }))
    .mutation(({ ctx, input }) => service.stageImportPage(ctx, input)),

  /**
   * Begins to store the parts as one snapshot, whose id is the import's. `playerId` is the soldier that the file names;
   * `isRestarted`: its figures are lower because the statistics were restarted.
   * @throws {AppError} soldier_missing; soldier_mismatched; soldier_listed
   */
  importCommit: protectedProcedure.input(importCommit).mutation(({ ctx, input }) => service.commitImport(ctx, input)),

  /**
   * Deletes a snapshot; `restoreSnapshot` brings it back within thirty days.
   * @throws {AppError} snapshot_missing
   */
  removeSnapshot: protectedProcedure
    .input(snapshotId)
    .mutation(({ ctx, input }) => service.markSnapshotDeleted(ctx, input, ctx.now().toISOString())),

  /**
   * Brings a deleted snapshot back.
   * @throws {AppError} snapshot_missing
   */
  restoreSnapshot: protectedProcedure
    .input(snapshotId)
    .mutation(({ ctx, input }) => service.markSnapshotDeleted(ctx, input, null)),
});
