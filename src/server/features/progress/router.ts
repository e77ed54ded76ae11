import { z } from "zod";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { loadout } from "#domain/loadout/loadout.ts";
import { closestNext, isStarted, NEXT_ORDERS, type Next } from "#domain/progress/closest-next.ts";
import type { KnownProgress } from "#domain/progress/known-progress.ts";
import { lacking, listOwnWeapons } from "#domain/progress/missing.ts";
import { planTotal } from "#domain/progress/pace/pace.ts";
import { getConflicts, REMAINDER_STATES, remaining, type Standing } from "#domain/progress/remaining.ts";
import { COUNTED_UNITS, getWhole, TARGET_KINDS, type Target } from "#domain/progress/target.ts";
import { tokenize } from "#domain/text.ts";
import { AppError } from "#messages/errors.ts";
import { formatLeft } from "#messages/progress/progress-words.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { inTimeSlice, mapInTimeSlices } from "#platform/event-loop.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { getAnswer, getCounts, getLine, listMissing } from "./answers.ts";
import { getProgressContext, getTargetById, getTargetMatcher, listGained, listStandings } from "./progress-context.ts";
import { getGame, getSnapshotProgress, newestStatistics } from "./reports.ts";
import { addToPlan, keepTick, moveInPlan, removeFromPlan, removeTick, writeTick } from "./repository.ts";
import { getTonight } from "./tonight.ts";

const PAGE_SIZE = 200;
const MAX_TEXT_LENGTH = 100;
const MAX_ID_LENGTH = 150;
/** Unlocks gained are named up to here, and counted beyond. */
const MAX_GAINED = 20;
/** More than one loadout can lack. */
const MAX_IDS = 50;

const targetId = z.string().min(1).max(MAX_ID_LENGTH);
const kind = z.enum(TARGET_KINDS);

/** Null: without a soldier, by ticks alone. */
const ofSoldier = z.object({ soldierId: z.uuid().nullable() });

