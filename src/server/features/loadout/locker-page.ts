// A page of the locker: filtered, searched, in one of two orders, from a place on.
import {
  getPosition,
  type LockerFilter,
  type LockerOrder,
  type LockerPosition,
  ORDER_BY,
} from "#domain/loadout/locker-query.ts";
import type { Database } from "#server/database/database.ts";
import { getPage } from "#server/trpc/trpc.ts";
import { COLUMNS, parseSavedLoadout, type Row } from "./saved.ts";

type Filter = LockerFilter & { order: LockerOrder };
type PageInput = Filter & {
  limit: number;
  cursor?: LockerPosition | null | undefined;
  direction: "forward" | "backward";
};

/** A page of the user's loadouts that match the filter, and the cursors of its neighbours: null at either end. */
export async function lockerPage(db: Database, userId: string, { cursor, direction, limit, ...filter }: PageInput) {
  const { order } = filter;
  const isForward = direction === "forward";
  const toPage = (rows: Row[]) => {
    const found = rows.map(parseSavedLoadout);
    const { items, next, previous } = getPage(isForward ? found : found.reverse(), { cursor, direction, limit });
    const [nextCursor, previousCursor] = [next, previous].map((saved) => saved && getPosition(order, saved));
    return { items, nextCursor: nextCursor ?? null, previousCursor: previousCursor ?? null };
  };
  const matching = matchingQuery(db, userId, filter);
  const { column, direction: forward } = ORDER_BY[order];
  const run = isForward === (forward === "asc") ? "asc" : "desc";
  let query = matching
    .orderBy(column, run)
    .orderBy("id", run)
    .limit(limit + 1);
  if (cursor) {
    const before = run === "asc" ? ">" : "<";
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple(column, "id"), before, tuple(cursor.key, cursor.id)));
  }
  return toPage(await query.execute());
}

function matchingQuery(db: Database, userId: string, filter: Filter) {
  const { order, game, folderId, pinned } = filter;
  let query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("deletedAt", order === "deleted" ? "is not" : "is", null);
  if (game) query = query.where("game", "=", game);
  if (folderId !== undefined) query = query.where("folderId", folderId === null ? "is" : "=", folderId);
  if (pinned) query = query.where("pinnedAt", "is not", null);
  return query;
}
