// The rules of soldiers and their snapshots.

import type { GameId } from "#domain/game.ts";
import type { Owner } from "#domain/limits.ts";
import { isBlank, listImplausibleInput } from "#domain/soldier/plausible.ts";
import type { PendingQuestions } from "#domain/soldier/soldier.ts";
import { SNAPSHOT_SOURCES, type Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { getVocabulary, omitUnknownValues } from "#messages/progress/vocabulary.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { getSampleGame, listSampleSnapshots } from "#server/sample-soldier.ts";
import { type OwnSoldier, readCurrentStatistics } from "#server/snapshot-statistics.ts";
import { lockConsents, removeSoldierEntries } from "#server/soldier-consents.ts";
import type { TrpcContext } from "#server/trpc/trpc.ts";
import { addSample, countStagedPages, createImportJob, stagePage } from "./import-statistics.ts";
import { createRefreshJob } from "./refresh.ts";
import {
  addSoldier,
  changeSoldier,
  getSoldier,
  identifySoldier,
  listSoldiers,
  restoreSoldier,
  type StoredSoldier,
  serializePendingQuestions,
} from "./repository.ts";
import {
  addUserSnapshot,
  confirmSnapshot,
  deletePendingSnapshot,
  getNewest,
  getNewestLine,
  getPrevious,
  getSnapshot,
  type LinesRequest,
  listLines,
  markSnapshot,
  type Snapshot,
  type SnapshotLine,
} from "./snapshot-repository.ts";

/** Age of the last reading after which opening the soldier's page starts a new one. */
const READ_AGAIN_AFTER_MS = 60 * 60_000;
/** Maximum of pages of 60 kB per import; all unfinished imports of a user may have twice as many. */
export const MAX_PAGES = 40;
/** The earliest time of a snapshot: the release of Battlefield 4. */
const MIN_TAKEN_AT = "2013-10-01T00:00:00.000Z";
/** How far a client's clock may be ahead. */
const MAX_CLOCK_SKEW_MS = 60_000;

type Parts = "arsenals" | "db" | "events" | "jobs" | "now" | "statistics";
type ServiceContext = Pick<TrpcContext, Parts> & { user: Owner };
/** `user` is null to read the sample soldier. */
type ReaderContext = Pick<TrpcContext, Parts> & { user: Owner | null };
type SnapshotId = { soldierId: string; id: string };

export async function listWithNewest({ db, user }: ServiceContext) {
  const soldiers = await listSoldiers(db, user.id);
  return Promise.all(
    soldiers.map(async (soldier) => ({
      ...soldier,
      last: await getNewestLine(db, { userId: user.id, soldierId: soldier.id }),
    })),
  );
}

export async function getWithStatistics({ user, ...parts }: ReaderContext, id: string) {
  if (!user) return getSampleWithStatistics(parts, id);
  const ctx = { ...parts, user };
  const soldier = await getSoldier(ctx.db, ctx.user.id, id);
  const ownSoldier = { userId: ctx.user.id, soldierId: id };
  const last = await getNewestLine(ctx.db, ownSoldier);
  const previous = last && (await getPrevious(ctx.db, ownSoldier, last));
  const [reported, job] = [await listNewestPerSource(ctx.db, ownSoldier), await startReadingIfOld(ctx, soldier)];
  return {
    soldier,
    last,
    previous,
    current: await readCurrentStatistics(ctx.db, reported),
    sources: reported.map(({ id, source, takenAt, seenAt }) => ({ id, source, takenAt, seenAt })),
    nextSnapshotAt: getNextSnapshotTime(ctx, soldier),
    job,
  };
}

/** Returns the sample soldier in the form of a stored one. */
function getSampleWithStatistics({ arsenals, now }: Omit<ReaderContext, "user">, id: string) {
  const game = getSampleGame(id);
  const [last, previous, ...older] = listSampleSnapshots(arsenals, game, now());
  const soldier: StoredSoldier = {
    id,
    game,
    platform: "pc",
    name: m.soldier_sample_soldier(),
    playerId: null,
    relation: "sample",
    readAt: null,
    triedAt: null,
    vanishedAt: null,
    lastError: null,
    pendingReading: null,
    keepsAll: false,
    createdAt: older.at(-1)?.takenAt ?? now().toISOString(),
  };
  return {
    soldier,
    last: last ? toLine(last) : null,
    previous: previous ? toLine(previous) : null,
    current: last?.statistics ?? null,
    sources: last ? [{ id: last.id, source: last.source, takenAt: last.takenAt, seenAt: last.seenAt }] : [],
    nextSnapshotAt: null,
    job: null,
  };
}

const toLine = ({ statistics: { figures }, ...line }: Snapshot): SnapshotLine => ({ ...line, figures });

export async function listSnapshots(
  { db, user, arsenals, now }: ReaderContext,
  { soldierId, ...request }: LinesRequest & { soldierId: string },
) {
  if (!user) {
    const items = listSampleSnapshots(arsenals, getSampleGame(soldierId), now()).map(toLine);
    return { items, nextCursor: null, previousCursor: null };
  }
  await getSoldier(db, user.id, soldierId);
  return listLines(db, { userId: user.id, soldierId }, request);
}

export async function getFullSnapshot(
  { db, user, arsenals, now }: ReaderContext,
  { soldierId, id }: SnapshotId,
): Promise<Snapshot> {
  if (user) await getSoldier(db, user.id, soldierId);
  const snapshot = user
    ? await getSnapshot(db, { userId: user.id, soldierId }, id)
    : listSampleSnapshots(arsenals, getSampleGame(soldierId), now()).find((each) => each.id === id);
  if (!snapshot) throw new AppError("snapshot_missing");
  return snapshot;
}

export async function add({ db, jobs, now, user }: ServiceContext, soldier: Parameters<typeof addSoldier>[2]) {
  const id = await withPersonLock(db, user.id, async (trx) => {
    const added = await addSoldier(trx, user, soldier, now());
    await removeUnclaimedEntries(trx, user.id, added);
    return added;
  });
  return { id, job: await jobs.begin(createRefreshJob(user.id, id)) };
}

export const addSampleSoldier = async (
  { db, arsenals, now, user }: ServiceContext,
  soldier: { id: string; game: GameId },
) => ({
  id: await addSample(db, { ...soldier, owner: user }, arsenals, now()),
});

export async function change(
  { db, events, user, now }: ServiceContext,
  id: string,
  set: Parameters<typeof changeSoldier>[3],
) {
  const platoons = await withPersonLock(db, user.id, async (trx) => {
    if (!(await changeSoldier(trx, user.id, id, set, now()))) throw new AppError("soldier_missing");
    return removeUnclaimedEntries(trx, user.id, id);
  });
  for (const organizationId of platoons) events.publishToPlatoon(organizationId, { what: "board", id });
  return { id };
}

/** Platoons see only claimed soldiers: removes the feed entries of a soldier that is not claimed. Returns the ids of these platoons. */
async function removeUnclaimedEntries(trx: Database, userId: string, soldierId: string): Promise<string[]> {
  const soldierQuery = trx.selectFrom("soldier").select("id").where("userId", "=", userId).where("id", "=", soldierId);
  if (await soldierQuery.where("deletedAt", "is", null).where("relation", "=", "mine").executeTakeFirst()) return [];
  const platoons = await lockConsents(trx, userId, soldierId);
  for (const organizationId of platoons) await removeSoldierEntries(trx, { organizationId, userId, soldierId });
  return platoons;
}

export const restore = ({ db, user, now }: ServiceContext, id: string) =>
  withPersonLock(db, user.id, async (trx) => {
    if (!(await restoreSoldier(trx, user, id, now()))) throw new AppError("soldier_missing");
    return { id };
  });

export async function refresh(ctx: ServiceContext, id: string) {
  const soldier = await getSoldier(ctx.db, ctx.user.id, id);
  const waitMs = Date.parse(getNextSnapshotTime(ctx, soldier) ?? "") - ctx.now().getTime();
  if (waitMs > 0) throw new AppError("snapshot_too_soon", { retryAfterS: Math.ceil(waitMs / 1000) });
  return { job: await ctx.jobs.begin(createRefreshJob(ctx.user.id, soldier.id)) };
}

type TypedInput = SnapshotId & { takenAt: string; statistics: Statistics; isRestarted: boolean };

export async function saveTyped(ctx: ServiceContext, { id, soldierId, takenAt, statistics, isRestarted }: TypedInput) {
  requirePast(takenAt, ctx.now());
  const userId = ctx.user.id;
  await withPersonLock(ctx.db, userId, async (trx) => {
    await requireGame(trx, userId, soldierId, statistics.game);
    const knownStatistics = filterKnown(ctx, statistics);
    if (isBlank(knownStatistics) || listImplausibleInput(knownStatistics).length > 0)
      throw new AppError("input_invalid");
    const snapshot = {
      id,
      statistics: knownStatistics,
      userId,
      soldierId,
      source: "typed",
      takenAt,
      isRestarted,
    } as const;
    await addUserSnapshot(trx, snapshot, ctx.now());
  });
  ctx.jobs.wake();
  return { id };
}

type ImportPage = { importId: string; number: number; part: Statistics };

export async function stageImportPage(ctx: ServiceContext, page: ImportPage) {
  await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
    if ((await countStagedPages(trx, ctx.user.id)) >= MAX_PAGES * 2) throw new AppError("too_many");
    await stagePage(trx, { ...page, part: filterKnown(ctx, page.part), userId: ctx.user.id }, ctx.now());
  });
  return { number: page.number };
}

