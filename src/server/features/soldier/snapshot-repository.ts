// Snapshots: all reports of a soldier, stored compressed, with the headline figures in a separate column.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { getLimit } from "#domain/limits.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import { judgeReading, listDecreased } from "#domain/soldier/reading.ts";
import {
  limitStatistics,
  type SnapshotSource,
  type Statistics,
  type StoredStatistics,
  storedStatistics,
} from "#domain/soldier/statistics.ts";
import { getOverflow, getSurplus } from "#domain/soldier/thinning.ts";
import { AppError } from "#messages/errors.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import { mapInTimeSlices } from "#platform/event-loop.ts";
import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { CHUNK_SIZE, getRestoreLimit } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";
import { readPage } from "#server/database/queries.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import {
  createNewsJob,
  type OwnSoldier,
  readStatistics,
  SNAPSHOT_KEY,
  type SnapshotKey,
  selectNewestSnapshots,
  selectSnapshots,
} from "#server/snapshot-statistics.ts";

/** A snapshot with its headline figures only. */
export type SnapshotLine = {
  id: string;
  source: SnapshotSource;
  takenAt: string;
  /** When the same values were last reported. */
  seenAt: string;
  /** How often the source's statistics were reset before this snapshot. */
  series: number;
  figures: Readonly<Record<string, number>>;
};

export type Snapshot = Omit<SnapshotLine, "figures"> & { statistics: Statistics };

type SnapshotHead = Omit<SnapshotLine, "figures"> & SnapshotKey;

const LINE_COLUMNS = ["id", "source", "takenAt", "seenAt", "series", "figures"] as const;

type RawLine = Record<Exclude<(typeof LINE_COLUMNS)[number], "series">, string> & { series: number };

const parseLine = ({ source, figures, ...row }: RawLine): SnapshotLine => ({
  ...row,
  source: source as SnapshotSource,
  figures: JSON.parse(figures),
});

export type LinesRequest = {
  limit: number;
  direction: "forward" | "backward";
  cursor?: { takenAt: string; id: string } | null | undefined;
};

/** Returns a page of a soldier's snapshots, newest first. */
export async function listLines(db: Database, soldier: OwnSoldier, { cursor, ...request }: LinesRequest) {
  const { items, next, previous } = await readPage(selectSnapshots(db, soldier).select(LINE_COLUMNS), {
    ...request,
    orderColumns: ["takenAt", "id"],
    order: "desc",
    cursor: cursor ? [cursor.takenAt, cursor.id] : null,
  });
  return {
    items: await mapInTimeSlices(items, parseLine),
    nextCursor: next && { takenAt: next.takenAt, id: next.id },
    previousCursor: previous && { takenAt: previous.takenAt, id: previous.id },
  };
}

/** Returns a soldier's newest snapshot from any source, or null. */
export async function getNewestLine(db: Database, soldier: OwnSoldier): Promise<SnapshotLine | null> {
  const row = await selectNewestSnapshots(db, soldier).select(LINE_COLUMNS).limit(1).executeTakeFirst();
  return row ? parseLine(row) : null;
}

/** Returns a snapshot of a soldier, or null. */
export async function getSnapshot(db: Database, soldier: OwnSoldier, id: string): Promise<Snapshot | null> {
  const row = await selectSnapshots(db, soldier)
    .select([...LINE_COLUMNS, "userId", "createdAt", "bytes"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? parseSnapshot(db, row) : null;
}

/** Returns the newest snapshot from a source, without its statistics, or null. If `maxTakenAt` is given, later snapshots are ignored. */
export async function getNewest(
  db: Database,
  soldier: OwnSoldier,
  source: SnapshotSource,
  maxTakenAt?: string,
): Promise<SnapshotHead | null> {
  let query = selectNewestSnapshots(db, soldier)
    .select([...SNAPSHOT_KEY, "source", "takenAt", "seenAt", "series"])
    .where("source", "=", source)
    .limit(1);
  if (maxTakenAt !== undefined) query = query.where("takenAt", "<=", maxTakenAt);
  const row = await query.executeTakeFirst();
  return row ? { ...row, source } : null;
}

/** Returns the snapshot with which this one is compared: the previous one of its source and series; or null. */
export async function getPrevious(db: Database, soldier: OwnSoldier, line: SnapshotLine): Promise<SnapshotLine | null> {
  const row = await selectNewestSnapshots(db, soldier)
    .select(LINE_COLUMNS)
    .where("source", "=", line.source)
    .where("series", "=", line.series)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("takenAt", "id"), "<", tuple(line.takenAt, line.id)))
    .limit(1)
    .executeTakeFirst();
  return row ? parseLine(row) : null;
}

