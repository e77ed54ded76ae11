import { z } from "zod";
import { type Aim, type Goal, getMeasure, goalStarters, isSum, valueOfAim } from "#domain/progress/goals/aim.ts";
import { goal, goalProgress } from "#domain/progress/goals/goal.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { describeAim } from "#messages/progress/goal-words.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { getGame, newestStatistics } from "./reports.ts";
import { listGoals, markReached, removeGoal, writeGoal } from "./repository.ts";

const ofSoldier = z.object({ soldierId: z.uuid() });

const newGoal = ofSoldier.extend({
  /** Made by the client, so that a repeated save makes no second goal. */
  id: z.uuid(),
  ...goal.omit({ from: true }).shape,
  /** Whether `amount` counts from now on rather than in total. */
  fromNow: z.boolean(),
  /** The start of a goal that is restored. */
  from: goal.shape.from.optional(),
});

type NewGoal = z.infer<typeof newGoal>;

export const goalRouter = router({
  /**
   * The goals of a soldier in the order they were added, each with its progress.
   * @throws {AppError} soldier_missing
   */
  list: protectedProcedure.input(ofSoldier).query(async ({ ctx, input: { soldierId } }) => {
    const { statistics, at } = await readNewest(ctx.db, ctx.user.id, soldierId);
    const goals = (await listGoals(ctx.db, ctx.user.id)).filter((own) => own.soldierId === soldierId);
    const items = goals.map(({ id, goal, reachedAt, createdAt }) => {
      const progress = goalProgress(goal, statistics);
      return { id, goal, ...describeAim(statistics, goal.aim), progress, reachedAt, createdAt };
    });
    const reached = items.filter(({ progress }) => progress.state === "known" && progress.reached);
    const first = reached.filter(({ reachedAt }) => reachedAt === null).map(({ id }) => id);
    if (at) await markReached(ctx.db, ctx.user.id, first, at);
    return items.map((item) => (first.includes(item.id) ? { ...item, reachedAt: at } : item));
  }),

  /**
   * Creates or replaces a goal; idempotent.
   * @throws {AppError} soldier_missing; goals_full; goal_unmeasured when `fromNow` is set and no snapshot has the
   * figure
   */
  save: protectedProcedure.input(newGoal).mutation(async ({ ctx, input }) => {
    const { statistics } = await readNewest(ctx.db, ctx.user.id, input.soldierId);
    return withPersonLock(ctx.db, ctx.user.id, async (trx) => {
      const stored = (await listGoals(trx, ctx.user.id)).find(({ id }) => id === input.id);
      if (stored && isSame(stored.goal, input)) return { id: input.id, goal: stored.goal };
      const { aim, amount } = input;
      const from = input.from ?? (input.fromNow ? getBeginning(statistics, aim, stored?.goal) : null);
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
  starters: protectedProcedure.input(ofSoldier).query(async ({ ctx, input }) => {
    const { statistics } = await readNewest(ctx.db, ctx.user.id, input.soldierId);
    return goalStarters(statistics).map((goal) => ({
      goal,
      ...describeAim(statistics, goal.aim),
      progress: goalProgress(goal, statistics),
    }));
  }),
});

/** What is known of one of the user's soldiers, and when it was last reported. */
async function readNewest(
  db: Database,
  userId: string,
  soldierId: string,
): Promise<{ statistics: Statistics; at: string | null }> {
  const game = await getGame(db, userId, soldierId);
  return (await newestStatistics(db, { userId, soldierId })) ?? { statistics: noStatistics(game), at: null };
}

const isSame = ({ aim, amount, from }: Goal, requested: NewGoal): boolean =>
  isSameAim(aim, requested.aim) && amount === requested.amount && (from !== null) === requested.fromNow;

const isSameAim = (one: Aim, other: Aim): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Where "so many more" begins: a goal whose amount alone changes began when it was set. */
function getBeginning(statistics: Statistics, aim: Aim, stored: Goal | undefined): number {
  if (stored?.from != null && isSameAim(stored.aim, aim)) return stored.from;
  const measure = getMeasure(statistics.game, aim);
  if (!measure || !isSum(measure)) throw new AppError("input_invalid");
  const value = valueOfAim(statistics, aim);
  if (value === null) throw new AppError("goal_unmeasured");
  return value;
}
