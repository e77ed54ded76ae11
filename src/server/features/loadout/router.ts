import { z } from "zod";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { LOCKER_ORDERS } from "#domain/loadout/locker-query.ts";
import { AppError } from "#messages/errors.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { getLockerPage, listLoadouts } from "./locker-page.ts";
import { getLoadout } from "./repository.ts";
import * as service from "./service.ts";

/** Maximum number of ids in one call. */
const MAX_IDS = 100;
/** Default and maximum number of loadouts per page: 500 of the largest loadouts take 10 ms of the event loop at once. */
const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;

const loadoutId = z.uuid();
const loadoutIds = z.array(loadoutId).min(1).max(MAX_IDS);
const version = z.number().int().max(2_000_000_000);

/** The sort key of a loadout grows by one character with every few moves after the same loadout. */
const MAX_KEY_LENGTH = 2000;

const page = z.object({
  order: z.enum(LOCKER_ORDERS).default("changed"),
  limit: z.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.object({ key: z.string().max(MAX_KEY_LENGTH), id: loadoutId }).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const write = loadoutContent.extend({
  /** Created by the client, so that a repeated save does not create a second loadout. */
  id: loadoutId,
  /** The version on which the change is based; 0 for a new loadout. */
  seenVersion: version.min(0),
  /** The folder of a new loadout; an unknown id is ignored. */
  folderId: z.uuid().nullish(),
});

export const loadoutRouter = router({
  /** Returns a page of the user's loadouts; `order: "deleted"` lists the recently deleted ones. See `getLockerPage` for the cursors. */
  list: protectedProcedure
    .meta({ isCompressed: true })
    .input(page)
    .query(({ ctx, input }) => getLockerPage(ctx.db, ctx.user.id, input)),

  /** Returns the existing loadouts with these ids, including deleted ones. */
  byIds: protectedProcedure
    .input(z.object({ ids: loadoutIds }))
    .query(({ ctx, input }) => listLoadouts(ctx.db, ctx.user.id, input.ids)),

  /**
   * Returns one loadout.
   * @throws {AppError} loadout_missing
   */
  get: protectedProcedure.input(z.object({ id: loadoutId })).query(async ({ ctx, input }) => {
    const saved = await getLoadout(ctx.db, ctx.user.id, input.id);
    if (!saved) throw new AppError("loadout_missing");
    return saved;
  }),

  /**
   * Saves a loadout that is valid in the game and returns it; idempotent.
   * @throws {AppError} loadout_illegal with its `violations`; loadout_changed with the `current` loadout; locker_full
   */
  save: protectedProcedure.input(write).mutation(({ ctx, input }) => service.save(ctx, input)),

  /** Moves loadouts into a folder, or out of it for null, and pins or unpins them; other users' ids are ignored. */
  arrange: protectedProcedure
    .input(z.object({ ids: loadoutIds, folderId: z.uuid().nullish(), pinned: z.boolean().optional() }))
    .mutation(({ ctx, input: { ids, ...arrangement } }) => service.arrangeAll(ctx, ids, arrangement)),

  /**
   * Moves a loadout after another one in the owner's order, or to the top.
   * @throws {AppError} loadout_missing
   */
  move: protectedProcedure
    .input(z.object({ id: loadoutId, afterId: loadoutId.nullable() }))
    .mutation(({ ctx, input: { id, afterId } }) => service.move(ctx, id, afterId)),

  /**
   * Deletes a loadout; `restore` restores it within thirty days. `seenVersion` is the version that the caller has seen; without it,
   * as in releases before 0.3.0, any version is deleted.
   * @throws {AppError} loadout_missing; loadout_changed with the `current` loadout
   */
  remove: protectedProcedure
    .input(z.object({ id: loadoutId, seenVersion: version.min(1).optional() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),

  /**
   * Restores a deleted loadout; a loadout that is not deleted stays unchanged.
   * @throws {AppError} loadout_missing; locker_full
   */
  restore: protectedProcedure
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => service.restore(ctx, input.id)),

  /**
   * Permanently deletes recently deleted loadouts and returns their ids. A loadout whose version differs from `seenVersions`, because
   * it was restored and changed since, is not deleted.
   */
  erase: protectedProcedure
    .input(z.object({ ids: loadoutIds, seenVersions: z.record(loadoutId, version).optional() }))
    .mutation(({ ctx, input }) => service.erase(ctx, input.ids, input.seenVersions)),

  /** Returns the names of the loadouts that a guest merge has added within the last day. */
  guestImport: protectedProcedure.query(({ ctx }) => service.listGuestImport(ctx)),

  /** Deletes the loadouts of `guestImport`, which can be restored, and returns their number. */
  removeGuestImport: protectedProcedure.mutation(({ ctx }) => service.removeGuestImport(ctx)),

  /**
   * Streams the changes to the user's locker.
   * @throws {AppError} too_many
   */
  changes: protectedProcedure.subscription(({ ctx, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => ctx.events.subscribe(ctx.user.id, ended)),
  ),
});
