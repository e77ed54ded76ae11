// Snapshots: all reports of a soldier, compressed, with their headline figures in columns.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getLimit } from "#domain/limits.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import { judgeReading, listFallen } from "#domain/soldier/reading.ts";
import {
  type SnapshotSource,
  type Statistics,
  type StoredStatistics,
  storedStatistics,
  withinLimits,
} from "#domain/soldier/statistics.ts";
import { getOverflow, getSurplus } from "#domain/soldier/thinning.ts";
import { AppError } from "#messages/errors.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import { mapInTimeSlices } from "#platform/event-loop.ts";
import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { AT_ONCE, getRecently } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";
import { readPage } from "#server/database/queries.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import {
  getSnapshotNews,
  type OwnSoldier,
  readStatistics,
  SNAPSHOT_KEY,
  type SnapshotKey,
  selectNewestSnapshots,
  selectSnapshots,
} from "#server/snapshot-statistics.ts";

/** A soldier's snapshot without the tables. */
export type SnapshotLine = {
  id: string;
  source: SnapshotSource;
  takenAt: string;
  /** When the same values were last reported. */
  seenAt: string;
  /** How often the statistics of this source were restarted before it. */
  series: number;
  figures: Readonly<Record<string, number>>;
};

export type Snapshot = Omit<SnapshotLine, "figures"> & { statistics: Statistics };

type SnapshotRow = Omit<SnapshotLine, "figures"> & SnapshotKey;

const LINE = ["id", "source", "takenAt", "seenAt", "series", "figures"] as const;

type Row = Record<Exclude<(typeof LINE)[number], "series">, string> & { series: number };

const parseLine = ({ source, figures, ...row }: Row): SnapshotLine => ({
  ...row,
  source: source as SnapshotSource,
  figures: JSON.parse(figures),
});

export type LinesRequest = {
  limit: number;
  direction: "forward" | "backward";
  cursor?: { takenAt: string; id: string } | null | undefined;
};

/** A page of a soldier's snapshots, newest first. */
export async function listLines(db: Database, soldier: OwnSoldier, { cursor, ...request }: LinesRequest) {
  const { items, next, previous } = await readPage(selectSnapshots(db, soldier).select(LINE), {
    ...request,
    by: ["takenAt", "id"],
    order: "desc",
    cursor: cursor ? [cursor.takenAt, cursor.id] : null,
  });
  return {
    items: await mapInTimeSlices(items, parseLine),
    nextCursor: next && { takenAt: next.takenAt, id: next.id },
    previousCursor: previous && { takenAt: previous.takenAt, id: previous.id },
  };
}

/** A soldier's newest snapshot, from any source; null where there is none. */
export async function getNewestLine(db: Database, soldier: OwnSoldier): Promise<SnapshotLine | null> {
  const row = await selectNewestSnapshots(db, soldier).select(LINE).limit(1).executeTakeFirst();
  return row ? parseLine(row) : null;
}

/** One snapshot of a soldier, or null. */
export async function getSnapshot(db: Database, soldier: OwnSoldier, id: string): Promise<Snapshot | null> {
  const row = await selectSnapshots(db, soldier)
    .select([...LINE, "userId", "createdAt", "bytes"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? parseSnapshot(db, row) : null;
}

/** The newest snapshot from a source without what it holds, taken at this time or before; null where there is none. */
export async function getNewest(
  db: Database,
  soldier: OwnSoldier,
  source: SnapshotSource,
  at?: string,
): Promise<SnapshotRow | null> {
  let query = selectNewestSnapshots(db, soldier)
    .select([...SNAPSHOT_KEY, "source", "takenAt", "seenAt", "series"])
    .where("source", "=", source)
    .limit(1);
  if (at !== undefined) query = query.where("takenAt", "<=", at);
  const row = await query.executeTakeFirst();
  return row ? { ...row, source } : null;
}

/** The snapshot that the changes of this one are counted from: the last before it of its source and series; null without one. */
export async function getPrevious(db: Database, soldier: OwnSoldier, line: SnapshotLine): Promise<SnapshotLine | null> {
  const row = await selectNewestSnapshots(db, soldier)
    .select(LINE)
    .where("source", "=", line.source)
    .where("series", "=", line.series)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("takenAt", "id"), "<", tuple(line.takenAt, line.id)))
    .limit(1)
    .executeTakeFirst();
  return row ? parseLine(row) : null;
}

