// Snapshots: all reports of a soldier, compressed, with their headline figures in columns.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type SnapshotSource, type Statistics, statistics, withinLimits } from "#domain/soldier/statistics.ts";
import { getSurplus } from "#domain/soldier/thinning.ts";
import { AppError } from "#messages/errors.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { deleteInChunks, type Run } from "#server/database/purge-run.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import { getSnapshotNews, readStatistics, SNAPSHOT_KEY, type SnapshotKey } from "#server/snapshot-statistics.ts";

/** A soldier's snapshot without the tables. */
export type SnapshotLine = {
  id: string;
  source: SnapshotSource;
  takenAt: string;
  /** When the same values were last reported. */
  seenAt: string;
  figures: Readonly<Record<string, number>>;
};

export type Snapshot = Omit<SnapshotLine, "figures"> & { statistics: Statistics };

type SnapshotRow = Omit<SnapshotLine, "figures"> & SnapshotKey;

const LINE = ["id", "source", "takenAt", "seenAt", "figures"] as const;

type Place = Pick<SnapshotLine, "takenAt" | "id">;

type Row = Record<(typeof LINE)[number], string>;

const parseLine = ({ source, figures, ...row }: Row): SnapshotLine => ({
  ...row,
  source: source as SnapshotSource,
  figures: JSON.parse(figures),
});

/** A soldier and the person who has it. */
export type OwnSoldier = { userId: string; soldierId: string };

const live = (db: Database, { userId, soldierId }: OwnSoldier) =>
  db
    .selectFrom("snapshot")
    .where("userId", "=", userId)
    .where("soldierId", "=", soldierId)
    .where("deletedAt", "is", null);

/** A page of a soldier's snapshots, newest first, older (or newer) than a place. */
export async function snapshotLines(
  db: Database,
  soldier: OwnSoldier,
  { beside, direction, limit }: { beside: Place | null; direction: "forward" | "backward"; limit: number },
): Promise<SnapshotLine[]> {
  const [order, sign] = direction === "forward" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  let query = live(db, soldier).select(LINE).orderBy("takenAt", order).orderBy("id", order).limit(limit);
  if (beside) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("takenAt", "id"), sign, tuple(beside.takenAt, beside.id)),
    );
  }
  const lines = (await query.execute()).map(parseLine);
  return direction === "forward" ? lines : lines.toReversed();
}

