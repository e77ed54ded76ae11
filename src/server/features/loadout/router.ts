import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { KIT_IDS } from "#domain/arsenal/kit-id.ts";
import { Fault } from "#domain/fault.ts";
import { GAMES } from "#domain/game.ts";
import { loadoutContent } from "#domain/loadout/content.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { wordsOf } from "#domain/words.ts";
import { finishOperation } from "#server/operations/finish.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { pageOf } from "#server/trpc/page.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import type { Visit } from "#server/trpc/visit.ts";
import { arrange, moveBehind } from "./arrangement.ts";
import { carriedSince, recordDrop } from "./carried.ts";
import { LOCKER_ORDERS, lockerPage, placeOf, type WordSought } from "./locker-page.ts";
import { addLoadout, changeLoadout, eraseDeleted, loadoutCounts, loadoutOf, markDeleted } from "./repository.ts";
import { requireRoom } from "./room.ts";
import { columnsOf, type SavedLoadout } from "./saved.ts";
import { kitWord, loadoutWordsOf, tagWord } from "./words.ts";

const PAGE_SIZE = 100;
/** On SQLite a transaction blocks everybody until it ends, and each loadout has an entry for each of its words. */
const ERASED_AT_ONCE = 10;
const LONGEST_SEARCH = 100;
const MOST_WORDS = 8;

const loadoutId = z.uuid();
const loadoutIds = z.array(loadoutId).min(1).max(PAGE_SIZE);

