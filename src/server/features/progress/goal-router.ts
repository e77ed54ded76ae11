import { z } from "zod";
import {
  type Aim,
  type Goal,
  getAimValue,
  getMeasure,
  isSum,
  listGoalSuggestions,
} from "#domain/progress/goals/aim.ts";
import { getGoalProgress, goal } from "#domain/progress/goals/goal.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { describeAim } from "#messages/progress/goal-words.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { readerProcedure } from "#server/sample-soldier.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { readStatisticsReport } from "./reports.ts";
import { listGoals, markReached, removeGoal, writeGoal } from "./repository.ts";

const soldierInput = z.object({ soldierId: z.uuid() });

const newGoal = soldierInput.extend({
  /** Created by the client, so that a repeated save does not add a second goal. */
  id: z.uuid(),
  ...goal.omit({ from: true }).shape,
  /** Whether `amount` counts from now on instead of in total. */
  fromNow: z.boolean(),
  /** The start value of a goal that is restored. */
  from: goal.shape.from.optional(),
});

type NewGoal = z.infer<typeof newGoal>;

export const goalRouter = router({
  /**
   * The goals of a soldier in the order they were added, each with its progress.
   * @throws {AppError} soldier_missing
   */
  list: readerProcedure.input(soldierInput).query(async ({ ctx, input: { soldierId } }) => {
    const { statistics, source } = await readStatisticsReport(ctx, soldierId);
    const at = source?.at ?? null;
    const goals = ctx.user
      ? (await listGoals(ctx.db, ctx.user.id)).filter((own) => own.soldierId === soldierId)
      : listSampleGoals(statistics, at ?? "");
    const items = goals.map(({ id, goal, reachedAt, createdAt }) => {
      const progress = getGoalProgress(goal, statistics);
      return { id, goal, ...describeAim(statistics, goal.aim), progress, reachedAt, createdAt };
    });
    const reached = items.filter(({ progress }) => progress.state === "known" && progress.reached);
    const newlyReachedIds = reached.filter(({ reachedAt }) => reachedAt === null).map(({ id }) => id);
    if (at && ctx.user) await markReached(ctx.db, ctx.user.id, newlyReachedIds, at);
    return items.map((item) => (newlyReachedIds.includes(item.id) ? { ...item, reachedAt: at } : item));
  }),

  /**
   * Creates or replaces a goal; idempotent.
   * @throws {AppError} soldier_missing; goals_full; goal_unmeasured when `fromNow` is set and no snapshot has the
   * figure
   */
  save: protectedProcedure.input(newGoal).mutation(async ({ ctx, input }) => {
    const { statistics } = await readStatisticsReport(ctx, input.soldierId);
    return withPersonLock(ctx.db, ctx.user.id, async (trx) => {
      const stored = (await listGoals(trx, ctx.user.id)).find(({ id }) => id === input.id);
      if (stored && isSameGoal(stored.goal, input)) return { id: input.id, goal: stored.goal };
      const { aim, amount } = input;
      const from = input.from ?? (input.fromNow ? getStartValue(statistics, aim, stored?.goal) : null);
      const goal = { aim, amount, from };
      if (!getMeasure(statistics.game, aim)) throw new AppError("input_invalid");
      await writeGoal(trx, ctx.user, { id: input.id, soldierId: input.soldierId, goal }, ctx.now());
      return { id: input.id, goal };
    });
  }),

  /** Removes a goal. */
  remove: protectedProcedure.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => removeGoal(trx, ctx.user.id, input.id));
    return input;
  }),

  /**
   * Suggested goals; empty where too little is known.
   * @throws {AppError} soldier_missing
   */
  starters: readerProcedure.input(soldierInput).query(async ({ ctx, input }) => {
    const { statistics } = await readStatisticsReport(ctx, input.soldierId);
    return listGoalSuggestions(statistics).map((goal) => ({
      goal,
      ...describeAim(statistics, goal.aim),
      progress: getGoalProgress(goal, statistics),
    }));
  }),
});

/** Returns the goals of the sample soldier, which are the suggested ones. */
const listSampleGoals = (statistics: Statistics, createdAt: string) =>
  listGoalSuggestions(statistics).map((goal, index) => ({ id: String(index), goal, reachedAt: null, createdAt }));

const isSameGoal = ({ aim, amount, from }: Goal, requested: NewGoal): boolean =>
  isSameAim(aim, requested.aim) && amount === requested.amount && (from !== null) === requested.fromNow;

const isSameAim = (one: Aim, other: Aim): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the value from which a goal counts: the stored one if the aim has not changed, otherwise the current value. */
function getStartValue(statistics: Statistics, aim: Aim, stored: Goal | undefined): number {
  if (stored?.from != null && isSameAim(stored.aim, aim)) return stored.from;
  const measure = getMeasure(statistics.game, aim);
  if (!measure || !isSum(measure)) throw new AppError("input_invalid");
  const value = getAimValue(statistics, aim);
  if (value === null) throw new AppError("goal_unmeasured");
  return value;
}
