import { z } from "zod";
import { AppError } from "#domain/errors.ts";
import { GAMES } from "#domain/game.ts";
import { getVocabulary, onlyKnown } from "#domain/progress/vocabulary.ts";
import { PLATFORMS } from "#domain/soldier/platform.ts";
import { RELATIONS, soldierKey, soldierName } from "#domain/soldier/soldier.ts";
import { SNAPSHOT_SOURCES, type Statistics, statistics } from "#domain/soldier/statistics.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { readCurrentStatistics } from "#server/snapshot-statistics.ts";
import type { TrpcContext } from "#server/trpc/context.ts";
import { getPage, protectedProcedure, requireWithin, router } from "#server/trpc/trpc.ts";
import { addSample, getImport, stagedPages, stagePage } from "./import-statistics.ts";
import { getRefresh } from "./refresh.ts";
import {
  addSnapshot,
  getNewest,
  getSnapshot,
  markSnapshot,
  type SnapshotLine,
  snapshotLines,
} from "./snapshot-rows.ts";
import {
  addSoldier,
  changeSoldier,
  getSoldier,
  listSoldiers,
  restoreSoldier,
  type StoredSoldier,
} from "./soldier-rows.ts";

const PAGE_SIZE = 500;
/** A page that is opened reads the soldier anew when the last reading is older. */
const READ_AGAIN_AFTER_MS = 60 * 60_000;
/** Asking the service for names, by one person. */
const SEARCHES = { max: 20, windowMs: 60_000 };
/** Pages of 60 kB of one import, and of all of a person that wait. */
const MAX_PAGES = 40;
/** The older game's release. */
const EARLIEST = "2013-10-01T00:00:00.000Z";
const SLACK_MS = 60_000;

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

const typed = z.object({ soldierId: id, id, takenAt: z.iso.datetime(), statistics });

