// The rules of soldiers and their snapshots, between the procedures and the repositories.

import type { GameId } from "#domain/game.ts";
import type { Owner } from "#domain/limits.ts";
import { isBlank, listImplausibleInput } from "#domain/soldier/plausible.ts";
import type { PendingReading } from "#domain/soldier/soldier.ts";
import { SNAPSHOT_SOURCES, type Statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { getVocabulary, onlyKnown } from "#messages/progress/vocabulary.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { type OwnSoldier, readCurrentStatistics } from "#server/snapshot-statistics.ts";
import { lockConsents, removeSoldierEntries } from "#server/soldier-consents.ts";
import type { TrpcContext } from "#server/trpc/trpc.ts";
import { addSample, getImport, stagedPages, stagePage } from "./import-statistics.ts";
import { getRefresh } from "./refresh.ts";
import {
  addSoldier,
  changeSoldier,
  getSoldier,
  identifySoldier,
  listSoldiers,
  restoreSoldier,
  type StoredSoldier,
  serializePendingReading,
} from "./repository.ts";
import {
  addClaimed,
  confirmSnapshot,
  deletePendingReading,
  getNewest,
  getNewestLine,
  getPrevious,
  getSnapshot,
  type LinesRequest,
  listLines,
  markSnapshot,
} from "./snapshot-repository.ts";

/** A soldier whose last reading is older is read again when its page is opened. */
const READ_AGAIN_AFTER_MS = 60 * 60_000;
/** Pages of 60 kB of one import; all waiting imports of a user may have twice as many. */
export const MAX_PAGES = 40;
/** The release of Battlefield 4. */
const EARLIEST = "2013-10-01T00:00:00.000Z";
/** A client's clock may be ahead by this much. */
const MAX_CLOCK_SKEW_MS = 60_000;

type Parts = "arsenals" | "db" | "events" | "jobs" | "now" | "statistics";
type ServiceContext = Pick<TrpcContext, Parts> & { user: Owner };
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

export async function getWithStatistics(ctx: ServiceContext, id: string) {
  const soldier = await getSoldier(ctx.db, ctx.user.id, id);
  const own = { userId: ctx.user.id, soldierId: id };
  const last = await getNewestLine(ctx.db, own);
  const previous = last && (await getPrevious(ctx.db, own, last));
  const [reported, job] = [await newestOfEach(ctx.db, own), await readAgain(ctx, soldier)];
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

export async function listSnapshots(
  { db, user }: ServiceContext,
  { soldierId, ...request }: LinesRequest & { soldierId: string },
) {
  await getSoldier(db, user.id, soldierId);
  return listLines(db, { userId: user.id, soldierId }, request);
}

export async function getFullSnapshot({ db, user }: ServiceContext, { soldierId, id }: SnapshotId) {
  await getSoldier(db, user.id, soldierId);
  const snapshot = await getSnapshot(db, { userId: user.id, soldierId }, id);
  if (!snapshot) throw new AppError("snapshot_missing");
  return snapshot;
}

export async function add({ db, jobs, now, user }: ServiceContext, soldier: Parameters<typeof addSoldier>[2]) {
  const id = await withPersonLock(db, user.id, async (trx) => {
    const added = await addSoldier(trx, user, soldier, now());
    await hideUnlessOwn(trx, user.id, added);
    return added;
  });
  return { id, job: await jobs.begin(getRefresh(user.id, id)) };
}

export const addInvented = async (
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
    return hideUnlessOwn(trx, user.id, id);
  });
  for (const organizationId of platoons) events.publishToPlatoon(organizationId, { what: "board", id });
  return { id };
}

/** Platoons see the soldiers that their members claim: the others leave their feeds. Answers these platoons. */
async function hideUnlessOwn(trx: Database, userId: string, soldierId: string): Promise<string[]> {
  const own = trx.selectFrom("soldier").select("id").where("userId", "=", userId).where("id", "=", soldierId);
  if (await own.where("deletedAt", "is", null).where("relation", "=", "mine").executeTakeFirst()) return [];
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
  return { job: await ctx.jobs.begin(getRefresh(ctx.user.id, soldier.id)) };
}

type Typed = SnapshotId & { takenAt: string; statistics: Statistics; isRestarted: boolean };

export async function saveTyped(ctx: ServiceContext, { id, soldierId, takenAt, statistics, isRestarted }: Typed) {
  requirePast(takenAt, ctx.now());
  const userId = ctx.user.id;
  await withPersonLock(ctx.db, userId, async (trx) => {
    await requireGame(trx, userId, soldierId, statistics.game);
    const typed = filterKnown(ctx, statistics);
    if (isBlank(typed) || listImplausibleInput(typed).length > 0) throw new AppError("input_invalid");
    const snapshot = { id, statistics: typed, userId, soldierId, source: "typed", takenAt, isRestarted } as const;
    await addClaimed(trx, snapshot, ctx.now());
  });
  ctx.jobs.wake();
  return { id };
}

type ImportPage = { importId: string; number: number; part: Statistics };

export async function stageImportPage(ctx: ServiceContext, page: ImportPage) {
  await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
    if ((await stagedPages(trx, ctx.user.id)) >= MAX_PAGES * 2) throw new AppError("too_many");
    await stagePage(trx, { ...page, part: filterKnown(ctx, page.part), userId: ctx.user.id }, ctx.now());
  });
  return { number: page.number };
}

/** `playerId` is the soldier that the file names; null where it names none. */
type ImportCommit = Parameters<typeof getImport>[1] & { playerId: string | null };

