import { Fault } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import { type Loadout, loadout } from "#domain/loadout/loadout.ts";
import { isOwnerGone } from "#server/database/constraint.ts";
import type { Database } from "#server/database/database.ts";

export type SavedLoadout = {
  id: string;
  name: string;
  loadout: Loadout;
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** Where a page of the locker begins or ends: the last change, then the id, of the loadout beside it. */
type LockerPlace = { updatedAt: string; id: string };

type LockerPage = { game: GameId; limit: number; beside: LockerPlace | null; direction: "forward" | "backward" };

const COLUMNS = ["id", "name", "body", "version", "createdAt", "updatedAt"] as const;

/** Up to `limit` loadouts of one game beside a place, last changed first: older ones forward, newer ones backward. */
export async function loadoutsOf(db: Database, userId: string, page: LockerPage): Promise<SavedLoadout[]> {
  const { game, limit, beside, direction } = page;
  const [before, order] = direction === "forward" ? (["<", "desc"] as const) : ([">", "asc"] as const);
  let query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("game", "=", game)
    .where("deletedAt", "is", null)
    .orderBy("updatedAt", order)
    .orderBy("id", order)
    .limit(limit);
  if (beside) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("updatedAt", "id"), before, tuple(beside.updatedAt, beside.id)),
    );
  }
  const rows = (await query.execute()).map(savedFrom);
  return direction === "forward" ? rows : rows.reverse();
}

/** One of the user's loadouts that is not deleted, or null. */
export async function loadoutOf(db: Database, userId: string, id: string): Promise<SavedLoadout | null> {
  const row = await db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row ? savedFrom(row) : null;
}

/** How many loadouts of each game the user has. */
export async function loadoutCounts(db: Database, userId: string): Promise<Record<GameId, number>> {
  const rows = await db
    .selectFrom("loadout")
    .select(({ fn }) => ["game", fn.countAll<number | string>().as("count")])
    .where("userId", "=", userId)
    .where("deletedAt", "is", null)
    .groupBy("game")
    .execute();
  const countOf = (game: GameId) => Number(rows.find((row) => row.game === game)?.count ?? 0);
  return { bf2042: countOf("bf2042"), bf4: countOf("bf4") };
}

export type LoadoutWrite = { id: string; name: string; loadout: Loadout };

/**
 * Adds a loadout; false when its id is in use already, whoever uses it. Faults: `signed_out` when the user is gone, as
 * a guest is who signs in at the same moment.
 */
export async function addLoadout(db: Database, userId: string, write: LoadoutWrite, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("loadout")
    .values({
      ...columnsOf(write),
      id: write.id,
      userId,
      version: 1,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
      carriedAt: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isOwnerGone(error) ? new Fault("signed_out", {}, { cause: error }) : error;
    });
  return numInsertedOrUpdatedRows === 1n;
}

/** Writes over the version the writer saw; false when the loadout has another one by now, or is gone. */
export async function changeLoadout(
  db: Database,
  userId: string,
  write: LoadoutWrite & { seenVersion: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ ...columnsOf(write), version: write.seenVersion + 1, updatedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("id", "=", write.id)
    .where("version", "=", write.seenVersion)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes or brings back; false when the user has no such loadout. Once more changes nothing. */
export async function markDeleted(
  db: Database,
  userId: string,
  id: string,
  deletedAt: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ deletedAt })
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What a guest's sign-in since then brought along, as far as it is there still: names, first saved first. */
export async function carriedSince(db: Database, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("loadout")
    .select("name")
    .where("userId", "=", userId)
    .where("carriedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes what a guest's sign-in since then brought along; answers how many, each of which can be brought back. */
export async function dropCarried(db: Database, userId: string, since: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ deletedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("carriedAt", ">=", since.toISOString())
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const columnsOf = ({ name, loadout }: LoadoutWrite) => ({ game: loadout.game, name, body: JSON.stringify(loadout) });

type Row = Omit<SavedLoadout, "loadout"> & { body: string };

const savedFrom = ({ body, ...row }: Row): SavedLoadout => ({ ...row, loadout: loadout.parse(JSON.parse(body)) });
