import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { addsUp, measureOf, valueOfAim } from "#domain/progress/aim.ts";
import { type Aim, type Goal, goal, goalProgress, goalWords } from "#domain/progress/goal.ts";
import { goalStarters } from "#domain/progress/goal-starters.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import { goalsOf, markReached, removeGoal, writeGoal } from "./goal-rows.ts";
import { gameOf, newestStatistics } from "./tellings.ts";

const ofSoldier = z.object({ soldierId: z.uuid() });

const newGoal = ofSoldier.extend({
  /** Made by the client, so that a repeated save makes no second goal. */
  id: z.uuid(),
  ...goal.omit({ from: true }).shape,
  /** Whether `amount` more are wanted from now on, and not in all. */
  fromNow: z.boolean(),
  /** Where a goal began that is brought back. */
  from: goal.shape.from.optional(),
});

type NewGoal = z.infer<typeof newGoal>;

export const goalRouter = router({
  /** The goals of one soldier in the order they came, each with how far it is. Faults: `soldier_missing`. */
  list: signedIn.input(ofSoldier).query(async ({ ctx, input: { soldierId } }) => {
    const { statistics, at } = await known(ctx.db, ctx.user.id, soldierId);
    const goals = (await goalsOf(ctx.db, ctx.user.id)).filter((own) => own.soldierId === soldierId);
    const items = goals.map(({ id, goal, reachedAt, createdAt }) => {
      const progress = goalProgress(goal, statistics);
      return { id, goal, ...goalWords(statistics, goal.aim), progress, reachedAt, createdAt };
    });
    const reached = items.filter(({ progress }) => progress.state === "known" && progress.reached);
    const first = reached.filter(({ reachedAt }) => reachedAt === null).map(({ id }) => id);
    if (at) await markReached(ctx.db, ctx.user.id, first, at);
    return items.map((item) => (first.includes(item.id) ? { ...item, reachedAt: at } : item));
  }),

  /**
   * Sets a goal, or another one in its place; the same once more changes nothing. Faults: `soldier_missing`, `goals_full`,
   * `goal_unmeasured` when `fromNow` is wanted of what no snapshot tells.
   */
  save: signedIn.input(newGoal).mutation(async ({ ctx, input }) => {
    const { statistics } = await known(ctx.db, ctx.user.id, input.soldierId);
    return withPersonLock(ctx.db, ctx.user.id, async (trx) => {
      const kept = (await goalsOf(trx, ctx.user.id)).find(({ id }) => id === input.id);
      if (kept && isSame(kept.goal, input)) return { id: input.id, goal: kept.goal };
      const { aim, amount } = input;
      const from = input.from ?? (input.fromNow ? beginningOf(statistics, aim, kept?.goal) : null);
      const goal = { aim, amount, from };
      if (!measureOf(statistics.game, aim)) throw new Fault("input_invalid");
      await writeGoal(trx, ctx.user.id, { id: input.id, soldierId: input.soldierId, goal }, ctx.now());
      return { id: input.id, goal };
    });
  }),

  remove: signedIn.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => removeGoal(trx, ctx.user.id, input.id));
    return input;
  }),

  /** Goals to pick from, in words; empty where too little is known. Faults: `soldier_missing`. */
  starters: signedIn.input(ofSoldier).query(async ({ ctx, input }) => {
    const { statistics } = await known(ctx.db, ctx.user.id, input.soldierId);
    return goalStarters(statistics).map((goal) => ({
      goal,
      ...goalWords(statistics, goal.aim),
      progress: goalProgress(goal, statistics),
    }));
  }),
});

/** What is known of one of the user's soldiers by now, and when it was told last. */
async function known(
  db: Database,
  userId: string,
  soldierId: string,
): Promise<{ statistics: Statistics; at: string | null }> {
  const game = await gameOf(db, userId, soldierId);
  return (await newestStatistics(db, soldierId)) ?? { statistics: noStatistics(game), at: null };
}

const isSame = ({ aim, amount, from }: Goal, wanted: NewGoal): boolean =>
  isSameAim(aim, wanted.aim) && amount === wanted.amount && (from !== null) === wanted.fromNow;

const isSameAim = (one: Aim, other: Aim): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Where "so many more" begins: a goal whose amount alone changes began when it was set. */
function beginningOf(statistics: Statistics, aim: Aim, kept: Goal | undefined): number {
  if (kept?.from != null && isSameAim(kept.aim, aim)) return kept.from;
  const measure = measureOf(statistics.game, aim);
  if (!measure || !addsUp(measure)) throw new Fault("input_invalid");
  const value = valueOfAim(statistics, aim);
  if (value === null) throw new Fault("goal_unmeasured");
  return value;
}