async function parseSnapshot(db: Database, row: SnapshotKey & RawLine): Promise<Snapshot | null> {
  const { id, takenAt, seenAt, series } = row;
  const statistics = await readStatistics(db, row);
  return statistics && { id, source: row.source as SnapshotSource, takenAt, seenAt, series, statistics };
}

export type NewSnapshot = {
  id?: string;
  userId: string;
  soldierId: string;
  source: SnapshotSource;
  takenAt: string;
  statistics: StoredStatistics;
  series?: number;
  /** Whether the person has to confirm it first; until then it is not shown. */
  isPending?: boolean;
};

/**
 * Adds a snapshot and returns its id, or false if the id is in use. Old snapshots are deleted if the soldier has reached its maximum.
 * The caller must hold the person's lock.
 */
export async function addSnapshot(db: Database, snapshot: NewSnapshot, now: Date): Promise<string | false> {
  const { id = randomUUID(), statistics, takenAt, series = 0, isPending = false, ...rest } = snapshot;
  const reportedStatistics = limitStatistics(statistics);
  const timestamp = now.toISOString();
  const texts = { figures: JSON.stringify(reportedStatistics.figures), body: compressedJson(reportedStatistics) };
  const bytes = texts.figures.length + texts.body.length;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("snapshot")
    .values({
      ...rest,
      id,
      takenAt,
      seenAt: takenAt,
      ...texts,
      bytes,
      series,
      deletedAt: isPending ? timestamp : null,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await thinOut(db, snapshot, { id, bytes });
  if (!isPending) await addNewsJob(db, { userId: snapshot.userId, soldierId: snapshot.soldierId, snapshotId: id }, now);
  return id;
}

/** Adds the job for feed entries in the snapshot's transaction, so that a crash cannot lose it; only if a platoon sees the soldier. */
async function addNewsJob(
  db: Database,
  { userId, ...input }: { userId: string; soldierId: string; snapshotId: string },
  now: Date,
): Promise<void> {
  const consent = await db
    .selectFrom("boardConsent")
    .select("id")
    .where("userId", "=", userId)
    .where("soldierId", "=", input.soldierId)
    .limit(1)
    .executeTakeFirst();
  if (consent) await addJob(db, createNewsJob(userId, input), now);
}

/** Deletes snapshots other than the added one until the soldier is within the limits. */
async function thinOut(
  db: Database,
  { userId, soldierId }: OwnSoldier,
  added: { id: string; bytes: number },
): Promise<void> {
  const snapshots = db.selectFrom("snapshot").where("userId", "=", userId).where("soldierId", "=", soldierId);
  const stored = await snapshots
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.sum<number | string | null>("bytes").as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const user = await db.selectFrom("user").select("isAnonymous").where("id", "=", userId).executeTakeFirst();
  const owner = { isGuest: Boolean(user?.isAnonymous) };
  const room = { count: getLimit("snapshots", owner), bytes: getLimit("snapshotBytes", owner) };
  if (Number(stored.count) <= room.count && Number(stored.bytes) <= room.bytes) return;
  const others = snapshots.where("id", "!=", added.id).orderBy("takenAt").orderBy("id");
  const surplus = getOverflow(await others.select(["id", "takenAt", "series", "bytes", "deletedAt"]).execute(), {
    count: room.count - 1,
    bytes: room.bytes - added.bytes,
  });
  while (surplus.length > 0) {
    const ids = surplus.splice(0, SNAPSHOT_CHUNK_SIZE);
    await db.deleteFrom("snapshot").where("userId", "=", userId).where("id", "in", ids).execute();
    if (surplus.length > 0) await setImmediate();
  }
}

export type ReadingOutcome =
  | { kind: "stored"; snapshotId: string; isNew: boolean }
  /** The figures are lower than in the last reading, or implausibly high. The snapshot is not shown until the person decides. */
  | { kind: "decreased" | "increased"; snapshotId: string };

/**
 * Stores a report of the service, merged with the last one, as a new snapshot, or updates `seenAt` of the last one if nothing has
 * changed. The caller must hold the person's lock.
 */
export async function storeServiceReading(
  db: Database,
  reading: Omit<NewSnapshot, "id" | "source">,
  now: Date,
): Promise<ReadingOutcome> {
  const last = await getNewest(db, reading, "service");
  const stored = last && (await readStatistics(db, last));
  const judgement = judgeReading(stored && { statistics: stored, takenAt: last.takenAt }, reading);
  const snapshot = { ...reading, id: randomUUID(), source: "service", series: last?.series ?? 0 } as const;
  if (judgement.kind !== "accepted") {
    await addSnapshot(db, { ...snapshot, series: snapshot.series + 1, isPending: true }, now);
    return { kind: judgement.kind, snapshotId: snapshot.id };
  }
  const { statistics } = judgement;
  // A job that is repeated after a crash may store an older response again, so take the later time.
  if (last && stored && isSameStatistics(stored, statistics)) {
    const [, seenAt = last.seenAt] = [reading.takenAt, last.seenAt].toSorted();
    await db
      .updateTable("snapshot")
      .set({ seenAt, updatedAt: now.toISOString() })
      .where("userId", "=", reading.userId)
      .where("id", "=", last.id)
      .execute();
    return { kind: "stored", snapshotId: last.id, isNew: false };
  }
  await addSnapshot(db, { ...snapshot, statistics }, now);
  return { kind: "stored", snapshotId: snapshot.id, isNew: true };
}

type UserSnapshot = NewSnapshot & { source: "battlelog" | "typed" };

/**
 * Stores typed figures or a Battlelog file; a file, which has only a part of the statistics, is merged with the previous one. If the
 * person has confirmed a reset, it starts a new series. The caller must hold the person's lock.
 * @throws {AppError} reading_fallen if the figures are lower than earlier ones
 */
export async function addUserSnapshot(
  db: Database,
  { isRestarted, ...snapshot }: UserSnapshot & { isRestarted: boolean },
  now: Date,
): Promise<void> {
  const last = await getNewest(db, snapshot, snapshot.source, snapshot.takenAt);
  const series = last?.series ?? 0;
  const accepted =
    snapshot.source === "typed" ? await acceptTyped(db, snapshot, series) : await acceptFile(db, snapshot, last);
  if (accepted) await addSnapshot(db, { ...snapshot, series, statistics: accepted }, now);
  else if (isRestarted)
    await addSnapshot(db, { ...snapshot, series: series + 1, statistics: toPlausible(snapshot.statistics) }, now);
  else throw new AppError("reading_fallen");
}

/** Returns the file merged with the previous one, or null if its figures are lower. */
async function acceptFile(
  db: Database,
  file: UserSnapshot,
  last: SnapshotHead | null,
): Promise<StoredStatistics | null> {
  const stored = last && (await readStatistics(db, last));
  const before = stored && { statistics: stored, takenAt: last.takenAt };
  const judgement = judgeReading(before, { ...file, isTimeFromUser: true });
  return judgement.kind === "accepted" ? judgement.statistics : null;
}

/** Maximum of earlier entries with which a new entry is compared, because each entry may have different figures. */
const MAX_COMPARED_ENTRIES = 100;

/** Returns the typed figures, or null if an earlier entry of the same series has higher ones. */
async function acceptTyped(db: Database, typed: UserSnapshot, series: number): Promise<Statistics | null> {
  const newestFirst = await selectNewestSnapshots(db, typed)
    .select("figures")
    .where("source", "=", "typed")
    .where("series", "=", series)
    .where("takenAt", "<=", typed.takenAt)
    .limit(MAX_COMPARED_ENTRIES)
    .execute();
  const before = Object.assign({}, ...newestFirst.toReversed().map(({ figures }) => JSON.parse(figures)));
  const plausibleStatistics = toPlausible(typed.statistics);
  return listDecreased(before, plausibleStatistics.figures).length === 0 ? plausibleStatistics : null;
}

/** Makes a pending reading visible after its person has confirmed it; returns false if it was purged. The caller must hold the person's lock. */
export const confirmSnapshot = (db: Database, snapshot: OwnSoldier & { id: string }): Promise<boolean> =>
  markSnapshot(db, snapshot, null);

/** Deletes a pending reading. */
export async function deletePendingSnapshot(db: Database, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom("snapshot")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .execute();
}

/** Whether both are equal. The new statistics are parsed first, so that both have the same order of keys. */
const isSameStatistics = (stored: StoredStatistics, merged: StoredStatistics): boolean =>
  JSON.stringify(stored) === JSON.stringify(storedStatistics.parse(limitStatistics(merged)));

/** Deletes soldiers and snapshots that can no longer be restored, and old import pages. */
export async function purgeSoldiers(db: Database, timestamp: Date, run: Run): Promise<void> {
  const before = getRestoreLimit(timestamp);
  // Snapshots are deleted before their soldiers, because a soldier may have thousands, which one statement would delete otherwise.
  const deletedSoldiersSnapshots = db
    .selectFrom("soldier")
    .innerJoin("snapshot", (join) =>
      join.onRef("snapshot.userId", "=", "soldier.userId").onRef("snapshot.soldierId", "=", "soldier.id"),
    )
    .select(["snapshot.userId", "snapshot.id"])
    .where("soldier.deletedAt", "<", before)
    .limit(CHUNK_SIZE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "snapshot", () => deletedSoldiersSnapshots.execute(), run);
  for (const table of ["snapshot", "soldier"] as const)
    await deleteOlder(db, { table, key: "userId", column: "deletedAt", before, chunkSize: CHUNK_SIZE }, run);
  await deleteOlder(db, { table: "statisticsPage", column: "updatedAt", before, chunkSize: CHUNK_SIZE }, run);
}

/** How often the snapshots of a soldier are thinned out. */
const THIN_EVERY_MS = 7 * 24 * 60 * 60_000;
const SOLDIER_CHUNK_SIZE = 50;
/** Maximum of soldiers per run; the next run continues. */
const MAX_SOLDIERS_THINNED = 2000;
const SNAPSHOT_CHUNK_SIZE = 20;

/**
 * Thins out the service's reports of each soldier, unless the person has chosen to store all of them. Typed and imported snapshots are
 * not deleted.
 */
export async function thinSnapshots(db: Database, now: Date, run?: Run): Promise<void> {
  const dueBefore = new Date(now.getTime() - THIN_EVERY_MS).toISOString();
  for (let thinned = 0; thinned < MAX_SOLDIERS_THINNED; thinned += SOLDIER_CHUNK_SIZE) {
    const soldiers = await db
      .selectFrom("soldier")
      .select(["userId", "id", "keepsAll"])
      .where("thinnedAt", "<", dueBefore)
      .limit(SOLDIER_CHUNK_SIZE)
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
      await setImmediate();
    }
  }
}

/** Thins out the reports of a soldier. If the run reaches its maximum, the soldier stays due. */
async function thinSoldier(db: Database, soldier: OwnSoldier, now: Date, run?: Run): Promise<void> {
  const reports = selectSnapshots(db, soldier).select(["id", "takenAt", "series"]).where("source", "=", "service");
  const surplus = getSurplus(await reports.orderBy("takenAt").orderBy("id").execute(), now);
  const next = async () => surplus.splice(0, SNAPSHOT_CHUNK_SIZE).map((id) => ({ userId: soldier.userId, id }));
  await deleteInChunks(db, "snapshot", next, run);
}

/** Deletes or restores one of the user's snapshots; returns false if there is none. Idempotent. */
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