/** `playerId` is the player id in the file, or null. */
type ImportCommit = Parameters<typeof createImportJob>[1] & { playerId: string | null };

export async function commitImport({ db, jobs, now, user }: ServiceContext, { playerId, ...commit }: ImportCommit) {
  requirePast(commit.takenAt, now());
  await withPersonLock(db, user.id, async (trx) => {
    const soldier = await getSoldier(trx, user.id, commit.soldierId);
    if (playerId === null || playerId === soldier.playerId) return;
    // A history must not mix files of two soldiers.
    if (soldier.playerId !== null) throw new AppError("soldier_mismatched");
    await identifySoldier(trx, user.id, soldier, { name: soldier.name, playerId }, now());
    // An open question about the soldier's identity no longer applies, as it was about another id or none.
    const pendingReading = serializePendingQuestions({
      identity: null,
      restart: soldier.pendingReading?.restart ?? null,
    });
    const lastError = soldier.lastError === "soldier_unconfirmed" ? null : soldier.lastError;
    await changeSoldier(trx, user.id, soldier.id, { pendingReading, lastError }, now());
  });
  return { job: await jobs.begin(createImportJob(user.id, commit)) };
}

type Decision = { id: string; question: keyof PendingQuestions; isConfirmed: boolean };

export async function decide({ db, jobs, now, user }: ServiceContext, { id, question, isConfirmed }: Decision) {
  const shouldRead = await withPersonLock(db, user.id, async (trx) => {
    const soldier = await getSoldier(trx, user.id, id);
    const { identity, restart } = soldier.pendingReading ?? { identity: null, restart: null };
    const storeQuestions = (questions: PendingQuestions, lastError: StoredSoldier["lastError"]) =>
      changeSoldier(trx, user.id, id, { pendingReading: serializePendingQuestions(questions), lastError }, now());
    if (question === "identity" && identity) {
      const isUnidentified = soldier.playerId === null;
      if (isConfirmed) await confirmIdentity(trx, user.id, soldier, identity, now());
      const openIdentity = isConfirmed ? null : { ...identity, isRefused: true };
      await storeQuestions(
        { identity: openIdentity, restart },
        isConfirmed && isUnidentified ? null : soldier.lastError,
      );
      return isConfirmed && isUnidentified;
    }
    if (question === "restart" && restart) {
      if (!isConfirmed) await deletePendingSnapshot(trx, user.id, restart.snapshotId);
      else if (!(await confirmSnapshot(trx, { userId: user.id, soldierId: id, id: restart.snapshotId }))) {
        if (!restart.isRefused) throw new AppError("snapshot_missing");
        // The earlier refusal has deleted that reading, so the next reading asks again.
        await storeQuestions({ identity, restart: { ...restart, isRefused: false } }, soldier.lastError);
        return true;
      }
      const openRestart = isConfirmed ? null : { ...restart, isRefused: true, refusedAt: now().toISOString() };
      await storeQuestions({ identity, restart: openRestart }, isConfirmed ? null : soldier.lastError);
    }
    return false;
  });
  return { job: shouldRead ? await jobs.begin(createRefreshJob(user.id, id)) : null };
}