export const soldierRouter = router({
  /** The user's soldiers in the order they came, each with its newest snapshot. */
  list: protectedProcedure.query(async ({ ctx }) => {
    const soldiers = await listSoldiers(ctx.db, ctx.user.id);
    const newest = { beside: null, direction: "forward", limit: 1 } as const;
    const lines = await Promise.all(soldiers.map((soldier) => snapshotLines(ctx.db, soldier.id, newest)));
    return soldiers.map((soldier, index) => ({ ...soldier, last: lines[index]?.[0] ?? null }));
  }),

  /**
   * One soldier: what is known of it by now, and the two newest snapshots. One that was read long ago is read anew, under
   * `job`. Faults: `soldier_missing`.
   */
  get: protectedProcedure.input(ofSoldier).query(async ({ ctx, input }) => {
    const soldier = await getSoldier(ctx.db, ctx.user.id, input.id);
    const [last = null, previous = null] = await snapshotLines(ctx.db, soldier.id, {
      beside: null,
      direction: "forward",
      limit: 2,
    });
    const [reported, job] = [await newestOfEach(ctx, soldier.id), await readAgain(ctx, soldier)];
    return {
      soldier,
      last,
      previous,
      current: await readCurrentStatistics(ctx.db, reported),
      sources: reported.map(({ id, source, takenAt, seenAt }) => ({ id, source, takenAt, seenAt })),
      nextSnapshotAt: getNextSnapshotTime(ctx, soldier),
      job,
    };
  }),

  /** A soldier's snapshots, newest first. Cursors are null at either end. Faults: `soldier_missing`. */
  snapshots: protectedProcedure.input(page).query(async ({ ctx, input: { soldierId, cursor, limit, direction } }) => {
    await getSoldier(ctx.db, ctx.user.id, soldierId);
    const asked = { beside: cursor ?? null, direction, limit: limit + 1 };
    const found = await snapshotLines(ctx.db, soldierId, asked);
    const { items, next, previous } = getPage(found, { limit, cursor, direction });
    return { items, nextCursor: next && getPlace(next), previousCursor: previous && getPlace(previous) };
  }),

  /**
   * A snapshot in full.
   * @throws {AppError} soldier_missing; snapshot_missing
   */
  snapshot: protectedProcedure.input(snapshotId).query(async ({ ctx, input }) => {
    await getSoldier(ctx.db, ctx.user.id, input.soldierId);
    const snapshot = await getSnapshot(ctx.db, input.soldierId, input.id);
    if (!snapshot) throw new AppError("snapshot_missing");
    return snapshot;
  }),

  /** Soldiers of that name, as the service knows them. Faults: `source_unavailable`, `source_busy`, `too_many`. */
  search: protectedProcedure
    .input(z.object({ game: z.enum(GAMES), name: soldierName }))
    .query(async ({ ctx, input }) => {
      await requireWithin(ctx, `soldier-search:${ctx.user.id}`, SEARCHES);
      return ctx.statistics.search(input.game, input.name);
    }),

  /** Adds a soldier and begins to read it; one the user has already by this name stays the one. Faults: `soldiers_full`. */
  add: protectedProcedure.input(newSoldier).mutation(async ({ ctx, input }) => {
    const add = (trx: Database) => addSoldier(trx, ctx.user.id, input, ctx.now());
    const soldierId = await withPersonLock(ctx.db, ctx.user.id, add);
    return { id: soldierId, job: await ctx.jobs.begin(getRefresh(ctx.user.id, soldierId)) };
  }),

  /** Adds the invented soldier, marked as such. Faults: `soldiers_full`. */
  addSample: protectedProcedure.input(z.object({ id, game: z.enum(GAMES) })).mutation(async ({ ctx, input }) => {
    return { id: await addSample(ctx.db, { ...input, userId: ctx.user.id }, ctx.arsenals, ctx.now()) };
  }),

  /** Claims a soldier, or only follows it. Faults: `soldier_missing`. */
  change: protectedProcedure
    .input(ofSoldier.extend({ relation: z.enum(RELATIONS).exclude(["sample"]) }))
    .mutation(({ ctx, input: { id, relation } }) => change(ctx, id, { relation })),

  /** Deletes; `restore` brings it back within thirty days, history and all. Faults: `soldier_missing`. */
  remove: protectedProcedure
    .input(ofSoldier)
    .mutation(({ ctx, input }) => change(ctx, input.id, { deletedAt: ctx.now().toISOString() })),

  /** Brings a deleted soldier back. Faults: `soldier_missing`, `soldiers_full`. */
  restore: protectedProcedure.input(ofSoldier).mutation(({ ctx, input: { id } }) =>
    withPersonLock(ctx.db, ctx.user.id, async (trx) => {
      if (!(await restoreSoldier(trx, ctx.user.id, id, ctx.now()))) throw new AppError("soldier_missing");
      return { id };
    }),
  ),

  /** Begins to read a soldier anew. Faults: `soldier_missing`, `snapshot_too_soon` with `retryAfterS`. */
  refresh: protectedProcedure.input(ofSoldier).mutation(async ({ ctx, input }) => {
    const soldier = await getSoldier(ctx.db, ctx.user.id, input.id);
    const waitMs = Date.parse(getNextSnapshotTime(ctx, soldier) ?? "") - ctx.now().getTime();
    if (waitMs > 0) throw new AppError("snapshot_too_soon", { retryAfterS: Math.ceil(waitMs / 1000) });
    return { job: await ctx.jobs.begin(getRefresh(ctx.user.id, soldier.id)) };
  }),

  /** Keeps figures typed by hand; the same id once more changes nothing. Faults: `soldier_missing`, `input_invalid`. */
  saveTyped: protectedProcedure.input(typed).mutation(async ({ ctx, input: { soldierId, takenAt, ...rest } }) => {
    requirePast(takenAt, ctx.now());
    await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
      await requireGame({ ...ctx, db: trx }, soldierId, rest.statistics.game);
      const statistics = filterKnown(ctx, rest.statistics);
      await addSnapshot(
        trx,
        { ...rest, statistics, userId: ctx.user.id, soldierId, source: "typed", takenAt },
        ctx.now(),
      );
    });
    return { id: rest.id };
  }),

  /** A part of an import, in its place; the same once more replaces it. Faults: `too_many`. */
  importPage: protectedProcedure
    .input(
      z.object({
        importId: id,
        number: z
          .number()
          .int()
          .min(0)
          .max(MAX_PAGES - 1),
        part: statistics,
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
        if ((await stagedPages(trx, ctx.user.id)) >= MAX_PAGES * 2) throw new AppError("too_many");
        await stagePage(trx, { ...input, part: filterKnown(ctx, input.part), userId: ctx.user.id }, ctx.now());
      });
      return { number: input.number };
    }),

  /** Begins to keep what was sent as one snapshot, whose id is the import's. Faults: `soldier_missing`. */
  importCommit: protectedProcedure
    .input(
      z.object({
        importId: id,
        soldierId: id,
        pages: z.number().int().min(1).max(MAX_PAGES),
        takenAt: z.iso.datetime(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await getSoldier(ctx.db, ctx.user.id, input.soldierId);
      requirePast(input.takenAt, ctx.now());
      return { job: await ctx.jobs.begin(getImport(ctx.user.id, input)) };
    }),

  /** Deletes a snapshot; `restoreSnapshot` brings it back within thirty days. Faults: `snapshot_missing`. */
  removeSnapshot: protectedProcedure
    .input(snapshotId)
    .mutation(({ ctx, input }) => mark(ctx, input, ctx.now().toISOString())),

  /** Brings a deleted snapshot back. Faults: `snapshot_missing`. */
  restoreSnapshot: protectedProcedure.input(snapshotId).mutation(({ ctx, input }) => mark(ctx, input, null)),
});

