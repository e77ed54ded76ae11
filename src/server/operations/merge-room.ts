// Whether an account stays within its limits with all that a guest has.
import type { SelectQueryBuilder } from "kysely";
import { FOLDERS_LIMIT } from "#domain/loadout/limits.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { hasRoomForLocker } from "#server/features/loadout/room.ts";
import { MAX_GOALS, MAX_PLANNED } from "#server/features/progress/repository.ts";
import { MAX_SHARES } from "#server/features/share/repository.ts";
import { MAX_SOLDIERS } from "#server/features/soldier/repository.ts";
import { MAX_SNAPSHOTS } from "#server/features/soldier/snapshot-repository.ts";

type Rows = SelectQueryBuilder<Tables, keyof Tables, object>;

/**
 * The rows of these users together, the account the last of them; rows that a merge makes one count once. Ticks are limited by the
 * number of targets.
 */
const COUNTED: readonly { limit: number; select: (db: Database, people: readonly string[]) => Rows }[] = [
  {
    limit: FOLDERS_LIMIT,
    select: (db, people) => db.selectFrom("folder").select("name").distinct().where("userId", "in", people),
  },
  { limit: MAX_SOLDIERS.live, select: (db, people) => selectSoldiers(db, people, { isLive: true }) },
  { limit: MAX_SOLDIERS.stored, select: (db, people) => selectSoldiers(db, people, { isLive: false }) },
  {
    limit: MAX_SNAPSHOTS.account.count,
    select: (db, people) => db.selectFrom("snapshot").select("id").where("userId", "in", people),
  },
  {
    limit: MAX_GOALS,
    select: (db, people) => db.selectFrom("goal").select("id").where("userId", "in", people),
  },
  {
    limit: MAX_PLANNED,
    select: (db, people) => db.selectFrom("planItem").select("targetId").distinct().where("userId", "in", people),
  },
  {
    limit: MAX_SHARES.live,
    select: (db, people) => selectShares(db, people).where("revokedAt", "is", null),
  },
  { limit: MAX_SHARES.stored, select: selectShares },
];

/** The account's soldiers, and those of the guest that do not join one of them: see `mergeSoldiers`. */
function selectSoldiers(db: Database, people: readonly string[], { isLive }: { isLive: boolean }) {
  const accountId = people.at(-1) ?? "";
  return db
    .selectFrom("soldier")
    .select("soldier.id")
    .where("soldier.userId", "in", people)
    .$if(isLive, (soldiers) => soldiers.where("soldier.deletedAt", "is", null))
    .where(({ eb, or, not, exists, selectFrom }) => {
      const twin = selectFrom("soldier as own")
        .select("own.id")
        .where("own.userId", "=", accountId)
        .whereRef("own.game", "=", "soldier.game")
        .whereRef("own.platform", "=", "soldier.platform")
        .$if(isLive, (soldiers) => soldiers.where("own.deletedAt", "is", null))
        .where((twins) =>
          twins.or([
            twins("own.playerId", "=", twins.ref("soldier.playerId")),
            twins.and([
              twins("own.nameKey", "=", twins.ref("soldier.nameKey")),
              twins.or([twins("own.playerId", "is", null), twins("soldier.playerId", "is", null)]),
            ]),
          ]),
        );
      return or([eb("soldier.userId", "=", accountId), not(exists(twin))]);
    });
}

function selectShares(db: Database, people: readonly string[]) {
  return db.selectFrom("share").select("id").where("userId", "in", people);
}

/**
 * Whether all that the guest has fits into the account; a limit that the guest adds nothing to does not count. The
 * caller holds the locks of both.
 */
export async function hasRoomForGuest(db: Database, guestId: string, userId: string): Promise<boolean> {
  const fits = async (limit: number, measure: (people: readonly string[]) => Promise<number>) => {
    const both = await measure([guestId, userId]);
    return both <= limit || both === (await measure([userId]));
  };
  if (!(await hasRoomForLocker(db, guestId, userId))) return false;
  for (const { limit, select } of COUNTED) {
    if (!(await fits(limit, (people) => count(db, select(db, people))))) return false;
  }
  return fits(MAX_SNAPSHOTS.account.bytes, (people) => getSnapshotBytes(db, people));
}

async function count(db: Database, rows: Rows): Promise<number> {
  const { total } = await db
    .selectFrom(rows.as("rows"))
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function getSnapshotBytes(db: Database, people: readonly string[]): Promise<number> {
  const { bytes } = await db
    .selectFrom("snapshot")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
    .where("userId", "in", people)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
