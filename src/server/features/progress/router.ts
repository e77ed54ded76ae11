import { z } from "zod";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { loadout } from "#domain/loadout/loadout.ts";
import { isStarted, listClosest, NEXT_ORDERS, type Next } from "#domain/progress/closest-next.ts";
import { CRITERION_KINDS } from "#domain/progress/criterion-kind.ts";
import type { KnownProgress } from "#domain/progress/known-progress.ts";
import { listMissing, listOwnWeapons } from "#domain/progress/missing.ts";
import { getPlanTotal } from "#domain/progress/pace/pace.ts";
import { getConflicts, getRemainder, REMAINDER_STATES, type TargetProgress } from "#domain/progress/remaining.ts";
import {
  COUNTED_UNITS,
  getWhole,
  type Progress,
  type Steps,
  TARGET_KINDS,
  type Target,
} from "#domain/progress/target.ts";
import { tokenize } from "#domain/text.ts";
import { AppError } from "#messages/errors.ts";
import { formatRemainder } from "#messages/progress/progress-words.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { mapInTimeSlices, runInTimeSlice } from "#platform/event-loop.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { readerProcedure } from "#server/sample-soldier.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { countMissing, countValues, createLine, createPage } from "./answers.ts";
import { type CriterionLine, createCriterionFilter, getCountState, listCriterionLines } from "./criteria.ts";
import {
  getProgressContext,
  getTargetById,
  getTargetMatcher,
  listGained,
  listProgressOf,
  type ProgressContext,
} from "./progress-context.ts";
import { getGame, getNewestStatistics, getSnapshotProgress, readStatisticsReport } from "./reports.ts";
import { addToPlan, confirmTick, moveInPlan, removeFromPlan, removeTick, writeTick } from "./repository.ts";
import { getTonight } from "./tonight.ts";

const PAGE_SIZE = 200;
const MAX_TEXT_LENGTH = 100;
const MAX_ID_LENGTH = 150;
/** The maximum number of gained unlocks that are listed; all are counted. */
const MAX_GAINED = 20;
/** More unlocks than one loadout can need. */
const MAX_IDS = 50;

const targetId = z.string().min(1).max(MAX_ID_LENGTH);
const kind = z.enum(TARGET_KINDS);

/** `soldierId` is null for a user who only ticks by hand. */
const soldierInput = z.object({ soldierId: z.uuid().nullable() });