async function parseSnapshot(db: Database, row: SnapshotKey & Row): Promise<Snapshot | null> {
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
  /** Whether the person has to confirm it first: nothing shows it until then. */
  isPending?: boolean;
};

/**
 * Adds a snapshot and answers its id; false in place of it when the id is in use. Where the soldier has no more room, old ones go.
 * The caller holds the person's lock.
 */
export async function addSnapshot(db: Database, snapshot: NewSnapshot, now: Date): Promise<string | false> {
  const { id = randomUUID(), statistics, takenAt, series = 0, isPending = false, ...rest } = snapshot;
  const reportedStatistics = withinLimits(statistics);
  const at = now.toISOString();
  const texts = { figures: JSON.stringify(reportedStatistics.figures), body: compressedJson(reportedStatistics) };
  const bytes = texts.figures.length + texts.body.length;
  await makeRoom(db, snapshot, bytes);
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
      deletedAt: isPending ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (!isPending) await announce(db, { userId: snapshot.userId, soldierId: snapshot.soldierId, snapshotId: id }, now);
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

/** Deletes what must go so that the soldier has room for one more snapshot of so many bytes. */
async function makeRoom(db: Database, { userId, soldierId }: OwnSoldier, bytes: number): Promise<void> {
  const own = db.selectFrom("snapshot").where("userId", "=", userId).where("soldierId", "=", soldierId);
  const stored = await own
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.sum<number | string | null>("bytes").as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const user = await db.selectFrom("user").select("isAnonymous").where("id", "=", userId).executeTakeFirst();
  const owner = { isGuest: Boolean(user?.isAnonymous) };
  const room = { count: getLimit("snapshots", owner) - 1, bytes: getLimit("snapshotBytes", owner) - bytes };
  if (Number(stored.count) <= room.count && Number(stored.bytes) <= room.bytes) return;
  const rows = own.select(["id", "takenAt", "series", "bytes", "deletedAt"]).orderBy("takenAt").orderBy("id");
  const surplus = getOverflow(await rows.execute(), room);
  while (surplus.length > 0) {
    const ids = surplus.splice(0, SNAPSHOTS_AT_ONCE);
    await db.deleteFrom("snapshot").where("userId", "=", userId).where("id", "in", ids).execute();
    if (surplus.length > 0) await nextTurn();
  }
}

export type KeptReading =
  | { kind: "stored"; snapshotId: string; isNew: boolean }
  /** Lower than the last reading, or higher than can be: the person decides, and nothing shows the snapshot until then. */
  | { kind: "fallen" | "risen"; snapshotId: string };

/**
 * Stores a report of the service, completed by the last one, as a new snapshot, or updates `seenAt` of the last one if nothing
 * changed. The caller holds the person's lock.
 */
export async function keepReading(
  db: Database,
  reading: Omit<NewSnapshot, "id" | "source">,
  now: Date,
): Promise<KeptReading> {
  const last = await getNewest(db, reading, "service");
  const stored = last && (await readStatistics(db, last));
  const judgement = judgeReading(stored && { statistics: stored, takenAt: last.takenAt }, reading);
  const snapshot = { ...reading, id: randomUUID(), source: "service", series: last?.series ?? 0 } as const;
  if (judgement.kind !== "accepted") {
    await addSnapshot(db, { ...snapshot, series: snapshot.series + 1, isPending: true }, now);
    return { kind: judgement.kind, snapshotId: snapshot.id };
  }
  const { statistics } = judgement;
  // An answer read once more by a job that goes on after its process died is as old as what it left.
  if (last && stored && isSame(stored, statistics)) {
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

type Claimed = NewSnapshot & { source: "battlelog" | "typed" };

/**
 * Stores what a person typed, or what a Battlelog file holds, completed by the file before it: a page of Battlelog has only a part.
 * After a restart that the person has confirmed it begins a series of its own. The caller holds the person's lock.
 * @throws {AppError} reading_fallen where it has less than those before it
 */
export async function addClaimed(
  db: Database,
  { isRestarted, ...claimed }: Claimed & { isRestarted: boolean },
  now: Date,
): Promise<void> {
  const last = await getNewest(db, claimed, claimed.source, claimed.takenAt);
  const series = last?.series ?? 0;
  const accepted =
    claimed.source === "typed" ? await judgeTyped(db, claimed, series) : await judgeFile(db, claimed, last);
  if (accepted) await addSnapshot(db, { ...claimed, series, statistics: accepted }, now);
  else if (isRestarted)
    await addSnapshot(db, { ...claimed, series: series + 1, statistics: toPlausible(claimed.statistics) }, now);
  else throw new AppError("reading_fallen");
}

/** The file completed by the one before it; null where it has less. */
async function judgeFile(db: Database, file: Claimed, last: SnapshotRow | null): Promise<StoredStatistics | null> {
  const stored = last && (await readStatistics(db, last));
  const before = stored && { statistics: stored, takenAt: last.takenAt };
  const judgement = judgeReading(before, { ...file, isTimeClaimed: true });
  return judgement.kind === "accepted" ? judgement.statistics : null;
}

/** An entry may hold any of the figures: a new one is compared with so many before it. */
const MAX_COMPARED_ENTRIES = 100;

/** The typed figures; null where an entry of the same series before them has more. */
async function judgeTyped(db: Database, typed: Claimed, series: number): Promise<Statistics | null> {
  const newestFirst = await selectNewestSnapshots(db, typed)
    .select("figures")
    .where("source", "=", "typed")
    .where("series", "=", series)
    .where("takenAt", "<=", typed.takenAt)
    .limit(MAX_COMPARED_ENTRIES)
    .execute();
  const before = Object.assign({}, ...newestFirst.toReversed().map(({ figures }) => JSON.parse(figures)));
  const own = toPlausible(typed.statistics);
  return listFallen(before, own.figures).length === 0 ? own : null;
}

/** Shows a fallen reading, which its person has confirmed; false where it was purged. The caller holds the person's lock. */
export const confirmSnapshot = (db: Database, own: OwnSoldier & { id: string }): Promise<boolean> =>
  markSnapshot(db, own, null);

/** Deletes a fallen reading that is over. */
export async function deletePendingReading(db: Database, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom("snapshot")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .execute();
}

/** Parsed, as the stored one is, both name what they hold in one order. */
const isSame = (stored: StoredStatistics, completed: StoredStatistics): boolean =>
  JSON.stringify(stored) === JSON.stringify(storedStatistics.parse(withinLimits(completed)));

/** Deletes soldiers and snapshots that can no longer be restored, and parts of statistics that no job has read. */
export async function purgeSoldiers(db: Database, at: Date, run: Run): Promise<void> {
  const before = getRecently(at);
  // Before their soldiers: one of those may have thousands, which would otherwise go with it in one statement.
  const ofGoneSoldiers = db
    .selectFrom("soldier")
    .innerJoin("snapshot", (join) =>
      join.onRef("snapshot.userId", "=", "soldier.userId").onRef("snapshot.soldierId", "=", "soldier.id"),
    )
    .select(["snapshot.userId", "snapshot.id"])
    .where("soldier.deletedAt", "<", before)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "snapshot", () => ofGoneSoldiers.execute(), run);
  for (const table of ["snapshot", "soldier"] as const)
    await deleteOlder(db, { table, key: "userId", column: "deletedAt", before, atOnce: AT_ONCE }, run);
  await deleteOlder(db, { table: "statisticsPage", column: "updatedAt", before, atOnce: AT_ONCE }, run);
}

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
  const reports = selectSnapshots(db, soldier).select(["id", "takenAt", "series"]).where("source", "=", "service");
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