/** What no screen and no target knows is not stored. */
const filterKnown = ({ arsenals }: Pick<TrpcContext, "arsenals">, statistics: Statistics): Statistics =>
  onlyKnown(statistics, getVocabulary(arsenals, statistics.game));

type Owner = Pick<TrpcContext, "db" | "jobs" | "statistics" | "now"> & { user: { id: string } };

const getPlace = ({ takenAt, id }: SnapshotLine) => ({ takenAt, id });

/** The newest snapshot of each source, the newest of them first. */
async function newestOfEach({ db }: Owner, soldierId: string) {
  const all = await Promise.all(SNAPSHOT_SOURCES.map((source) => getNewest(db, soldierId, source)));
  return all.filter((snapshot) => snapshot !== null).toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
}

/** The job that reads the soldier: one under way, or begun because the last reading is old. */
async function readAgain({ jobs, user, now }: Owner, { id, triedAt, relation }: StoredSoldier) {
  if (relation === "sample") return null;
  const isOld = triedAt === null || Date.parse(triedAt) + READ_AGAIN_AFTER_MS < now().getTime();
  const refresh = getRefresh(user.id, id);
  if (isOld) return jobs.begin(refresh);
  return (await jobs.underWay(user.id)).find(({ key }) => key === refresh.key) ?? null;
}

/** When the service's answer will be another; null: now. */
const getNextSnapshotTime = ({ statistics: { cacheMs }, now }: Owner, { readAt }: StoredSoldier): string | null => {
  const at = Date.parse(readAt ?? "") + cacheMs;
  return at > now().getTime() ? new Date(at).toISOString() : null;
};

async function change({ db, user, now }: Owner, id: string, what: Parameters<typeof changeSoldier>[3]) {
  const isChanged = await withPersonLock(db, user.id, (trx) => changeSoldier(trx, user.id, id, what, now()));
  if (!isChanged) throw new AppError("soldier_missing");
  return { id };
}

async function mark({ db, user }: Owner, { soldierId, id }: z.infer<typeof snapshotId>, deletedAt: string | null) {
  const own = { userId: user.id, soldierId, id };
  const isMarked = await withPersonLock(db, user.id, (trx) => markSnapshot(trx, own, deletedAt));
  if (!isMarked) throw new AppError("snapshot_missing");
  return { id };
}

async function requireGame({ db, user }: Owner, soldierId: string, game: string): Promise<void> {
  const soldier = await getSoldier(db, user.id, soldierId);
  if (soldier.game !== game) throw new AppError("input_invalid");
}

function requirePast(at: string, now: Date): void {
  if (at < EARLIEST || Date.parse(at) > now.getTime() + SLACK_MS) throw new AppError("input_invalid");
}