const filters = soldierInput.extend({
  /** Search words, which are looked up in names, weapons, classes and rewards. */
  q: z.string().max(MAX_TEXT_LENGTH).default(""),
  group: z.string().max(MAX_TEXT_LENGTH).nullish(),
  weaponId: z.string().max(MAX_TEXT_LENGTH).nullish(),
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.number().int().min(0).max(1_000_000).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const STARTS = ["started", "untouched"] as const;

const getStart = (next: Next, steps: Steps): (typeof STARTS)[number] =>
  isStarted(next, steps) ? "started" : "untouched";

const next = filters.extend({
  order: z.enum(NEXT_ORDERS).default("remainder"),
  /** Empty for all kinds. */
  kinds: z.array(kind).max(TARGET_KINDS.length).default([]),
  unit: z.enum(COUNTED_UNITS).nullish(),
  /** Only targets with progress, or only targets without; null for both. */
  start: z.enum(STARTS).nullish(),
});

const COUNTS = ["started", "untouched", "unknown"] as const;

const criteria = filters.omit({ group: true, weaponId: true }).extend({
  soldierId: z.uuid(),
  kind: z.enum(CRITERION_KINDS).nullish(),
  /** Whether the soldier's count is above 0, is 0 or is unknown; null for all. */
  count: z.enum(COUNTS).nullish(),
});

const checklist = filters.extend({ kind, state: z.enum(REMAINDER_STATES).nullish() });

type Filters = z.infer<typeof filters>;

const SAMPLE_PLAN_SIZE = 5;

/** Returns the closest started targets, in place of the plan that a sample soldier has not. */
async function listSamplePlan({ targets, steps }: Progress, { knownProgress, pace }: ProgressContext) {
  const targetProgress = await listAllProgress(targets, knownProgress);
  return runInTimeSlice(() =>
    listClosest(targetProgress, { order: "remainder", pace })
      .filter((next) => isStarted(next, steps))
      .slice(0, SAMPLE_PLAN_SIZE),
  );
}

export const progressRouter = router({
  /**
   * A page of the closest targets in the requested order, and the number of targets for each unit, kind, class, start and
   * state.
   * @throws {AppError} soldier_missing
   */
  next: readerProcedure.input(next).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const { targets, steps } = getProgress(ctx.arsenals.bf4);
    const targetProgress = await listAllProgress(targets, context.knownProgress);
    const nextTargets = await runInTimeSlice(() =>
      listClosest(targetProgress, { order: input.order, pace: context.pace }).filter(createFilter(ctx.arsenals, input)),
    );
    const { left, counts } = await runInTimeSlice(() => {
      const { kinds, unit, start } = input;
      const all = nextTargets.filter((item) => !start || getStart(item, steps) === start);
      const ofKind = ({ target }: TargetProgress) => kinds.length === 0 || kinds.includes(target.kind);
      const ofUnit = ({ remainder }: Next) => !unit || remainder.unit === unit;
      const ofGroup = createGroupFilter(input);
      const left = all.filter((item) => ofKind(item) && ofUnit(item) && ofGroup(item));
      const counts = {
        units: countValues(all.filter((item) => ofKind(item) && ofGroup(item)).map(({ remainder }) => remainder.unit)),
        kinds: countValues(all.filter((item) => ofUnit(item) && ofGroup(item)).map(({ target }) => target.kind)),
        groups: countValues(all.filter((item) => ofUnit(item) && ofKind(item)).map(({ target }) => target.group)),
        starts: countValues(nextTargets.map((item) => getStart(item, steps))),
        states: countValues(targetProgress.map(({ remainder }) => remainder.state)),
      };
      return { left, counts };
    });
    return { ...(await createPage(ctx.arsenals.bf4, left, input, (item) => createLine(item, context))), ...counts };
  }),

  /**
   * A page of all targets of one kind, reached or not, and the number of targets in each class and state.
   * @throws {AppError} soldier_missing
   */
  checklist: readerProcedure.input(checklist).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const { targets } = getProgress(ctx.arsenals.bf4);
    const targetsOfKind = targets.filter(({ kind }) => kind === input.kind);
    const targetProgress = await listAllProgress(targetsOfKind, context.knownProgress);
    const matches = await runInTimeSlice(() => targetProgress.filter(createFilter(ctx.arsenals, input)));
    const ofState = ({ remainder }: TargetProgress) => !input.state || remainder.state === input.state;
    const ofGroup = createGroupFilter(input);
    const left = matches.filter((item) => ofState(item) && ofGroup(item));
    return {
      ...(await createPage(ctx.arsenals.bf4, left, input, (item) => createLine(item, context))),
      groups: countValues(matches.filter(ofState).map(({ target }) => target.group)),
      states: countValues(matches.filter(ofGroup).map(({ remainder }) => remainder.state)),
    };
  }),

  /**
   * A page of what Battlefield 2042 counts toward its unlocks and awards, each with the soldier's count, the highest first within a
   * kind; and the number of criteria for each kind and count.
   * @throws {AppError} soldier_missing
   */
  criteria: readerProcedure.input(criteria).query(async ({ ctx, input }) => {
    const { bf2042 } = ctx.arsenals;
    const report = await readStatisticsReport(ctx, input.soldierId, "bf2042");
    const lines = await runInTimeSlice(() => listCriterionLines(bf2042, report));
    const matches = await runInTimeSlice(() => lines.filter(createCriterionFilter(bf2042, tokenize(input.q))));
    const ofKind = ({ kind }: CriterionLine) => !input.kind || kind === input.kind;
    const ofCount = (line: CriterionLine) => !input.count || getCountState(line) === input.count;
    return {
      ...(await createPage(
        bf2042,
        matches.filter((line) => ofKind(line) && ofCount(line)),
        input,
        (line) => line,
      )),
      kinds: countValues(matches.filter(ofCount).map(({ kind }) => kind)),
      counts: countValues(matches.filter(ofKind).map(getCountState)),
    };
  }),

  /**
   * The weapons that finish the most unlocks within `minutes`, each with one of the caller's loadouts or a suggested one; null
   * if there are open unlocks but none has an estimate.
   * @throws {AppError} soldier_missing
   */
  tonight: readerProcedure
    .input(z.object({ soldierId: z.uuid(), minutes: z.number().int().min(15).max(480) }))
    .query(async ({ ctx, input: { soldierId, minutes } }) => {
      const context = await getProgressContext(ctx, soldierId);
      return getTonight(ctx, context, minutes);
    }),

  /**
   * The first targets that were reached between two snapshots of a soldier, and their total number.
   * @throws {AppError} soldier_missing; snapshot_missing
   */
  gained: readerProcedure
    .input(z.object({ soldierId: z.uuid(), from: z.uuid(), to: z.uuid() }))
    .query(async ({ ctx, input: { soldierId, from, to } }) => {
      const [before, after] = await getSnapshotProgress(ctx, soldierId, [from, to]);
      const gained = await listGained(ctx.arsenals, before, after);
      const items = gained.slice(0, MAX_GAINED).map(({ id, kind, name, weapon }) => ({ id, kind, name, weapon }));
      return { items, total: gained.length };
    }),

  /**
   * A soldier's statistics of each weapon, and the remaining amount to unlock a locked one; unknown values are null, and weapons
   * without data are omitted.
   * @throws {AppError} soldier_missing
   */
  weapons: protectedProcedure.input(z.object({ soldierId: z.uuid() })).query(async ({ ctx, input: { soldierId } }) => {
    const game = await getGame(ctx.db, ctx.user.id, soldierId);
    const newest = await getNewestStatistics(ctx.db, { userId: ctx.user.id, soldierId });
    const context = game === "bf4" ? await getProgressContext(ctx, soldierId) : null;
    return runInTimeSlice(() => {
      const progress = context && { knownProgress: context.knownProgress, ...getProgress(ctx.arsenals.bf4) };
      const own = listOwnWeapons(ctx.arsenals[game], newest?.statistics ?? null, progress);
      return own.map((weapon) => ({ ...weapon, left: weapon.left && formatRemainder(weapon.left) }));
    });
  }),

  /**
   * Ticks a target by hand, completely or with a part of its `whole`. A second tick replaces the first.
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
  conflicts: protectedProcedure.input(soldierInput).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const progress = getProgress(ctx.arsenals.bf4);
    const conflicts = await runInTimeSlice(() => getConflicts(progress.byId, context.knownProgress));
    const lines = await mapInTimeSlices(conflicts, (conflict) =>
      listProgressOf(progress, [conflict.targetId], context).map((item) => ({
        ...conflict,
        target: createLine(item, context),
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
      else await withPersonLock(ctx.db, ctx.user.id, (trx) => confirmTick(trx, ctx.user.id, input.targetId, ctx.now()));
      return input;
    }),

  /**
   * The planned targets in the user's order, for a sample soldier its closest ones, and the total that is left.
   * @throws {AppError} soldier_missing
   */
  plan: readerProcedure.input(soldierInput).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const progress = getProgress(ctx.arsenals.bf4);
    const targetProgress = ctx.user
      ? await runInTimeSlice(() => listProgressOf(progress, context.planned, context))
      : await listSamplePlan(progress, context);
    const items = await mapInTimeSlices(targetProgress, (item) => createLine(item, context));
    return { items, total: await runInTimeSlice(() => getPlanTotal(targetProgress, context.pace)) };
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
      await withPersonLock(ctx.db, ctx.user.id, (trx) => addToPlan(trx, ctx.user, input.targetIds, ctx.now()));
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
  lacking: protectedProcedure.input(soldierInput.extend({ loadout })).query(async ({ ctx, input }) => {
    const context = await getProgressContext(ctx, input.soldierId);
    const progress = getProgress(ctx.arsenals.bf4);
    return runInTimeSlice(() =>
      listMissing(input.loadout, context.knownProgress, progress).map((item) => createLine(item, context)),
    );
  }),

  /**
   * The number of missing unlocks of each of these loadouts.
   * @throws {AppError} soldier_missing
   */
  missing: protectedProcedure
    .input(soldierInput.extend({ loadoutIds: z.array(z.uuid()).min(1).max(MAX_IDS) }))
    .query(async ({ ctx, input }) => {
      const context = await getProgressContext(ctx, input.soldierId);
      return countMissing(
        ctx.db,
        { userId: ctx.user.id, ids: input.loadoutIds },
        context,
        getProgress(ctx.arsenals.bf4),
      );
    }),
});

/** Returns the remainders of the targets, in time slices because there are thousands of targets. */
const listAllProgress = async (targets: readonly Target[], knownProgress: KnownProgress): Promise<TargetProgress[]> =>
  mapInTimeSlices(targets, (target) => ({ target, remainder: getRemainder(target, knownProgress) }));

function createFilter(arsenals: Arsenals, { q, weaponId }: Filters): (item: TargetProgress) => boolean {
  const matches = getTargetMatcher(arsenals, tokenize(q));
  return ({ target }) => (!weaponId || target.weapon?.id === weaponId) && matches(target.id);
}

const createGroupFilter =
  ({ group }: Filters) =>
  ({ target }: TargetProgress): boolean =>
    !group || target.group === group;
