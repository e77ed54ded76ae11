// A page of the locker: filtered, searched, in one of two orders, from a place on.
import type { ExpressionBuilder } from "kysely";
import {
  byOrder,
  comparePositions,
  getPosition,
  type LockerFilter,
  type LockerOrder,
  type LockerPosition,
  ORDER_BY,
  type SearchWord,
} from "#domain/loadout/locker-query.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { getPage } from "#server/trpc/trpc.ts";
import { COLUMNS, parseSavedLoadout, type Row } from "./saved.ts";
import { getSoughtWords, listWordOwners } from "./words.ts";

type Filter = LockerFilter & { order: LockerOrder };
type PageInput = Filter & {
  limit: number;
  cursor?: LockerPosition | null | undefined;
  direction: "forward" | "backward";
};

/** Up to this many results of a search are fetched and sorted here; more are soon met by walking the order. */
const FEW = 150;

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
  const sought = getSoughtWords(filter);
  const owners = sought.length > 0 ? await listWordOwners(db, userId) : [];
  const few = await findFewest(db, owners, sought);
  const matching = matchingQuery(db, userId, filter).where((eb) =>
    eb.and(sought.map((words) => eb.or(words.map((word) => hasWord(eb, owners, word))))),
  );
  if (few) {
    const turn = isForward ? 1 : -1;
    const rows = (few.length > 0 ? await matching.where("id", "in", few).execute() : [])
      .toSorted((a, b) => turn * byOrder(order)(a, b))
      .filter((row) => !cursor || turn * comparePositions(order, getPosition(order, row), cursor) > 0);
    return toPage(rows.slice(0, limit + 1));
  }
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

/** The ids found by the first word that has few; null where each word has many. */
async function findFewest(
  db: Database,
  owners: readonly string[],
  sought: readonly (readonly SearchWord[])[],
): Promise<string[] | null> {
  for (const words of sought) {
    const finds = words.map((word) => {
      const [from, to] = getRange(word);
      return db
        .selectFrom("loadoutWord")
        .select("loadoutId")
        .where("userId", "in", owners)
        .where("word", ...from)
        .where("word", ...to)
        .limit(FEW + 1);
    });
    const counts = await Promise.all(
      finds.map((rows) =>
        db
          .selectFrom(rows.as("finds"))
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow(),
      ),
    );
    if (counts.reduce((sum, { count }) => sum + Number(count), 0) > FEW) continue;
    const found = await Promise.all(finds.map((rows) => rows.execute()));
    return [...new Set(found.flat().map(({ loadoutId }) => loadoutId))];
  }
  return null;
}

const hasWord = (
  { exists, selectFrom }: ExpressionBuilder<Tables, "loadout">,
  owners: readonly string[],
  word: SearchWord,
) =>
  exists(
    selectFrom("loadoutWord")
      .select("word")
      .whereRef("loadoutWord.loadoutId", "=", "loadout.id")
      .where("loadoutWord.userId", "in", owners)
      .where("word", ...getRange(word)[0])
      .where("word", ...getRange(word)[1]),
  );

/** The range of index words that a search word matches. */
function getRange({ word, isWhole }: SearchWord) {
  const last = isWhole ? word : `${word}\u{10ffff}`;
  return [
    [">=", word],
    ["<=", last],
  ] as const;
}
