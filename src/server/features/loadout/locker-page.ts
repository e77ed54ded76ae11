// Reads pages of the locker, and loadouts by id.
import {
  getPosition,
  type LockerOrder,
  type LockerPosition,
  ORDER_BY,
  type Ordered,
} from "#domain/loadout/locker-query.ts";
import { mapInTimeSlices } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { readPage } from "#server/database/queries.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout } from "./saved.ts";

/** The columns of `Ordered`. */
const ORDERED_COLUMNS = ["id", "updatedAt", "place", "deletedAt"] as const;

type PageInput = {
  order: LockerOrder;
  limit: number;
  cursor?: LockerPosition | null | undefined;
  direction: "forward" | "backward";
};

/** A full locker has fewer pages of the size that the site reads. */
const MAX_LATER_PAGES = 20;

/**
 * Returns a page of the user's loadouts. `nextCursor` and `previousCursor` are null at the ends of the list. `cursors` of the first
 * page are those of all later pages of this size, which can be read side by side; the last of them may have further pages.
 */
export async function getLockerPage(db: Database, userId: string, { order, limit, cursor, direction }: PageInput) {
  const { column, direction: sqlOrder } = ORDER_BY[order];
  const query = db
    .selectFrom("loadout")
    .where("userId", "=", userId)
    .where("deletedAt", order === "deleted" ? "is not" : "is", null);
  const request = { orderColumns: [column, "id"], order: sqlOrder } as const;
  const page = await readPage(query.select(COLUMNS), {
    ...request,
    limit,
    cursor: cursor ? [cursor.key, cursor.id] : null,
    direction,
  });
  const toCursor = (row: Ordered | null) => row && getPosition(order, row);
  const nextCursor = toCursor(page.next);
  /** Returns the cursors of the pages after the first one. */
  const readLaterCursors = async (next: LockerPosition): Promise<LockerPosition[]> => {
    const { items } = await readPage(query.select(ORDERED_COLUMNS), {
      ...request,
      limit: limit * MAX_LATER_PAGES,
      cursor: [next.key, next.id],
    });
    const lastOfPages = items.filter((_, index) => (index + 1) % limit === 0 && index + 1 < items.length);
    return [next, ...lastOfPages.map((row) => getPosition(order, row))];
  };
  return {
    items: await mapInTimeSlices(page.items, parseSavedLoadout),
    nextCursor,
    cursors: nextCursor && !cursor ? await readLaterCursors(nextCursor) : [],
    previousCursor: toCursor(page.previous),
  };
}

/** Returns the user's loadouts with these ids, including deleted ones. */
export async function listLoadouts(db: Database, userId: string, ids: readonly string[]): Promise<SavedLoadout[]> {
  const rows = db.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId).where("id", "in", ids);
  return (await rows.execute()).map(parseSavedLoadout);
}
