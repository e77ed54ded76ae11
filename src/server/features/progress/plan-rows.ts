// What a person plans to reach, in an order of their own.
import { randomUUID } from "node:crypto";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { AppError } from "#domain/errors.ts";
import { compareTexts } from "#domain/plain-values.ts";
import type { Database } from "#server/database/database.ts";

/** Targets of one plan. */
const MAX_PLANNED = 500;

/** The ids of what is planned, in order. */
export const getPlan = async (db: Database, userId: string): Promise<string[]> =>
  (await getPlaces(db, userId)).map(({ targetId }) => targetId);

/**
 * Plans targets behind all others; what is planned already stays where it is. The caller holds the person's lock.
 * @throws {AppError} plan_full
 */
export async function addToPlan(db: Database, userId: string, targetIds: readonly string[], now: Date): Promise<void> {
  const at = now.toISOString();
  const items = await getPlaces(db, userId);
  const planned = new Set(items.map(({ targetId }) => targetId));
  const added = [...new Set(targetIds)].filter((id) => !planned.has(id));
  if (planned.size + added.length > MAX_PLANNED) throw new AppError("plan_full");
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

/** Puts a target behind another one, or first; false when either is not planned. */
export async function moveInPlan(
  db: Database,
  userId: string,
  { targetId, afterId }: { targetId: string; afterId: string | null },
  now: Date,
): Promise<boolean> {
  const others = (await getPlaces(db, userId)).filter((item) => item.targetId !== targetId);
  const behind = others.findIndex((item) => item.targetId === afterId);
  if (afterId !== null && behind < 0) return false;
  const before = others[behind]?.place ?? null;
  const after = others.slice(behind + 1).find(({ place }) => before === null || place > before)?.place ?? null;
  const place = generateKeyBetween(before, after);
  const { numUpdatedRows } = await db
    .updateTable("planItem")
    .set({ place, updatedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("targetId", "=", targetId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** In the order of their places, byte by byte; two may be alike after a guest's plan was carried over. */
async function getPlaces(db: Database, userId: string) {
  const rows = await db
    .selectFrom("planItem")
    .select(["id", "targetId", "place"])
    .where("userId", "=", userId)
    .execute();
  return rows.toSorted((a, b) => compareTexts(a.place, b.place) || compareTexts(a.id, b.id));
}
