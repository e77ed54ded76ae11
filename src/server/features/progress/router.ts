import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { loadout } from "#domain/loadout/loadout.ts";
import { closestNext, NEXT_ORDERS, type Next } from "#domain/progress/closest-next.ts";
import { conflictsOf } from "#domain/progress/conflicts.ts";
import { lacking } from "#domain/progress/lacking.ts";
import { COUNTED_UNITS } from "#domain/progress/need.ts";
import { planTotal } from "#domain/progress/plan.ts";
import type { Remainder } from "#domain/progress/remaining.ts";
import { type Standing, standingsOf } from "#domain/progress/standing.ts";
import { TARGET_KINDS, type TargetKind, wholeOf } from "#domain/progress/target.ts";
import { type Progress, progressOf } from "#domain/progress/targets.ts";
import { wordsOf } from "#domain/words.ts";
import { inTimeSlice } from "#server/event-loop.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import { answerOf, countsOf, lineOf } from "./answers.ts";
import { deskOf, standingsIn, targetIn } from "./desk.ts";
import { missingIn } from "./missing.ts";
import { addToPlan, moveInPlan, removeFromPlan } from "./plan-rows.ts";
import { keepTick, removeTick, writeTick } from "./tick-rows.ts";

const PAGE_SIZE = 200;
const LONGEST_TEXT = 100;
const LONGEST_ID = 150;
/** What one loadout may lack, and more. */
const MOST_AT_ONCE = 50;

const targetId = z.string().min(1).max(LONGEST_ID);
const kind = z.enum(Object.keys(TARGET_KINDS) as [TargetKind, ...TargetKind[]]);

/** Null: without a soldier, by ticks alone. */
const ofSoldier = z.object({ soldierId: z.uuid().nullable() });

const sought = ofSoldier.extend({
  /** Words of names, weapons, classes and rewards. */
  q: z.string().max(LONGEST_TEXT).default(""),
  group: z.string().max(LONGEST_TEXT).nullish(),
  weaponId: z.string().max(LONGEST_TEXT).nullish(),
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  cursor: z.number().int().min(0).max(1_000_000).nullish(),
  direction: z.enum(["forward", "backward"]).default("forward"),
});

const next = sought.extend({
  order: z.enum(NEXT_ORDERS).default("remainder"),
  /** None: all of them. */
  kinds: z.array(kind).max(Object.keys(TARGET_KINDS).length).default([]),
  unit: z.enum(COUNTED_UNITS).nullish(),
});

const STATES = ["reached", "left", "unknown", "uncounted"] as const satisfies readonly Remainder["state"][];

const checklist = sought.extend({ kind, state: z.enum(STATES).nullish() });

type Sought = z.infer<typeof sought>;

