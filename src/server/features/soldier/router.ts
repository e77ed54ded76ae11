import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { PLATFORMS } from "#domain/soldier/platform.ts";
import { RELATIONS, soldierKey, soldierName } from "#domain/soldier/soldier.ts";
import { statistics } from "#domain/soldier/statistics.ts";
import { readerProcedure } from "#server/sample-soldier.ts";
import { protectedProcedure, requireWithin, router } from "#server/trpc/trpc.ts";
import * as service from "./service.ts";

const PAGE_SIZE = 500;
/** The limit for searches per user. */
const SEARCHES = { max: 20, windowMs: 60_000 };

const id = z.uuid();
const soldierInput = z.object({ id });
const snapshotId = z.object({ soldierId: id, id });

const page = z.object({
  soldierId: id,
  limit: z.number().int().min(1).max(PAGE_SIZE).default(100),
  cursor: z.object({ takenAt: z.iso.datetime(), id }).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

/** A new soldier, on a platform of its game. The client creates the id, so that a repeated call does not add a second one. */
const newSoldier = soldierKey
  .extend({ id, playerId: z.string().max(40).nullable(), relation: z.enum(RELATIONS).exclude(["sample"]) })
  .refine(({ game, platform }) => (PLATFORMS[game] as readonly string[]).includes(platform), { path: ["platform"] });

const typedInput = z.object({
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
  /** Returns the user's soldiers in the order in which they were added, each with its newest snapshot. */
  list: protectedProcedure.query(({ ctx }) => service.listWithNewest(ctx)),

  /**
   * Returns one soldier with its current statistics and the two newest snapshots. If the last reading is old, a new one starts; `job` is
   * the job that reads the soldier.
   * @throws {AppError} soldier_missing
   */
  get: readerProcedure.input(soldierInput).query(({ ctx, input }) => service.getWithStatistics(ctx, input.id)),

  /**
   * Returns a soldier's snapshots, newest first. Cursors are null at the ends.
   * @throws {AppError} soldier_missing
   */
  snapshots: readerProcedure.input(page).query(({ ctx, input }) => service.listSnapshots(ctx, input)),

  /**
   * Returns a full snapshot.
   * @throws {AppError} soldier_missing; snapshot_missing
   */
  snapshot: readerProcedure.input(snapshotId).query(({ ctx, input }) => service.getFullSnapshot(ctx, input)),

  /**
   * Returns the service's soldiers with this name.
   * @throws {AppError} source_unavailable; source_busy; too_many
   */
  search: protectedProcedure
    .input(z.object({ game: z.enum(GAMES), name: soldierName }))
    .query(async ({ ctx, input }) => {
      await requireWithin(ctx, `soldier-search:${ctx.user.id}`, SEARCHES);
      return ctx.statistics.search(input.game, input.name);
    }),

  /**
   * Adds a soldier and starts to read it; a soldier that the user already has is not added again.
   * @throws {AppError} soldiers_full
   */
  add: protectedProcedure.input(newSoldier).mutation(({ ctx, input }) => service.add(ctx, input)),

  /**
   * Adds the sample soldier, which is marked as a sample.
   * @throws {AppError} soldiers_full
   */
  addSample: protectedProcedure
    .input(z.object({ id, game: z.enum(GAMES) }))
    .mutation(({ ctx, input }) => service.addSampleSoldier(ctx, input)),

  /**
   * Changes whether the user claims or follows a soldier, and whether all its snapshots are stored permanently.
   * @throws {AppError} soldier_missing
   */
  change: protectedProcedure
    .input(
      soldierInput.extend({
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
   * Deletes a soldier; `restore` restores it with its history within thirty days.
   * @throws {AppError} soldier_missing
   */
  remove: protectedProcedure
    .input(soldierInput)
    .mutation(({ ctx, input }) => service.change(ctx, input.id, { deletedAt: ctx.now().toISOString() })),

  /**
   * Restores a deleted soldier.
   * @throws {AppError} soldier_missing; soldiers_full
   */
  restore: protectedProcedure.input(soldierInput).mutation(({ ctx, input }) => service.restore(ctx, input.id)),

  /**
   * Decides an open question of a reading. `identity`: whether the service's name and id belong to this soldier; `restart`: whether the
   * figures are lower because the statistics were reset. Returns the job that then reads the soldier, or null.
   * @throws {AppError} soldier_missing; soldier_listed; snapshot_missing
   */
  decide: protectedProcedure
    .input(soldierInput.extend({ question: z.enum(["identity", "restart"]), isConfirmed: z.boolean() }))
    .mutation(({ ctx, input }) => service.decide(ctx, input)),

  /**
   * Starts to read a soldier again.
   * @throws {AppError} soldier_missing; snapshot_too_soon with `retryAfterS`
   */
  refresh: protectedProcedure.input(soldierInput).mutation(({ ctx, input }) => service.refresh(ctx, input.id)),

  /**
   * Stores figures typed by hand; idempotent by id. `isRestarted` confirms that they are lower because the statistics were reset.
   * @throws {AppError} soldier_missing; input_invalid; reading_fallen if they are lower than earlier ones
   */
  saveTyped: protectedProcedure.input(typedInput).mutation(({ ctx, input }) => service.saveTyped(ctx, input)),

  /**
   * Stores a page of an import; a repeated page replaces the previous one.
   * @throws {AppError} too_many
   */
  importPage: protectedProcedure
    .input(z.object({ importId: id, number: pageNumber, part: statistics }))
    .mutation(({ ctx, input }) => service.stageImportPage(ctx, input)),

  /**
   * Starts a job that stores the pages as one snapshot with the import's id. `playerId` is the player id in the file; `isRestarted`
   * confirms that the figures are lower because the statistics were reset.
   * @throws {AppError} soldier_missing; soldier_mismatched; soldier_listed
   */
  importCommit: protectedProcedure.input(importCommit).mutation(({ ctx, input }) => service.commitImport(ctx, input)),

  /**
   * Deletes a snapshot; `restoreSnapshot` restores it within thirty days.
   * @throws {AppError} snapshot_missing
   */
  removeSnapshot: protectedProcedure
    .input(snapshotId)
    .mutation(({ ctx, input }) => service.markSnapshotDeleted(ctx, input, ctx.now().toISOString())),

  /**
   * Restores a deleted snapshot.
   * @throws {AppError} snapshot_missing
   */
  restoreSnapshot: protectedProcedure
    .input(snapshotId)
    .mutation(({ ctx, input }) => service.markSnapshotDeleted(ctx, input, null)),
});
