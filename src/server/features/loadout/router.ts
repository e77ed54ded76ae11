import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "#domain/errors.ts";
import { GAMES } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { tokenize } from "#domain/text.ts";
import { finishOperation } from "#server/operations/finish.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import type { TrpcContext } from "#server/trpc/context.ts";
import { getPage, protectedProcedure, router } from "#server/trpc/trpc.ts";
import { arrange, moveBehind } from "./arrangement.ts";
import { getPlace, LOCKER_ORDERS, lockerPage, type WordSought } from "./locker-page.ts";
import {
  addLoadout,
  carriedSince,
  changeLoadout,
  eraseDeleted,
  getLoadout,
  loadoutCounts,
  markDeleted,
  recordDrop,
} from "./repository.ts";
import { requireRoom } from "./room.ts";
import { type SavedLoadout, toColumns } from "./saved.ts";
import { getLoadoutWords, kitWord, tagWord } from "./words.ts";

const PAGE_SIZE = 100;
/** On SQLite a transaction blocks everybody until it ends, and each loadout has an entry for each of its words. */
const ERASED_AT_ONCE = 10;
const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;

const loadoutId = z.uuid();
const loadoutIds = z.array(loadoutId).min(1).max(PAGE_SIZE);

const sought = z.object({
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

const page = sought.extend({
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.object({ key: z.string().max(200), id: loadoutId }).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const write = loadoutContent.extend({
  /** Made by the client, so that a repeated save makes no second loadout. */
  id: loadoutId,
  /** The version the writer saw; 0 for a new loadout. */
  seenVersion: z.number().int().min(0).max(2_000_000_000),
  /** Where a new loadout goes; what is no folder of the user's counts as none. */
  folderId: z.uuid().nullish(),
});

export const loadoutRouter = router({
  /** A page of the user's loadouts; `order: "deleted"` lists the recently deleted. Cursors are null at either end. */
  list: protectedProcedure.input(page).query(async ({ ctx, input: { cursor, q, tag, kit, ...rest } }) => {
    const words = wordsSought(q, tag, kit);
    const asked = { ...rest, limit: rest.limit + 1, beside: cursor ?? null, sought: words };
    const found = await lockerPage(ctx.db, ctx.user.id, asked);
    const { items, next, previous } = getPage(found, { ...rest, cursor });
    return {
      items,
      nextCursor: next && getPlace(rest.order, next),
      previousCursor: previous && getPlace(rest.order, previous),
    };
  }),

  /** How many loadouts the locker holds, per game. */
  counts: protectedProcedure.query(({ ctx }) => loadoutCounts(ctx.db, ctx.user.id)),

  /** One loadout. Faults: `loadout_missing`. */
  get: protectedProcedure.input(z.object({ id: loadoutId })).query(async ({ ctx, input }) => {
    const saved = await getLoadout(ctx.db, ctx.user.id, input.id);
    if (!saved) throw new AppError("loadout_missing");
    return saved;
  }),

  /**
   * Saves a loadout the game would accept and answers it as saved; the same save once more answers the same.
   * Faults: `loadout_illegal` with its `violations`, `loadout_changed` with the `current` one, `locker_full`.
   */
  save: protectedProcedure.input(write).mutation(async ({ ctx, input }) => {
    const violations = findViolations(input.loadout, ctx.arsenals[input.loadout.game]);
    if (violations.length > 0) throw new AppError("loadout_illegal", { violations });
    const { written, saved } = await withPersonLock(ctx.db, ctx.user.id, async (db) => {
      const owner = { ...ctx, db };
      const written = input.seenVersion === 0 ? await addWithinSize(owner, input) : await change(owner, input);
      return { written, saved: await getLoadout(db, ctx.user.id, input.id) };
    });
    if (written) ctx.events.publish(ctx.user.id, { what: "loadout", id: input.id });
    if (saved && (written || isSame(saved, input))) return saved;
    throw new AppError("loadout_changed", { current: saved });
  }),

  /** Puts loadouts into a folder (null: out of any), pins or unpins them; what is not the user's is left alone. */
  arrange: protectedProcedure
    .input(z.object({ ids: loadoutIds, folderId: z.uuid().nullish(), pinned: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { ids, ...where } }) => {
      await withPersonLock(ctx.db, ctx.user.id, async (db) => {
        if (where.folderId) await requireFolder({ ...ctx, db }, where.folderId);
        if (where.folderId !== undefined || where.pinned !== undefined)
          await arrange(db, ctx.user.id, ids, where, ctx.now());
      });
      for (const id of ids) ctx.events.publish(ctx.user.id, { what: "loadout", id });
      return { ids };
    }),

  /** Puts a loadout behind another of the owner's order, or first of all. Faults: `loadout_missing`. */
  move: protectedProcedure
    .input(z.object({ id: loadoutId, afterId: loadoutId.nullable() }))
    .mutation(async ({ ctx, input: { id, afterId } }) => {
      await withPersonLock(ctx.db, ctx.user.id, async (db) => {
        if (id !== afterId && !(await moveBehind(db, ctx.user.id, id, afterId))) throw new AppError("loadout_missing");
      });
      ctx.events.publish(ctx.user.id, { what: "loadout", id });
      return { id };
    }),

  /** Deletes; `restore` brings it back within thirty days. Faults: `loadout_missing`. */
  remove: protectedProcedure
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => mark(ctx, input.id, ctx.now().toISOString())),

  /** Brings a deleted loadout back; one that is not deleted stays as it is. Faults: `loadout_missing`, `locker_full`. */
  restore: protectedProcedure
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => mark(ctx, input.id, null)),

  /** Deletes for good what lies among the recently deleted. */
  erase: protectedProcedure.input(z.object({ ids: loadoutIds })).mutation(async ({ ctx, input: { ids } }) => {
    for (let at = 0; at < ids.length; at += ERASED_AT_ONCE) {
      const some = ids.slice(at, at + ERASED_AT_ONCE);
      await withPersonLock(ctx.db, ctx.user.id, (db) => eraseDeleted(db, ctx.user.id, some));
      await nextTurn();
    }
    return { ids };
  }),

  /** The names of what a guest's sign-in brought along within a day. */
  carried: protectedProcedure.query(({ ctx }) => carriedSince(ctx.db, ctx.user.id, dayBefore(ctx.now()))),

  /** Takes back that these came along: they are deleted, each to be restored. Answers how many. */
  dropCarried: protectedProcedure.mutation(async ({ ctx }) => {
    const now = ctx.now();
    const record = (db: typeof ctx.db) => recordDrop(db, ctx.user.id, dayBefore(now), now);
    const dropped = await withPersonLock(ctx.db, ctx.user.id, record);
    await finishOperation(ctx.db, ctx.user.id);
    return { dropped };
  }),

  /** Word of each change to the user's locker from now on, made in whichever process. Faults: `too_many`. */
  changes: protectedProcedure.subscription(({ ctx, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => ctx.events.subscribe(ctx.user.id, ended)),
  ),
});

function wordsSought(q: string, tag: string | undefined, kit: string | undefined): readonly WordSought[] {
  const typed = [...new Set(tokenize(q))].slice(0, MAX_WORDS).sort((a, b) => b.length - a.length);
  return [
    ...(tag ? [{ word: tagWord(tag.trim().toLowerCase()), whole: true }] : []),
    ...typed.map((word) => ({ word, whole: false })),
    ...(kit ? [{ word: kitWord(kit), whole: true }] : []),
  ];
}

type Owner = Pick<TrpcContext, "db" | "events" | "arsenals" | "now"> & { user: { id: string; isGuest: boolean } };
type Write = z.infer<typeof write>;

/** Writes over the version the writer saw; a loadout that grows must fit in. */
async function change({ db, user, arsenals, now }: Owner, requested: Write): Promise<boolean> {
  const present = await db.selectFrom("loadout").select("bytes").where("id", "=", requested.id).executeTakeFirst();
  const growth = toColumns(requested).bytes - (present?.bytes ?? 0);
  if (present && growth > 0) await requireRoom(db, user, { live: 0, stored: 0, bytes: growth });
  return changeLoadout(db, user.id, { ...requested, words: getLoadoutWords(requested, arsenals) }, now());
}

async function addWithinSize({ db, user, arsenals, now }: Owner, requested: Write): Promise<boolean> {
  // The save that took the last place may come once more.
  if (await getLoadout(db, user.id, requested.id)) return false;
  await requireRoom(db, user, { live: 1, stored: 1, bytes: toColumns(requested).bytes });
  const { folderId = null, ...content } = requested;
  const row = { ...content, folderId, words: getLoadoutWords(requested, arsenals) };
  return addLoadout(db, user.id, row, now());
}

async function requireFolder({ db, user }: Owner, id: string): Promise<void> {
  const folder = await db
    .selectFrom("folder")
    .select("id")
    .where("userId", "=", user.id)
    .where("id", "=", id)
    .execute();
  if (folder.length === 0) throw new AppError("folder_missing");
}

async function mark({ db, events, user }: Owner, id: string, deletedAt: string | null): Promise<{ id: string }> {
  await withPersonLock(db, user.id, async (trx) => {
    const isLive = deletedAt === null && (await getLoadout(trx, user.id, id)) !== null;
    if (deletedAt === null && !isLive) await requireRoom(trx, user, { live: 1, stored: 0, bytes: 0 });
    if (!(await markDeleted(trx, user.id, id, deletedAt))) throw new AppError("loadout_missing");
  });
  events.publish(user.id, { what: "loadout", id });
  return { id };
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - 24 * 60 * 60_000);

const isSame = (saved: SavedLoadout, { name, note, tags, loadout }: Write): boolean =>
  JSON.stringify([saved.name, saved.note, saved.tags, saved.loadout]) === JSON.stringify([name, note, tags, loadout]);
