import { z } from "zod";
import { GAMES } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { LOCKER_ORDERS } from "#domain/loadout/locker-query.ts";
import { listChangedWeapons } from "#domain/loadout/record.ts";
import { AppError } from "#messages/errors.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { lockerPage } from "./locker-page.ts";
import { getLoadout, loadoutCounts } from "./repository.ts";
import type { SavedLoadout } from "./saved.ts";
import * as service from "./service.ts";

const PAGE_SIZE = 100;
const MAX_SEARCH_LENGTH = 100;

const loadoutId = z.uuid();
const loadoutIds = z.array(loadoutId).min(1).max(PAGE_SIZE);
const version = z.number().int().max(2_000_000_000);

const filter = z.object({
  /** Both games where it is left out. */
  game: z.enum(GAMES).optional(),
  /** Beginnings of words of names, tags, notes, weapons and items. */
  q: z.string().max(MAX_SEARCH_LENGTH).default(""),
  tag: z.string().max(TAG_LIMIT).optional(),
  kit: z.enum(KIT_IDS).optional(),
  folderId: z.uuid().nullish(),
  pinned: z.boolean().optional(),
  order: z.enum(LOCKER_ORDERS).default("changed"),
});

const page = filter.extend({
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
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
  list: protectedProcedure.input(page).query(async ({ ctx, input }) => {
    const { items, ...cursors } = await lockerPage(ctx.db, ctx.user.id, input);
    const { arsenals } = ctx;
    const marked = items.map((saved): SavedLoadout => {
      const changedWeaponIds = listChangedWeapons(saved.loadout, arsenals.bf2042);
      const headlines = getLoadoutHeadlines(saved.loadout, arsenals[saved.loadout.game]);
      return { ...saved, headlines, ...(changedWeaponIds.length > 0 && { changedWeaponIds }) };
    });
    return { items: marked, ...cursors };
  }),

  /** How many loadouts the locker holds, per game. */
  counts: protectedProcedure.query(({ ctx }) => loadoutCounts(ctx.db, ctx.user.id)),

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
  carried: protectedProcedure.query(({ ctx }) => service.listCarried(ctx)),

  /** Deletes what came along; each loadout can be restored. Returns how many were deleted. */
  dropCarried: protectedProcedure.mutation(({ ctx }) => service.dropCarried(ctx)),

  /**
   * The changes to the user's locker from now on, made in any process.
   * @throws {AppError} too_many
   */
  changes: protectedProcedure.subscription(({ ctx, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => ctx.events.subscribe(ctx.user.id, ended)),
  ),
});
