// A page of the locker in one of its orders, and single loadouts of it.
import { getPosition, type LockerOrder, type LockerPosition, ORDER_BY } from "#domain/loadout/locker-query.ts";
import { mapInTimeSlices } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { readPage } from "#server/database/queries.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout } from "./saved.ts";

type PageInput = {
  order: LockerOrder;
  limit: number;
  cursor?: LockerPosition | null | undefined;
  direction: "forward" | "backward";
};

/** A page of the user's loadouts, and the cursors of its neighbours: null at either end. */
export async function getLockerPage(db: Database, userId: string, { order, limit, cursor, direction }: PageInput) {
  const orderBy = ORDER_BY[order];
  const query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("deletedAt", order === "deleted" ? "is not" : "is", null);
  const page = await readPage(query, {
    by: [orderBy.column, "id"],
    order: orderBy.direction,
    limit,
    cursor: cursor ? [cursor.key, cursor.id] : null,
    direction,
  });
  const items = await mapInTimeSlices(page.items, parseSavedLoadout);
  const toCursor = (row: (typeof page.items)[number] | null) => row && getPosition(order, parseSavedLoadout(row));
  return { items, nextCursor: toCursor(page.next), previousCursor: toCursor(page.previous) };
}

/** The user's loadouts with these ids, including deleted ones. */
export async function listLoadouts(db: Database, userId: string, ids: readonly string[]): Promise<SavedLoadout[]> {
  const rows = db.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId).where("id", "in", ids);
  return (await rows.execute()).map(parseSavedLoadout);
}