const sought = z.object({
  /** Both games where it is left out. */
  game: z.enum(GAMES).optional(),
  /** Beginnings of words of names, tags, notes, weapons and items. */
  q: z.string().max(LONGEST_SEARCH).default(""),
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
  list: signedIn.input(page).query(async ({ ctx, input: { cursor, q, tag, kit, ...rest } }) => {
    const words = wordsSought(q, tag, kit);
    const asked = { ...rest, limit: rest.limit + 1, beside: cursor ?? null, sought: words };
    const found = await lockerPage(ctx.db, ctx.user.id, asked);
    const { items, next, previous } = pageOf(found, { ...rest, cursor });
    return {
      items,
      nextCursor: next && placeOf(rest.order, next),
      previousCursor: previous && placeOf(rest.order, previous),
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
  save: signedIn.input(write).mutation(async ({ ctx, input }) => {
    const violations = violationsOf(input.loadout, ctx.arsenals[input.loadout.game]);
    if (violations.length > 0) throw new Fault("loadout_illegal", { violations });
    const { written, saved } = await withPersonLock(ctx.db, ctx.user.id, async (db) => {
      const owner = { ...ctx, db };
      const written = input.seenVersion === 0 ? await addWithinSize(owner, input) : await change(owner, input);
      return { written, saved: await loadoutOf(db, ctx.user.id, input.id) };
    });
    if (written) ctx.changes.tell(ctx.user.id, { what: "loadout", id: input.id });
    if (saved && (written || isSame(saved, input))) return saved;
    throw new Fault("loadout_changed", { current: saved });
  }),

  /** Puts loadouts into a folder (null: out of any), pins or unpins them; what is not the user's is left alone. */
  arrange: signedIn
    .input(z.object({ ids: loadoutIds, folderId: z.uuid().nullish(), pinned: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { ids, ...where } }) => {
      await withPersonLock(ctx.db, ctx.user.id, async (db) => {
        if (where.folderId) await requireFolder({ ...ctx, db }, where.folderId);
        if (where.folderId !== undefined || where.pinned !== undefined)
          await arrange(db, ctx.user.id, ids, where, ctx.now());
      });
      for (const id of ids) ctx.changes.tell(ctx.user.id, { what: "loadout", id });
      return { ids };
    }),

  /** Puts a loadout behind another of the owner's order, or first of all. Faults: `loadout_missing`. */
  move: signedIn
    .input(z.object({ id: loadoutId, afterId: loadoutId.nullable() }))
    .mutation(async ({ ctx, input: { id, afterId } }) => {
      await withPersonLock(ctx.db, ctx.user.id, async (db) => {
        if (id !== afterId && !(await moveBehind(db, ctx.user.id, id, afterId))) throw new Fault("loadout_missing");
      });
      ctx.changes.tell(ctx.user.id, { what: "loadout", id });
      return { id };
    }),

  /** Deletes; `restore` brings it back within thirty days. Faults: `loadout_missing`. */
  remove: signedIn
    .input(z.object({ id: loadoutId }))
    .mutation(({ ctx, input }) => mark(ctx, input.id, ctx.now().toISOString())),

  /** Brings a deleted loadout back; one that is not deleted stays as it is. Faults: `loadout_missing`, `locker_full`. */
  restore: signedIn.input(z.object({ id: loadoutId })).mutation(({ ctx, input }) => mark(ctx, input.id, null)),

  /** Deletes for good what lies among the recently deleted. */
  erase: signedIn.input(z.object({ ids: loadoutIds })).mutation(async ({ ctx, input: { ids } }) => {
    for (let at = 0; at < ids.length; at += ERASED_AT_ONCE) {
      const some = ids.slice(at, at + ERASED_AT_ONCE);
      await withPersonLock(ctx.db, ctx.user.id, (db) => eraseDeleted(db, ctx.user.id, some));
      await nextTurn();
    }
    return { ids };
  }),

  /** The names of what a guest's sign-in brought along within a day. */
  carried: signedIn.query(({ ctx }) => carriedSince(ctx.db, ctx.user.id, dayBefore(ctx.now()))),

  /** Takes back that these came along: they are deleted, each to be restored. Answers how many. */
  dropCarried: signedIn.mutation(async ({ ctx }) => {
    const now = ctx.now();
    const record = (db: typeof ctx.db) => recordDrop(db, ctx.user.id, dayBefore(now), now);
    const dropped = await withPersonLock(ctx.db, ctx.user.id, record);
    await finishOperation(ctx.db, ctx.user.id);
    return { dropped };
  }),

  /** Word of each change to the user's locker from now on, made in whichever process. Faults: `too_many`. */
  changes: signedIn.subscription(({ ctx, signal }) =>
    ctx.streams.open(ctx.user, signal, (ended) => ctx.changes.of(ctx.user.id, ended)),
  ),
});

function wordsSought(q: string, tag: string | undefined, kit: string | undefined): readonly WordSought[] {
  const typed = [...new Set(wordsOf(q))].slice(0, MOST_WORDS).sort((a, b) => b.length - a.length);
  return [
    ...(tag ? [{ word: tagWord(tag.trim().toLowerCase()), whole: true }] : []),
    ...typed.map((word) => ({ word, whole: false })),
    ...(kit ? [{ word: kitWord(kit), whole: true }] : []),
  ];
}

type Owner = Pick<Visit, "db" | "changes" | "arsenals" | "now"> & { user: { id: string; isGuest: boolean } };
type Write = z.infer<typeof write>;

/** Writes over the version the writer saw; a loadout that grows must fit in. */
async function change({ db, user, arsenals, now }: Owner, wanted: Write): Promise<boolean> {
  const present = await db.selectFrom("loadout").select("bytes").where("id", "=", wanted.id).executeTakeFirst();
  const growth = columnsOf(wanted).bytes - (present?.bytes ?? 0);
  if (present && growth > 0) await requireRoom(db, user, { live: 0, stored: 0, bytes: growth });
  return changeLoadout(db, user.id, { ...wanted, words: loadoutWordsOf(wanted, arsenals) }, now());
}

async function addWithinSize({ db, user, arsenals, now }: Owner, wanted: Write): Promise<boolean> {
  // The save that took the last place may come once more.
  if (await loadoutOf(db, user.id, wanted.id)) return false;
  await requireRoom(db, user, { live: 1, stored: 1, bytes: columnsOf(wanted).bytes });
  const { folderId = null, ...content } = wanted;
  const row = { ...content, folderId, words: loadoutWordsOf(wanted, arsenals) };
  return addLoadout(db, user.id, row, now());
}

async function requireFolder({ db, user }: Owner, id: string): Promise<void> {
  const folder = await db
    .selectFrom("folder")
    .select("id")
    .where("userId", "=", user.id)
    .where("id", "=", id)
    .execute();
  if (folder.length === 0) throw new Fault("folder_missing");
}

async function mark({ db, changes, user }: Owner, id: string, deletedAt: string | null): Promise<{ id: string }> {
  await withPersonLock(db, user.id, async (trx) => {
    const isLive = deletedAt === null && (await loadoutOf(trx, user.id, id)) !== null;
    if (deletedAt === null && !isLive) await requireRoom(trx, user, { live: 1, stored: 0, bytes: 0 });
    if (!(await markDeleted(trx, user.id, id, deletedAt))) throw new Fault("loadout_missing");
  });
  changes.tell(user.id, { what: "loadout", id });
  return { id };
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - 24 * 60 * 60_000);

const isSame = (saved: SavedLoadout, { name, note, tags, loadout }: Write): boolean =>
  JSON.stringify([saved.name, saved.note, saved.tags, saved.loadout]) === JSON.stringify([name, note, tags, loadout]);
