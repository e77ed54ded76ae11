// The goals a person set for their soldiers.
import { generateKeyBetween } from "fractional-indexing";
import { AppError } from "#domain/errors.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { type Goal, goal } from "#domain/progress/goals/goal.ts";
import type { Database } from "#server/database/database.ts";

/** Goals of one person, over all soldiers. */
const MAX_GOALS = 200;

export type StoredGoal = { id: string; soldierId: string; goal: Goal; reachedAt: string | null; createdAt: string };

/** Every goal of the user's, in the order they came. */
export async function listGoals(db: Database, userId: string): Promise<(StoredGoal & { place: string })[]> {
  const rows = await db
    .selectFrom("goal")
    .select(["id", "soldierId", "body", "place", "reachedAt", "createdAt"])
    .where("userId", "=", userId)
    .execute();
  return rows
    .toSorted((a, b) => compareTexts(a.place, b.place) || compareTexts(a.id, b.id))
    .map(({ body, ...row }) => ({ ...row, goal: goal.parse(JSON.parse(body)) }));
}

/** Sets a goal, or another one in its place; the caller holds the person's lock. Faults: `goals_full`; `input_invalid` when the id is another person's. */
export async function writeGoal(
  db: Database,
  userId: string,
  { id, soldierId, goal }: Pick<StoredGoal, "id" | "soldierId" | "goal">,
  now: Date,
): Promise<void> {
  const stored = await listGoals(db, userId);
  if (stored.length >= MAX_GOALS && !stored.some((own) => own.id === id)) throw new AppError("goals_full");
  const [at, body] = [now.toISOString(), JSON.stringify(goal)];
  const place = generateKeyBetween(stored.at(-1)?.place ?? null, null);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("goal")
    .values({ id, userId, soldierId, body, place, reachedAt: null, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ body, reachedAt: null, updatedAt: at }).where("goal.userId", "=", userId),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError("input_invalid");
}

export async function removeGoal(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom("goal").where("userId", "=", userId).where("id", "=", id).execute();
}

/** Notes when a goal was first seen reached: a ratio may fall again, the goal was still reached. */
export async function markReached(db: Database, userId: string, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("goal")
    .set({ reachedAt: at })
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("reachedAt", "is", null)
    .execute();
}
