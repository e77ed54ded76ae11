import { z } from "zod";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { LOCKER_ORDERS } from "#domain/loadout/locker-query.ts";
import { AppError } from "#messages/errors.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { getLockerPage, listLoadouts } from "./locker-page.ts";
import { getLoadout } from "./repository.ts";
import * as service from "./service.ts";

/** Loadouts that one call names. */
const MAX_IDS = 100;
/** Loadouts of one page, by default and at most: 500 of them take 15 ms of the event loop, and a locker of 2,000 four calls. */
const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;

const loadoutId = z.uuid();
const loadoutIds = z.array(loadoutId).min(1).max(MAX_IDS);
const version = z.number().int().max(2_000_000_000);

const page = z.object({
  order: z.enum(LOCKER_ORDERS).default("changed"),
  limit: z.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.object({ key: z.string().max(200), id: loadoutId }).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const write = loadoutContent.extend({
  /** Made by the client, so that a repeated save makes no second loadout. */
  id: loadoutId,
  /** The version the writer saw; 0 for a new loadout. */
  seenVersion: version.min(0),
  /** The folder of a new loadout; an unknown one is ignored. */
  folderId: z.uuid().nullish(),
});

export const loadoutRouter = router({
  /** A page of the user's loadouts; `order: "deleted"` lists the recently deleted. Cursors are null at either end. */
  list: protectedProcedure
    .meta({ isCompressed: true })
    .input(page)
    .query(({ ctx, input }) => getLockerPage(ctx.db, ctx.user.id, input)),

  /** Those of these loadouts that are there, deleted ones too. */
  byIds: protectedProcedure
    .input(z.object({ ids: loadoutIds }))
    .query(({ ctx, input }) => listLoadouts(ctx.db, ctx.user.id, input.ids)),

  /**
   * One loadout.
   * @throws {AppError} loadout_missing
   */
  get: protectedProcedure.input(z.object({ id: loadoutId })).query(async ({ ctx, input }) => {
    const saved = await getLoadout(ctx.db, ctx.user.id, input.id);
    if (!saved) throw new AppError("loadout_missing");
    return saved;
  }),

  /**
   * Saves a loadout that the game would accept and returns it; idempotent.
   * @throws {AppError} loadout_illegal with its `violations`; loadout_changed with the `current` one; locker_full
   */
  save: protectedProcedure.input(write).mutation(({ ctx, input }) => service.save(ctx, input)),

  /** Moves loadouts into a folder (null: out of it), pins or unpins them; other users' ids are ignored. */
  arrange: protectedProcedure
    .input(z.object({ ids: loadoutIds, folderId: z.uuid().nullish(), pinned: z.boolean().optional() }))
    .mutation(({ ctx, input: { ids, ...where } }) => service.arrangeAll(ctx, ids, where)),

  /**
   * Moves a loadout behind another one in the owner's order, or to the top.
   * @throws {AppError} loadout_missing
   */
  move: protectedProcedure
    .input(z.object({ id: loadoutId, afterId: loadoutId.nullable() }))
    .mutation(({ ctx, input: { id, afterId } }) => service.move(ctx, id, afterId)),

  /**
   * Deletes the version that the caller saw, or any where none is named, as releases before 0.3.0 do; `restore` brings it back
   * within thirty days.
   * @throws {AppError} loadout_missing; loadout_changed with the `current` one
   */
  remove: protectedProcedure
    .input(z.object({ id: loadoutId, seenVersion: version.min(1).optional() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),

  /**
   * Restores a deleted loadout; others are not changed.
   * @throws {AppError} loadout_missing; locker_full
   */
  restore: protectedProcedure
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),

  /**
   * Deletes recently deleted loadouts for good and returns their ids. One of `seenVersions` that was restored and changed since
   * stays.
   */
  erase: protectedProcedure
    .input(z.object({ ids: loadoutIds, seenVersions: z.record(loadoutId, version).optional() }))
    .mutation(({ ctx, input }) => service.erase(ctx, input.ids, input.seenVersions)),

  /** The names of the loadouts that a guest's sign-in brought along within the last day. */
  guestImport: protectedProcedure.query(({ ctx }) => service.listGuestImport(ctx)),

  /** Deletes what came along; each loadout can be restored. Returns how many were deleted. */
  removeGuestImport: protectedProcedure.mutation(({ ctx }) => service.removeGuestImport(ctx)),

  /**
   * The changes to the user's locker from now on, made in any process.
   * @throws {AppError} too_many
   */
  changes: protectedProcedure.subscription(({ ctx, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => ctx.events.subscribe(ctx.user.id, ended)),
  ),
});