/** Sets the confirmed name, and the player id if the soldier has none; does nothing if it has another id now. */
async function confirmIdentity(
  trx: Database,
  userId: string,
  soldier: StoredSoldier,
  { name, playerId }: { name: string; playerId: string | null },
  time: Date,
): Promise<void> {
  const hasOtherId = soldier.playerId !== null && playerId !== null && playerId !== soldier.playerId;
  if (hasOtherId) return;
  await identifySoldier(trx, userId, soldier, { name, playerId: soldier.playerId ?? playerId }, time);
}

/** Deletes a snapshot at this time, or restores it for null. */
export async function markSnapshotDeleted(
  { db, user }: ServiceContext,
  snapshot: SnapshotId,
  deletedAt: string | null,
) {
  const ownSnapshot = { userId: user.id, ...snapshot };
  const isMarked = await withPersonLock(db, user.id, (trx) => markSnapshot(trx, ownSnapshot, deletedAt));
  if (!isMarked) throw new AppError("snapshot_missing");
  return { id: snapshot.id };
}

/** Drops entries whose names are not in the game's vocabulary. */
const filterKnown = ({ arsenals }: ServiceContext, statistics: Statistics): Statistics =>
  omitUnknownValues(statistics, getVocabulary(arsenals, statistics.game));

