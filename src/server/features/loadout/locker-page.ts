// A page of the locker: filtered, searched, in one of two orders, from a place on.
import { type ExpressionBuilder, sql } from "kysely";
import type { GameId } from "#domain/game.ts";
import { compareTexts } from "#domain/plain-values.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { COLUMNS, parseSavedLoadout, type SavedLoadout } from "./saved.ts";
import { isWordOf } from "./words.ts";

/** Words a loadout has, whole or as a beginning. */
export type WordSought = { word: string; whole: boolean };

export const LOCKER_ORDERS = ["changed", "own", "deleted"] as const;
export type LockerOrder = (typeof LOCKER_ORDERS)[number];

/** Where a page begins or ends: what the loadout beside it is ordered by, and its id. */
export type LockerPlace = { key: string; id: string };

export type LockerPage = {
  /** Last changed first, in the owner's order, or what was deleted, the last first. */
  order: LockerOrder;
  limit: number;
  beside: LockerPlace | null;
  direction: "forward" | "backward";
  game?: GameId | undefined;
  /** Null: those in no folder. */
  folderId?: string | null | undefined;
  pinned?: boolean | undefined;
  sought: readonly WordSought[];
};

const ORDERS = {
  changed: { column: "updatedAt", forward: "desc" },
  own: { column: "place", forward: "asc" },
  deleted: { column: "deletedAt", forward: "desc" },
} as const satisfies Record<LockerOrder, { column: keyof Tables["loadout"]; forward: "asc" | "desc" }>;

/** Up to this many finds are fetched and put in order here; where there are more, walking the order meets them soon. */
const FEW = 150;

/** Up to `limit` of the user's loadouts beside a place. */
export async function lockerPage(db: Database, userId: string, page: LockerPage): Promise<SavedLoadout[]> {
  const { order, limit, beside, direction, sought } = page;
  const { column, forward } = ORDERS[order];
  const run = direction === "forward" ? forward : forward === "asc" ? "desc" : "asc";
  const few = await fewestFinds(db, userId, sought);
  if (few) {
    const rows = await matching(db, userId, page, few);
    const turn = run === "asc" ? 1 : -1;
    const found = rows
      .toSorted((a, b) => turn * compare(getPlace(order, a), getPlace(order, b)))
      .filter((row) => !beside || turn * compare(getPlace(order, row), beside) > 0)
      .slice(0, limit)
      .map(parseSavedLoadout);
    return direction === "forward" ? found : found.reverse();
  }
  let query = matchingQuery(db, userId, page)
    .where("userId", "=", userId)
    .orderBy(column, run)
    .orderBy("id", run)
    .limit(limit);
  if (beside) {
    const before = run === "asc" ? ">" : "<";
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple(column, "id"), before, tuple(beside.key, beside.id)));
  }
  const rows = (await query.execute()).map(parseSavedLoadout);
  return direction === "forward" ? rows : rows.reverse();
}

/** Those of these ids that the page is of. The owner's column stands in a call, so that no database walks all of theirs. */
async function matching(db: Database, userId: string, page: LockerPage, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const owner = sql<string>`coalesce("userId", '')`;
  return matchingQuery(db, userId, page).where("id", "in", ids).where(owner, "=", userId).execute();
}

function matchingQuery(db: Database, userId: string, { order, game, folderId, pinned, sought }: LockerPage) {
  let query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("deletedAt", order === "deleted" ? "is not" : "is", null);
  if (game) query = query.where("game", "=", game);
  if (folderId !== undefined) query = query.where("folderId", folderId === null ? "is" : "=", folderId);
  if (pinned) query = query.where("pinnedAt", "is not", null);
  for (const word of sought) query = query.where((eb) => hasWord(eb, userId, word));
  return query;
}

/** Where a loadout stands in the order. */
export const getPlace = (order: LockerOrder, saved: Ordered): LockerPlace => ({
  key: saved[ORDERS[order].column] ?? "",
  id: saved.id,
});

type Ordered = Pick<SavedLoadout, "id" | "updatedAt" | "place" | "deletedAt">;

const compare = (a: LockerPlace, b: LockerPlace): number => compareTexts(a.key, b.key) || compareTexts(a.id, b.id);

/** The ids found by the first word that has few; null where each word has many. */
async function fewestFinds(db: Database, userId: string, sought: readonly WordSought[]): Promise<string[] | null> {
  if (sought.length === 0) return null;
  const merged = await db.selectFrom("departure").select("userId").where("mergedInto", "=", userId).execute();
  const owners = [userId, ...merged.map((guest) => guest.userId)];
  for (const word of sought) {
    const [from, to] = getRange(word);
    const finds = db
      .selectFrom("loadoutWord")
      .select("loadoutId")
      .where("userId", "in", owners)
      .where("word", ...from)
      .where("word", ...to)
      .limit(FEW + 1);
    const { count } = await db
      .selectFrom(finds.as("finds"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count <= FEW) return [...new Set((await finds.execute()).map(({ loadoutId }) => loadoutId))];
  }
  return null;
}

const hasWord = ({ exists, selectFrom }: ExpressionBuilder<Tables, "loadout">, userId: string, word: WordSought) =>
  exists(
    selectFrom("loadoutWord")
      .select("word")
      .whereRef("loadoutWord.loadoutId", "=", "loadout.id")
      .where(isWordOf(userId))
      .where("word", ...getRange(word)[0])
      .where("word", ...getRange(word)[1]),
  );

/** From the word on, up to itself or to the last that begins with it. */
function getRange({ word, whole }: WordSought) {
  const last = whole ? word : `${word}\u{10ffff}`;
  return [
    [">=", word],
    ["<=", last],
  ] as const;
}
