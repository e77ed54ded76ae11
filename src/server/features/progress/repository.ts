// The plan: targets in the user's order.
import { randomUUID } from "node:crypto";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { getLimit, type Owner } from "#domain/limits.ts";
import { compareTexts } from "#domain/plain-values.ts";
import type { Goal } from "#domain/progress/goals/aim.ts";
import { goal } from "#domain/progress/goals/goal.ts";
import type { Tick } from "#domain/progress/known-progress.ts";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";

/** Returns the ids of the planned targets, in order. */
export const getPlan = async (db: Database, userId: string): Promise<string[]> =>
  (await getPlaces(db, userId)).map(({ targetId }) => targetId);

/** Returns the number of planned targets. */
export const countPlanned = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("planItem").where("userId", "=", userId));

/**
 * Adds targets at the end of the plan; targets that are already planned are not moved. The caller must hold the person's lock.
 * @throws {AppError} plan_full
 */
export async function addToPlan(db: Database, owner: Owner, targetIds: readonly string[], now: Date): Promise<void> {
  const userId = owner.id;
  const at = now.toISOString();
  const items = await getPlaces(db, userId);
  const planned = new Set(items.map(({ targetId }) => targetId));
  const added = [...new Set(targetIds)].filter((id) => !planned.has(id));
  if ((await countPlanned(db, userId)) + added.length > getLimit("planned", owner)) throw new AppError("plan_full");
  if (added.length === 0) return;
  const places = generateNKeysBetween(items.at(-1)?.place ?? null, null, added.length);
  await db
    .insertInto("planItem")
    .values(
      added.map((targetId, index) => ({
        id: randomUUID(),
        userId,
        targetId,
        place: places[index] ?? "",
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(["userId", "targetId"]).doNothing())
    .execute();
}

export async function removeFromPlan(db: Database, userId: string, targetIds: readonly string[]): Promise<void> {
  await db.deleteFrom("planItem").where("userId", "=", userId).where("targetId", "in", targetIds).execute();
}

/** Moves a target behind another one, or to the top; returns false if either is not planned. */
export async function moveInPlan(
  db: Database,
  userId: string,
  { targetId, afterId }: { targetId: string; afterId: string | null },
  now: Date,
): Promise<boolean> {
  const others = (await getPlaces(db, userId)).filter((item) => item.targetId !== targetId);
  const predecessorIndex = others.findIndex((item) => item.targetId === afterId);
  if (afterId !== null && predecessorIndex < 0) return false;
  const before = others[predecessorIndex]?.place ?? null;
  const after =
    others.slice(predecessorIndex + 1).find(({ place }) => before === null || place > before)?.place ?? null;
  const place = generateKeyBetween(before, after);
  const { numUpdatedRows } = await db
    .updateTable("planItem")
    .set({ place, updatedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("targetId", "=", targetId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the planned targets in their order. Two places may be equal after a guest's plan was merged; then the id decides. */
async function getPlaces(db: Database, userId: string) {
  const rows = await db
    .selectFrom("planItem")
    .select(["id", "targetId", "place"])
    .where("userId", "=", userId)
    .execute();
  return rows.toSorted((a, b) => compareTexts(a.place, b.place) || compareTexts(a.id, b.id));
}

// Targets ticked by hand.
export async function listTicks(db: Database, userId: string): Promise<Tick[]> {
  const rows = await db
    .selectFrom("tick")
    .select(["targetId", "count", "updatedAt", "confirmedAt"])
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ updatedAt: at, ...tick }) => ({ ...tick, at }));
}

/** Ticks a target or replaces its tick. */
export async function writeTick(
  db: Database,
  userId: string,
  { targetId, count }: { targetId: string; count: number },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("tick")
    .values({ id: randomUUID(), userId, targetId, count, confirmedAt: null, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(["userId", "targetId"]).doUpdateSet({ count, confirmedAt: null, updatedAt: at }),
    )
    .execute();
}

export async function removeTick(db: Database, userId: string, targetId: string): Promise<void> {
  await db.deleteFrom("tick").where("userId", "=", userId).where("targetId", "=", targetId).execute();
}

/** Marks a tick as confirmed until the target is ticked again. */
export async function confirmTick(db: Database, userId: string, targetId: string, now: Date): Promise<void> {
  await db
    .updateTable("tick")
    .set({ confirmedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("targetId", "=", targetId)
    .execute();
}

// Goals of soldiers.

export type StoredGoal = { id: string; soldierId: string; goal: Goal; reachedAt: string | null; createdAt: string };

/** Returns the user's goals in the order they were added. */
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

/** Returns the number of the user's goals. */
export const countGoals = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("goal").where("userId", "=", userId));

/**
 * Adds a goal, or replaces the one with the same id. The caller must hold the person's lock.
 * @throws {AppError} goals_full
 */
export async function writeGoal(
  db: Database,
  owner: Owner,
  { id, soldierId, goal }: Pick<StoredGoal, "id" | "soldierId" | "goal">,
  now: Date,
): Promise<void> {
  const userId = owner.id;
  const stored = await listGoals(db, userId);
  const [at, body] = [now.toISOString(), JSON.stringify(goal)];
  if (stored.some((own) => own.id === id)) {
    const own = db.updateTable("goal").where("userId", "=", userId).where("id", "=", id);
    await own.set({ body, reachedAt: null, updatedAt: at }).execute();
    return;
  }
  if ((await countGoals(db, userId)) >= getLimit("goals", owner)) throw new AppError("goals_full");
  const place = generateKeyBetween(stored.at(-1)?.place ?? null, null);
  const row = { id, userId, soldierId, body, place, reachedAt: null, createdAt: at, updatedAt: at };
  await db.insertInto("goal").values(row).execute();
}

export async function removeGoal(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom("goal").where("userId", "=", userId).where("id", "=", id).execute();
}

/** Stores when a goal was first reached: it counts as reached even if its ratio falls again. */
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