const filters = ofSoldier.extend({
  /** Words of names, weapons, classes and rewards. */
  q: z.string().max(MAX_TEXT_LENGTH).default(""),
  group: z.string().max(MAX_TEXT_LENGTH).nullish(),
  weaponId: z.string().max(MAX_TEXT_LENGTH).nullish(),
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.number().int().min(0).max(1_000_000).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const STARTS = ["started", "untouched"] as const;

const getStart = ({ remainder }: Next): (typeof STARTS)[number] => (isStarted(remainder) ? "started" : "untouched");

const next = filters.extend({
  order: z.enum(NEXT_ORDERS).default("remainder"),
  /** None: all of them. */
  kinds: z.array(kind).max(TARGET_KINDS.length).default([]),
  unit: z.enum(COUNTED_UNITS).nullish(),
  /** Targets of which something is done, or of which nothing is; null for both. */
  start: z.enum(STARTS).nullish(),
});

const checklist = filters.extend({ kind, state: z.enum(REMAINDER_STATES).nullish() });

type Filters = z.infer<typeof filters>;

export const progressRouter = router({
  /**
   * A page of what is closest, in the order asked for; how many each unit, kind and class would leave of it, how many are
   * started, and how all targets stand.
   * @throws {AppError} soldier_missing
   */
  next: protectedProcedure.input(next).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const { targets } = getProgress(ctx.arsenals.bf4);
    const standings = await listAllStandings(targets, context.knownProgress);
    const nextTargets = await inTimeSlice(() =>
      closestNext(standings, { order: input.order, pace: context.pace }).filter(isSought(ctx.arsenals, input)),
    );
    const { left, counts } = await inTimeSlice(() => {
      const { kinds, unit, start } = input;
      const all = nextTargets.filter((item) => !start || getStart(item) === start);
      const ofKind = ({ target }: Standing) => kinds.length === 0 || kinds.includes(target.kind);
      const ofUnit = ({ remainder }: Next) => !unit || remainder.unit === unit;
      const ofGroup = isOfGroup(input);
      const left = all.filter((item) => ofKind(item) && ofUnit(item) && ofGroup(item));
      const counts = {
        units: getCounts(all.filter((item) => ofKind(item) && ofGroup(item)).map(({ remainder }) => remainder.unit)),
        kinds: getCounts(all.filter((item) => ofUnit(item) && ofGroup(item)).map(({ target }) => target.kind)),
        groups: getCounts(all.filter((item) => ofUnit(item) && ofKind(item)).map(({ target }) => target.group)),
        starts: getCounts(nextTargets.map(getStart)),
        states: getCounts(standings.map(({ remainder }) => remainder.state)),
      };
      return { left, counts };
    });
    return { ...(await getAnswer(ctx.arsenals.bf4, left, input, context)), ...counts };
  }),

  /**
   * A page of all targets of one kind, reached or not, and how many stand how.
   * @throws {AppError} soldier_missing
   */
  checklist: protectedProcedure.input(checklist).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const { targets } = getProgress(ctx.arsenals.bf4);
    const ofKind = targets.filter(({ kind }) => kind === input.kind);
    const standings = await listAllStandings(ofKind, context.knownProgress);
    const matches = await inTimeSlice(() => standings.filter(isSought(ctx.arsenals, input)));
    const ofState = ({ remainder }: Standing) => !input.state || remainder.state === input.state;
    const ofGroup = isOfGroup(input);
    const left = matches.filter((item) => ofState(item) && ofGroup(item));
    return {
      ...(await getAnswer(ctx.arsenals.bf4, left, input, context)),
      groups: getCounts(matches.filter(ofState).map(({ target }) => target.group)),
      states: getCounts(matches.filter(ofGroup).map(({ remainder }) => remainder.state)),
    };
  }),

  /**
   * Loadouts that finish the most started unlocks in so many minutes at the player's own pace; null without a pace.
   * @throws {AppError} soldier_missing
   */
  tonight: protectedProcedure
    .input(z.object({ soldierId: z.uuid(), minutes: z.number().int().min(15).max(480) }))
    .query(async ({ ctx, input: { soldierId, minutes } }) => {
      const context = await getProgressContext(ctx, soldierId);
      return getTonight(ctx.arsenals.bf4, context, minutes);
    }),

  /**
   * What was reached from one snapshot of a soldier to another: the first of it, and how much in all.
   * @throws {AppError} soldier_missing; snapshot_missing
   */
  gained: protectedProcedure
    .input(z.object({ soldierId: z.uuid(), from: z.uuid(), to: z.uuid() }))
    .query(async ({ ctx, input: { soldierId, from, to } }) => {
      const owned = { userId: ctx.user.id, soldierId };
      const [before, after] = await getSnapshotProgress(ctx.db, owned, [from, to]);
      const gained = await listGained(ctx.arsenals, before, after);
      const items = gained.slice(0, MAX_GAINED).map(({ id, kind, name, weapon }) => ({ id, kind, name, weapon }));
      return { items, total: gained.length };
    }),

  /**
   * A soldier's figures of each weapon by now, and what it takes to unlock those that are locked; what no source gives is
   * null, and weapons of which nothing is known are left out.
   * @throws {AppError} soldier_missing
   */
  weapons: protectedProcedure.input(z.object({ soldierId: z.uuid() })).query(async ({ ctx, input: { soldierId } }) => {
    const game = await getGame(ctx.db, ctx.user.id, soldierId);
    const newest = await newestStatistics(ctx.db, { userId: ctx.user.id, soldierId });
    const context = game === "bf4" ? await getProgressContext(ctx, soldierId) : null;
    return inTimeSlice(() => {
      const progress = context && { knownProgress: context.knownProgress, ...getProgress(ctx.arsenals.bf4) };
      const own = listOwnWeapons(ctx.arsenals[game], newest?.statistics ?? null, progress);
      return own.map((weapon) => ({ ...weapon, left: weapon.left && formatLeft(weapon.left) }));
    });
  }),

  /**
   * Ticks a target by hand: all of it, or a part of its `whole`. A second tick replaces the first.
   * @throws {AppError} target_unknown
   */
  tick: protectedProcedure
    .input(z.object({ targetId, count: z.number().int().min(1).max(1_000_000_000).optional() }))
    .mutation(async ({ ctx, input }) => {
      const target = getTargetById(getProgress(ctx.arsenals.bf4), input.targetId);
      const tick = { targetId: target.id, count: input.count ?? getWhole(target) };
      await withPersonLock(ctx.db, ctx.user.id, (trx) => writeTick(trx, ctx.user.id, tick, ctx.now()));
      return tick;
    }),

  /** Removes a tick. */
  untick: protectedProcedure.input(z.object({ targetId })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => removeTick(trx, ctx.user.id, input.targetId));
    return input;
  }),

  /**
   * Ticks that a source contradicted later, each with its target.
   * @throws {AppError} soldier_missing
   */
  conflicts: protectedProcedure.input(ofSoldier).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const progress = getProgress(ctx.arsenals.bf4);
    const conflicts = await inTimeSlice(() => getConflicts(progress.byId, context.knownProgress));
    const lines = await mapInTimeSlices(conflicts, (conflict) =>
      listStandings(progress, [conflict.targetId], context).map((item) => ({
        ...conflict,
        target: getLine(item, context),
      })),
    );
    return lines.flat();
  }),

  /** Confirms a tick until it is ticked again, or replaces it by the source's count. */
  settle: protectedProcedure
    .input(z.object({ targetId, keep: z.enum(["tick", "source"]) }))
    .mutation(async ({ ctx, input }) => {
      if (input.keep === "source")
        await withPersonLock(ctx.db, ctx.user.id, (trx) => removeTick(trx, ctx.user.id, input.targetId));
      else await withPersonLock(ctx.db, ctx.user.id, (trx) => keepTick(trx, ctx.user.id, input.targetId, ctx.now()));
      return input;
    }),

  /**
   * The planned targets in the user's order, and the total that is left.
   * @throws {AppError} soldier_missing
   */
  plan: protectedProcedure.input(ofSoldier).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const standings = await inTimeSlice(() => listStandings(getProgress(ctx.arsenals.bf4), context.planned, context));
    const items = await mapInTimeSlices(standings, (item) => getLine(item, context));
    return { items, total: await inTimeSlice(() => planTotal(standings, context.pace)) };
  }),

  /**
   * Adds targets at the end of the plan; planned ones are not moved.
   * @throws {AppError} target_unknown; plan_full
   */
  planAdd: protectedProcedure
    .input(z.object({ targetIds: z.array(targetId).min(1).max(MAX_IDS) }))
    .mutation(async ({ ctx, input }) => {
      const progress = getProgress(ctx.arsenals.bf4);
      for (const id of input.targetIds) getTargetById(progress, id);
      await withPersonLock(ctx.db, ctx.user.id, (trx) => addToPlan(trx, ctx.user.id, input.targetIds, ctx.now()));
      return input;
    }),

  /** Removes targets from the plan; those that are not planned are ignored. */
  planRemove: protectedProcedure
    .input(z.object({ targetIds: z.array(targetId).min(1).max(MAX_IDS) }))
    .mutation(async ({ ctx, input }) => {
      await withPersonLock(ctx.db, ctx.user.id, (trx) => removeFromPlan(trx, ctx.user.id, input.targetIds));
      return input;
    }),

  /**
   * Moves a target behind another one of the plan, or to the top.
   * @throws {AppError} target_unknown when either is not planned
   */
  planMove: protectedProcedure
    .input(z.object({ targetId, afterId: targetId.nullable() }))
    .mutation(async ({ ctx, input }) => {
      const isMoved = await withPersonLock(ctx.db, ctx.user.id, (trx) =>
        moveInPlan(trx, ctx.user.id, input, ctx.now()),
      );
      if (!isMoved) throw new AppError("target_unknown");
      return input;
    }),

  /**
   * The missing unlocks of a loadout, in the order of the editor.
   * @throws {AppError} soldier_missing
   */
  lacking: protectedProcedure.input(ofSoldier.extend({ loadout })).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const progress = getProgress(ctx.arsenals.bf4);
    return inTimeSlice(() =>
      lacking(input.loadout, context.knownProgress, progress).map((item) => getLine(item, context)),
    );
  }),

  /**
   * The number of missing unlocks of each of these loadouts.
   * @throws {AppError} soldier_missing
   */
  missing: protectedProcedure
    .input(ofSoldier.extend({ loadoutIds: z.array(z.uuid()).min(1).max(MAX_IDS) }))
    .query(async ({ ctx, input }) => {
      const context = await getProgressContext(ctx, input.soldierId);
      return listMissing(
        ctx.db,
        { userId: ctx.user.id, ids: input.loadoutIds },
        context,
        getProgress(ctx.arsenals.bf4),
      );
    }),
});

/** How these targets stand: there are thousands. */
const listAllStandings = async (targets: readonly Target[], knownProgress: KnownProgress): Promise<Standing[]> =>
  mapInTimeSlices(targets, (target) => ({ target, remainder: remaining(target, knownProgress) }));

function isSought(arsenals: Arsenals, { q, weaponId }: Filters): (item: Standing) => boolean {
  const matches = getTargetMatcher(arsenals, tokenize(q));
  return ({ target }) => (!weaponId || target.weapon?.id === weaponId) && matches(target.id);
}

const isOfGroup =
  ({ group }: Filters) =>
  ({ target }: Standing): boolean =>
    !group || target.group === group;