/** Returns the newest snapshot of each source, newest first. */
async function listNewestPerSource(db: Database, soldier: OwnSoldier) {
  const all = await Promise.all(SNAPSHOT_SOURCES.map((source) => getNewest(db, soldier, source)));
  return all.filter((snapshot) => snapshot !== null).toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
}

/** Returns the job that reads the soldier: the running one, or a new one if the last reading is old; otherwise null. */
async function startReadingIfOld({ jobs, user, now }: ServiceContext, { id, triedAt, relation }: StoredSoldier) {
  if (relation === "sample") return null;
  const isOld = triedAt === null || Date.parse(triedAt) + READ_AGAIN_AFTER_MS < now().getTime();
  const job = createRefreshJob(user.id, id);
  if (isOld) return jobs.begin(job);
  return (await jobs.listUnfinished(user.id)).find(({ key }) => key === job.key) ?? null;
}

/** Returns the time at which the service may have new statistics; null if that is now. */
function getNextSnapshotTime({ statistics: { cacheMs }, now }: ServiceContext, { readAt }: StoredSoldier) {
  const time = Date.parse(readAt ?? "") + cacheMs;
  return time > now().getTime() ? new Date(time).toISOString() : null;
}

async function requireGame(db: Database, userId: string, soldierId: string, game: GameId): Promise<void> {
  const soldier = await getSoldier(db, userId, soldierId);
  if (soldier.game !== game) throw new AppError("input_invalid");
}

function requirePast(time: string, now: Date): void {
  if (time < MIN_TAKEN_AT || Date.parse(time) > now.getTime() + MAX_CLOCK_SKEW_MS) throw new AppError("input_invalid");
}
