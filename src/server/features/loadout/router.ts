import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { GAMES } from "#domain/game.ts";
import { loadout, loadoutName } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import type { Database } from "#server/database/database.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import type { Visit } from "#server/trpc/visit.ts";
import {
  addLoadout,
  carriedSince,
  changeLoadout,
  dropCarried,
  type LoadoutWrite,
  loadoutCounts,
  loadoutOf,
  loadoutsOf,
  markDeleted,
  type SavedLoadout,
} from "./repository.ts";

/** A locker holds this many loadouts of both games together. */
const LOCKER_SIZE = 20_000;
const PAGE_SIZE = 100;

const loadoutId = z.uuid();
const place = z.object({ updatedAt: z.iso.datetime(), id: loadoutId });
const write = z.object({
  /** Made by the client, so that a repeated save makes no second loadout. */
  id: loadoutId,
  name: loadoutName,
  loadout,
  /** The version the writer saw; 0 for a new loadout. */
  seenVersion: z.number().int().min(0).max(2_000_000_000),
});

export const loadoutRouter = router({
  /** A page of the user's loadouts of one game, last changed first; cursors are null at either end. */
  list: signedIn
    .input(
      z.object({
        game: z.enum(GAMES),
        limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
        cursor: place.nullish(),
        direction: z.enum(["forward", "backward"]).default("forward"),
      }),
    )
    .query(async ({ ctx, input: { cursor, ...page } }) => {
      const found = await loadoutsOf(ctx.db, ctx.user.id, { ...page, limit: page.limit + 1, beside: cursor ?? null });
      const hasMore = found.length > page.limit;
      const forward = page.direction === "forward";
      const items = forward ? found.slice(0, page.limit) : found.slice(-page.limit);
      // Where the page came from there is something; where it leads, only when one more row was found.
      const [hasOlder, hasNewer] = forward ? [hasMore, Boolean(cursor)] : [Boolean(cursor), hasMore];
      return {
        items,
        nextCursor: hasOlder ? placeOf(items.at(-1)) : null,
        previousCursor: hasNewer ? placeOf(items[0]) : null,
      };
    }),

  /** How many loadouts the locker holds, per game. */
  counts: signedIn.query(({ ctx }) => loadoutCounts(ctx.db, ctx.user.id)),

  /** One loadout. Faults: `loadout_missing`. */
  get: signedIn.input(z.object({ id: loadoutId })).query(async ({ ctx, input }) => {
    const saved = await loadoutOf(ctx.db, ctx.user.id, input.id);
    if (!saved) throw new Fault("loadout_missing");
    return saved;
  }),

  /**
   * Saves a loadout the game would accept and answers it as saved; the same save once more answers the same.
   * Faults: `loadout_illegal` with its `violations`, `loadout_changed` with the `current` one, `locker_full`.
   */
  save: signedIn.input(write).mutation(async ({ ctx, input: { seenVersion, ...wanted } }) => {
    const violations = violationsOf(wanted.loadout, ctx.arsenals[wanted.loadout.game]);
    if (violations.length > 0) throw new Fault("loadout_illegal", { violations });
    const written =
      seenVersion === 0
        ? await addWithinSize(ctx.db, ctx.user.id, wanted, ctx.now())
        : await changeLoadout(ctx.db, ctx.user.id, { ...wanted, seenVersion }, ctx.now());
    const saved = await loadoutOf(ctx.db, ctx.user.id, wanted.id);
    if (written) ctx.changes.tell(ctx.user.id, { loadoutId: wanted.id });
    if (saved && (written || isSame(saved, wanted))) return saved;
    throw new Fault("loadout_changed", { current: saved });
  }),

  /** Deletes; `restore` brings it back. Faults: `loadout_missing`. */
  remove: signedIn
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => mark(ctx, input.id, ctx.now().toISOString())),

  /** Brings a deleted loadout back. Faults: `loadout_missing`. */
  restore: signedIn.input(z.object({ id: loadoutId })).mutation(({ ctx, input }) => mark(ctx, input.id, null)),

  /** The names of what a guest's sign-in brought along within a day. */
  carried: signedIn.query(({ ctx }) => carriedSince(ctx.db, ctx.user.id, dayBefore(ctx.now()))),

  /** Takes back that these came along: they are deleted, each to be restored. Answers how many. */
  dropCarried: signedIn.mutation(async ({ ctx }) => {
    const now = ctx.now();
    const dropped = await dropCarried(ctx.db, ctx.user.id, dayBefore(now), now);
    return { dropped };
  }),

  /** Word of each change to the user's locker from now on, made in this process. */
  changes: signedIn.subscription(({ ctx, signal }) => ctx.changes.of(ctx.user.id, signal)),
});

async function addWithinSize(db: Database, userId: string, wanted: LoadoutWrite, now: Date): Promise<boolean> {
  const counts = await loadoutCounts(db, userId);
  if (counts.bf2042 + counts.bf4 < LOCKER_SIZE) return addLoadout(db, userId, wanted, now);
  // The save that took the last place may come once more.
  if (await loadoutOf(db, userId, wanted.id)) return false;
  throw new Fault("locker_full");
}

type Owner = Pick<Visit, "db" | "changes"> & { user: { id: string } };

async function mark({ db, changes, user }: Owner, id: string, deletedAt: string | null): Promise<{ id: string }> {
  if (!(await markDeleted(db, user.id, id, deletedAt))) throw new Fault("loadout_missing");
  changes.tell(user.id, { loadoutId: id });
  return { id };
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - 24 * 60 * 60_000);

const placeOf = (saved: SavedLoadout | undefined) => (saved ? { updatedAt: saved.updatedAt, id: saved.id } : null);

const isSame = (saved: SavedLoadout, { name, loadout }: LoadoutWrite): boolean =>
  saved.name === name && JSON.stringify(saved.loadout) === JSON.stringify(loadout);