export const progressRouter = router({
  /**
   * A page of what is closest, in the order asked for; how many each unit, kind and class would leave of it, and how all
   * targets stand. Faults: `soldier_missing`.
   */
  next: signedIn.input(next).query(async ({ ctx, input }) => {
    const desk = await deskOf(ctx, input.soldierId);
    return inTimeSlice(() => {
      const progress = progressOf(ctx.arsenals.bf4);
      const standings = standingsOf(progress.targets, desk.known);
      const found = closestNext(standings, { order: input.order, pace: desk.pace }).filter(isSought(progress, input));
      const { kinds, unit } = input;
      const ofKind = ({ target }: Standing) => kinds.length === 0 || kinds.includes(target.kind);
      const ofUnit = ({ remainder }: Next) => !unit || remainder.unit === unit;
      const ofGroup = isOfGroup(input);
      const left = found.filter((item) => ofKind(item) && ofUnit(item) && ofGroup(item));
      return {
        ...answerOf(ctx.arsenals.bf4, left, input, desk),
        units: countsOf(found.filter((item) => ofKind(item) && ofGroup(item)).map(({ remainder }) => remainder.unit)),
        kinds: countsOf(found.filter((item) => ofUnit(item) && ofGroup(item)).map(({ target }) => target.kind)),
        groups: countsOf(found.filter((item) => ofUnit(item) && ofKind(item)).map(({ target }) => target.group)),
        states: countsOf(standings.map(({ remainder }) => remainder.state)),
      };
    });
  }),

  /** A page of all targets of one kind, reached or not, and how many stand how. Faults: `soldier_missing`. */
  checklist: signedIn.input(checklist).query(async ({ ctx, input }) => {
    const desk = await deskOf(ctx, input.soldierId);
    return inTimeSlice(() => {
      const progress = progressOf(ctx.arsenals.bf4);
      const ofKind = progress.targets.filter(({ kind }) => kind === input.kind);
      const found = standingsOf(ofKind, desk.known).filter(isSought(progress, input));
      const ofState = ({ remainder }: Standing) => !input.state || remainder.state === input.state;
      const ofGroup = isOfGroup(input);
      return {
        ...answerOf(
          ctx.arsenals.bf4,
          found.filter((item) => ofState(item) && ofGroup(item)),
          input,
          desk,
        ),
        groups: countsOf(found.filter(ofState).map(({ target }) => target.group)),
        states: countsOf(found.filter(ofGroup).map(({ remainder }) => remainder.state)),
      };
    });
  }),

  /** Ticks a target by hand: all of it, or so much of its `whole`. Once more says it anew. Faults: `target_unknown`. */
  tick: signedIn
    .input(z.object({ targetId, count: z.number().int().min(1).max(1_000_000_000).optional() }))
    .mutation(async ({ ctx, input }) => {
      const target = targetIn(progressOf(ctx.arsenals.bf4), input.targetId);
      const tick = { targetId: target.id, count: input.count ?? wholeOf(target) };
      await withPersonLock(ctx.db, ctx.user.id, (trx) => writeTick(trx, ctx.user.id, tick, ctx.now()));
      return tick;
    }),

  untick: signedIn.input(z.object({ targetId })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => removeTick(trx, ctx.user.id, input.targetId));
    return input;
  }),

  /** Ticks that a source contradicted later, each with its target. Faults: `soldier_missing`. */
  conflicts: signedIn.input(ofSoldier).query(async ({ ctx, input }) => {
    const desk = await deskOf(ctx, input.soldierId);
    const progress = progressOf(ctx.arsenals.bf4);
    return inTimeSlice(() =>
      conflictsOf(progress.byId, desk.known).flatMap((conflict) =>
        standingsIn(progress, [conflict.targetId], desk).map((standing) => ({
          ...conflict,
          target: lineOf(standing, desk),
        })),
      ),
    );
  }),

  /** Keeps the tick until it is ticked anew, or takes the source's word in its place. */
  settle: signedIn.input(z.object({ targetId, keep: z.enum(["tick", "source"]) })).mutation(async ({ ctx, input }) => {
    if (input.keep === "source")
      await withPersonLock(ctx.db, ctx.user.id, (trx) => removeTick(trx, ctx.user.id, input.targetId));
    else await withPersonLock(ctx.db, ctx.user.id, (trx) => keepTick(trx, ctx.user.id, input.targetId, ctx.now()));
    return input;
  }),

  /** What is planned, in the user's order, and what is left of all of it. Faults: `soldier_missing`. */
  plan: signedIn.input(ofSoldier).query(async ({ ctx, input }) => {
    const desk = await deskOf(ctx, input.soldierId);
    return inTimeSlice(() => {
      const standings = standingsIn(progressOf(ctx.arsenals.bf4), desk.planned, desk);
      return { items: standings.map((item) => lineOf(item, desk)), total: planTotal(standings, desk.pace) };
    });
  }),

  /** Plans targets behind the others; what is planned stays where it is. Faults: `target_unknown`, `plan_full`. */
  planAdd: signedIn
    .input(z.object({ targetIds: z.array(targetId).min(1).max(MOST_AT_ONCE) }))
    .mutation(async ({ ctx, input }) => {
      const progress = progressOf(ctx.arsenals.bf4);
      for (const id of input.targetIds) targetIn(progress, id);
      await withPersonLock(ctx.db, ctx.user.id, (trx) => addToPlan(trx, ctx.user.id, input.targetIds, ctx.now()));
      return input;
    }),

  planRemove: signedIn
    .input(z.object({ targetIds: z.array(targetId).min(1).max(MOST_AT_ONCE) }))
    .mutation(async ({ ctx, input }) => {
      await withPersonLock(ctx.db, ctx.user.id, (trx) => removeFromPlan(trx, ctx.user.id, input.targetIds));
      return input;
    }),

  /** Puts a target behind another one of the plan, or first. Faults: `target_unknown` when either is not planned. */
  planMove: signedIn.input(z.object({ targetId, afterId: targetId.nullable() })).mutation(async ({ ctx, input }) => {
    const isMoved = await withPersonLock(ctx.db, ctx.user.id, (trx) => moveInPlan(trx, ctx.user.id, input, ctx.now()));
    if (!isMoved) throw new Fault("target_unknown");
    return input;
  }),

  /** What of a loadout is still to be unlocked, in the order of the editor. Faults: `soldier_missing`. */
  lacking: signedIn.input(ofSoldier.extend({ loadout })).query(async ({ ctx, input }) => {
    const desk = await deskOf(ctx, input.soldierId);
    const progress = progressOf(ctx.arsenals.bf4);
    return inTimeSlice(() => lacking(input.loadout, desk.known, progress).map((item) => lineOf(item, desk)));
  }),

  /** How many counted unlocks each of these loadouts of the user lacks. Faults: `soldier_missing`. */
  missing: signedIn
    .input(ofSoldier.extend({ loadoutIds: z.array(z.uuid()).min(1).max(MOST_AT_ONCE) }))
    .query(async ({ ctx, input }) => {
      const desk = await deskOf(ctx, input.soldierId);
      return missingIn(ctx.db, { userId: ctx.user.id, ids: input.loadoutIds }, desk, progressOf(ctx.arsenals.bf4));
    }),
});

function isSought({ words }: Progress, { q, weaponId }: Sought): (standing: Standing) => boolean {
  const typed = wordsOf(q);
  return ({ target }) =>
    (!weaponId || target.weapon?.id === weaponId) && typed.every((word) => words.get(target.id)?.includes(word));
}

const isOfGroup =
  ({ group }: Sought) =>
  ({ target }: Standing): boolean =>
    !group || target.group === group;