export async function commitImport({ db, jobs, now, user }: ServiceContext, { playerId, ...commit }: ImportCommit) {
  requirePast(commit.takenAt, now());
  await withPersonLock(db, user.id, async (trx) => {
    const soldier = await getSoldier(trx, user.id, commit.soldierId);
    if (playerId === null || playerId === soldier.playerId) return;
    // Files of two soldiers would become one history.
    if (soldier.playerId !== null) throw new AppError("soldier_mismatched");
    await identifySoldier(trx, user.id, soldier, { name: soldier.name, playerId }, now());
    // A question that is open about the soldier's identity was about another id, or none.
    const pendingReading = serializePendingReading({
      identity: null,
      restart: soldier.pendingReading?.restart ?? null,
    });
    const lastError = soldier.lastError === "soldier_unconfirmed" ? null : soldier.lastError;
    await changeSoldier(trx, user.id, soldier.id, { pendingReading, lastError }, now());
  });
  return { job: await jobs.begin(getImport(user.id, commit)) };
}

type Decision = { id: string; question: keyof PendingReading; isConfirmed: boolean };

export async function decide({ db, jobs, now, user }: ServiceContext, { id, question, isConfirmed }: Decision) {
  const isRead = await withPersonLock(db, user.id, async (trx) => {
    const soldier = await getSoldier(trx, user.id, id);
    const { identity, restart } = soldier.pendingReading ?? { identity: null, restart: null };
    const leave = (decisions: PendingReading, lastError: StoredSoldier["lastError"]) =>
      changeSoldier(trx, user.id, id, { pendingReading: serializePendingReading(decisions), lastError }, now());
    if (question === "identity" && identity) {
      const isOther = soldier.playerId === null;
      if (isConfirmed) await confirmIdentity(trx, user.id, soldier, identity, now());
      const left = isConfirmed ? null : { ...identity, isRefused: true };
      await leave({ identity: left, restart }, isConfirmed && isOther ? null : soldier.lastError);
      return isConfirmed && isOther;
    }
    if (question === "restart" && restart) {
      if (!isConfirmed) await deletePendingReading(trx, user.id, restart.snapshotId);
      else if (!(await confirmSnapshot(trx, { userId: user.id, soldierId: id, id: restart.snapshotId }))) {
        if (!restart.isRefused) throw new AppError("snapshot_missing");
        // The no has dropped that reading: the next one is asked about again.
        await leave({ identity, restart: { ...restart, isRefused: false } }, soldier.lastError);
        return true;
      }
      const left = isConfirmed ? null : { ...restart, isRefused: true, refusedAt: now().toISOString() };
      await leave({ identity, restart: left }, isConfirmed ? null : soldier.lastError);
    }
    return false;
  });
  return { job: isRead ? await jobs.begin(getRefresh(user.id, id)) : null };
}

/** Gives the soldier the confirmed name, and the id where it has none; nothing where its id is another by now. */
async function confirmIdentity(
  trx: Database,
  userId: string,
  soldier: StoredSoldier,
  { name, playerId }: { name: string; playerId: string | null },
  at: Date,
): Promise<void> {
  const isOther = soldier.playerId !== null && playerId !== null && playerId !== soldier.playerId;
  if (isOther) return;
  await identifySoldier(trx, userId, soldier, { name, playerId: soldier.playerId ?? playerId }, at);
}

/** Deletes a snapshot at this time, or restores it. */
export async function markSnapshotDeleted(
  { db, user }: ServiceContext,
  snapshot: SnapshotId,
  deletedAt: string | null,
) {
  const own = { userId: user.id, ...snapshot };
  const isMarked = await withPersonLock(db, user.id, (trx) => markSnapshot(trx, own, deletedAt));
  if (!isMarked) throw new AppError("snapshot_missing");
  return { id: snapshot.id };
}

/** Drops names that no screen and no target knows. */
const filterKnown = ({ arsenals }: ServiceContext, statistics: Statistics): Statistics =>
  onlyKnown(statistics, getVocabulary(arsenals, statistics.game));

/** The newest snapshot of each source, newest first. */
async function newestOfEach(db: Database, soldier: OwnSoldier) {
  const all = await Promise.all(SNAPSHOT_SOURCES.map((source) => getNewest(db, soldier, source)));
  return all.filter((snapshot) => snapshot !== null).toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : -1));
}

/** The job that reads the soldier: a running one, or a new one if the last reading is old; null otherwise. */
async function readAgain({ jobs, user, now }: ServiceContext, { id, triedAt, relation }: StoredSoldier) {
  if (relation === "sample") return null;
  const isOld = triedAt === null || Date.parse(triedAt) + READ_AGAIN_AFTER_MS < now().getTime();
  const job = getRefresh(user.id, id);
  if (isOld) return jobs.begin(job);
  return (await jobs.underWay(user.id)).find(({ key }) => key === job.key) ?? null;
}

/** The time at which the service may return something new; null: now. */
function getNextSnapshotTime({ statistics: { cacheMs }, now }: ServiceContext, { readAt }: StoredSoldier) {
  const at = Date.parse(readAt ?? "") + cacheMs;
  return at > now().getTime() ? new Date(at).toISOString() : null;
}

async function requireGame(db: Database, userId: string, soldierId: string, game: GameId): Promise<void> {
  const soldier = await getSoldier(db, userId, soldierId);
  if (soldier.game !== game) throw new AppError("input_invalid");
}

function requirePast(at: string, now: Date): void {
  if (at < EARLIEST || Date.parse(at) > now.getTime() + MAX_CLOCK_SKEW_MS) throw new AppError("input_invalid");
}
