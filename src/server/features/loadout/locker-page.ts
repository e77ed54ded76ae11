// A page of the locker in one of its orders, and single loadouts of it.
import { getPosition, type LockerOrder, type LockerPosition, ORDER_BY } from "#domain/loadout/locker-query.ts";
import { mapInTimeSlices } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { getPage } from "#server/trpc/trpc.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout } from "./saved.ts";

type PageInput = {
  order: LockerOrder;
  limit: number;
  cursor?: LockerPosition | null | undefined;
  direction: "forward" | "backward";
};

/** A page of the user's loadouts, and the cursors of its neighbours: null at either end. */
export async function getLockerPage(db: Database, userId: string, { order, limit, cursor, direction }: PageInput) {
  const isForward = direction === "forward";
  const { column, direction: forward } = ORDER_BY[order];
  const run = isForward === (forward === "asc") ? "asc" : "desc";
  let query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("deletedAt", order === "deleted" ? "is not" : "is", null)
    .orderBy(column, run)
    .orderBy("id", run)
    .limit(limit + 1);
  if (cursor) {
    const before = run === "asc" ? ">" : "<";
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple(column, "id"), before, tuple(cursor.key, cursor.id)));
  }
  const saved = await mapInTimeSlices(await query.execute(), parseSavedLoadout);
  const { items, next, previous } = getPage(isForward ? saved : saved.reverse(), { cursor, direction, limit });
  const [nextCursor, previousCursor] = [next, previous].map((saved) => saved && getPosition(order, saved));
  return { items, nextCursor: nextCursor ?? null, previousCursor: previousCursor ?? null };
}

/** Those of the user's loadouts that have these ids, deleted ones too. */
export async function listLoadouts(db: Database, userId: string, ids: readonly string[]): Promise<SavedLoadout[]> {
  const rows = db.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId).where("id", "in", ids);
  return (await rows.execute()).map(parseSavedLoadout);
}