/** One snapshot of a soldier, or null. */
export async function getSnapshot(db: Database, soldier: OwnSoldier, id: string): Promise<Snapshot | null> {
  const row = await live(db, soldier)
    .select([...LINE, "userId", "createdAt", "bytes"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? parseSnapshot(db, row) : null;
}

/** The newest snapshot from a source without what it holds, or null. */
export async function getNewest(
  db: Database,
  soldier: OwnSoldier,
  source: SnapshotSource,
): Promise<SnapshotRow | null> {
  const row = await live(db, soldier)
    .select([...SNAPSHOT_KEY, "source", "takenAt", "seenAt"])
    .where("source", "=", source)
    .orderBy("takenAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, source } : null;
}

async function parseSnapshot(db: Database, row: SnapshotKey & Row): Promise<Snapshot | null> {
  const { id, takenAt, seenAt } = row;
  const statistics = await readStatistics(db, row);
  return statistics && { id, source: row.source as SnapshotSource, takenAt, seenAt, statistics };
}

export type NewSnapshot = {
  id?: string;
  userId: string;
  soldierId: string;
  source: SnapshotSource;
  takenAt: string;
  statistics: Statistics;
};

/** Snapshots of one person and their bytes, the deleted ones among them. */
export const MAX_SNAPSHOTS = {
  account: { count: 20_000, bytes: 128 * 1024 * 1024 },
  guest: { count: 2000, bytes: 16 * 1024 * 1024 },
};

/**
 * Adds a snapshot and answers its id; false in place of it when the id is in use. The caller holds the person's lock.
 * @throws {AppError} snapshots_full
 */
export async function addSnapshot(db: Database, snapshot: NewSnapshot, now: Date): Promise<string | false> {
  const { id = randomUUID(), statistics, takenAt, ...rest } = snapshot;
  const reportedStatistics = withinLimits(statistics);
  const at = now.toISOString();
  const texts = { figures: JSON.stringify(reportedStatistics.figures), body: compressedJson(reportedStatistics) };
  const bytes = texts.figures.length + texts.body.length;
  const stored = await db
    .selectFrom("snapshot")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.sum<number | string | null>("bytes").as("bytes"),
    ])
    .where("userId", "=", snapshot.userId)
    .executeTakeFirstOrThrow();
  const max = MAX_SNAPSHOTS[(await isGuest(db, snapshot.userId)) ? "guest" : "account"];
  const isFull = Number(stored.count) >= max.count || Number(stored.bytes) + bytes > max.bytes;
  if (isFull) throw new AppError("snapshots_full");
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("snapshot")
    .values({
      ...rest,
      id,
      takenAt,
      seenAt: takenAt,
      ...texts,
      bytes,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await announce(db, { userId: snapshot.userId, soldierId: snapshot.soldierId, snapshotId: id }, now);
  return id;
}

/** In the snapshot's own transaction, so that a crash loses no news; a soldier that no platoon sees needs no job. */
async function announce(
  db: Database,
  { userId, ...input }: { userId: string; soldierId: string; snapshotId: string },
  now: Date,
): Promise<void> {
  const seen = await db
    .selectFrom("boardConsent")
    .select("id")
    .where("userId", "=", userId)
    .where("soldierId", "=", input.soldierId)
    .limit(1)
    .executeTakeFirst();
  if (seen) await addJob(db, getSnapshotNews(userId, input), now);
}

async function isGuest(db: Database, userId: string): Promise<boolean> {
  const user = await db.selectFrom("user").select("isAnonymous").where("id", "=", userId).executeTakeFirst();
  return Boolean(user?.isAnonymous);
}

/** Stores a report of the service as a new snapshot, or updates `seenAt` of the last one if nothing changed. */
export async function keepReading(
  db: Database,
  reading: Omit<NewSnapshot, "id" | "source">,
  now: Date,
): Promise<{ snapshotId: string; isNew: boolean }> {
  const last = await getNewest(db, reading, "service");
  const stored = last && (await readStatistics(db, last));
  // An answer read once more by a job that goes on after its process died is as old as what it left.
  if (stored && isSame(stored, reading.statistics)) {
    const [, seenAt = last.seenAt] = [reading.takenAt, last.seenAt].toSorted();
    await db
      .updateTable("snapshot")
      .set({ seenAt, updatedAt: now.toISOString() })
      .where("userId", "=", reading.userId)
      .where("id", "=", last.id)
      .execute();
    return { snapshotId: last.id, isNew: false };
  }
  const snapshotId = randomUUID();
  await addSnapshot(db, { ...reading, id: snapshotId, source: "service" }, now);
  return { snapshotId, isNew: true };
}

/** Parsed, as the stored one is, both name what they hold in one order. */
const isSame = (stored: Statistics, reportedStatistics: Statistics): boolean =>
  JSON.stringify(stored) === JSON.stringify(statistics.parse(withinLimits(reportedStatistics)));

/** A soldier's snapshots are looked through this often, a few soldiers at a time. */
const THINNED_EVERY_MS = 7 * 24 * 60 * 60_000;
const SOLDIERS_AT_ONCE = 50;
/** Of one run; the next hour goes on. */
const MAX_SOLDIERS_THINNED = 2000;
const SNAPSHOTS_AT_ONCE = 20;

/**
 * Deletes what is too much of the service's reports of each soldier, unless the person keeps all. What a person typed or
 * imported stays.
 */
export async function thinSnapshots(db: Database, now: Date, run?: Run): Promise<void> {
  const dueBefore = new Date(now.getTime() - THINNED_EVERY_MS).toISOString();
  for (let thinned = 0; thinned < MAX_SOLDIERS_THINNED; thinned += SOLDIERS_AT_ONCE) {
    const soldiers = await db
      .selectFrom("soldier")
      .select(["userId", "id", "keepsAll"])
      .where("thinnedAt", "<", dueBefore)
      .limit(SOLDIERS_AT_ONCE)
      .modifyEnd(OF_ALL_OWNERS)
      .execute();
    if (soldiers.length === 0) return;
    for (const { userId, id, keepsAll } of soldiers) {
      if (!keepsAll) await thinSoldier(db, { userId, soldierId: id }, now, run);
      if (run && run.left <= 0) return;
      await db
        .updateTable("soldier")
        .set({ thinnedAt: now.toISOString() })
        .where("userId", "=", userId)
        .where("id", "=", id)
        .execute();
      await nextTurn();
    }
  }
}

/** Stops where the run has deleted enough; the soldier is still due then. */
async function thinSoldier(db: Database, soldier: OwnSoldier, now: Date, run?: Run): Promise<void> {
  const reports = live(db, soldier).select(["id", "takenAt"]).where("source", "=", "service");
  const surplus = getSurplus(await reports.orderBy("takenAt").orderBy("id").execute(), now);
  const next = async () => surplus.splice(0, SNAPSHOTS_AT_ONCE).map((id) => ({ userId: soldier.userId, id }));
  await deleteInChunks(db, "snapshot", next, run);
}

/** Deletes or brings back one of the user's snapshots; false when there is none. Once more changes nothing. */
export async function markSnapshot(
  db: Database,
  { userId, soldierId, id }: { userId: string; soldierId: string; id: string },
  deletedAt: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("snapshot")
    .set({ deletedAt })
    .where("userId", "=", userId)
    .where("soldierId", "=", soldierId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
