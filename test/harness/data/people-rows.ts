// Inserts users into the tables directly, and reads their live rows: neither deleted nor a part of a deleted row.
import { generateNKeysBetween } from "fractional-indexing";
import { compressedJson } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";
import type { AnyPerson } from "#test/fixtures/any-person.ts";
import type { World } from "#test/harness/world.ts";
import { buildLoadout } from "./lockers.ts";
import { buildStatistics } from "./soldiers.ts";

const TIMESTAMP = "2026-01-01T00:00:00.000Z";
const TIMESTAMPS = { createdAt: TIMESTAMP, updatedAt: TIMESTAMP };
const createId = (): string => crypto.randomUUID();
const getDeletedAt = (isDeleted: boolean): string | null => (isDeleted ? TIMESTAMP : null);

/** Inserts a user with all their data; returns the user's id. */
export async function insertPerson(
  world: World,
  person: AnyPerson,
  { isGuest }: { isGuest: boolean },
): Promise<string> {
  const { db } = world.context;
  const userId = createId();
  const email = `${userId}@example.com`;
  const at = new Date(TIMESTAMP);
  const user = { id: userId, name: "Robin", email, emailVerified: !isGuest, image: null, isAnonymous: isGuest };
  await db
    .insertInto("user")
    .values({ ...user, createdAt: at, updatedAt: at })
    .execute();
  await insertSoldiers(db, userId, person);
  await insertLocker(world, userId, person);
  await insertProgress(db, userId, person);
  return userId;
}

async function insertSoldiers(db: Database, userId: string, { soldiers }: AnyPerson): Promise<void> {
  for (const { name, playerId, relation, isDeleted, snapshots, goals } of soldiers) {
    const soldierId = createId();
    const unread = { playerId, readAt: null, triedAt: null, nextReadAt: null, vanishedAt: null, lastError: null };
    const key = { game: "bf4", platform: "pc", name, nameKey: name.toLowerCase() };
    const row = {
      id: soldierId,
      userId,
      ...key,
      relation,
      ...unread,
      deletedAt: getDeletedAt(isDeleted),
      ...TIMESTAMPS,
    };
    await db.insertInto("soldier").values(row).execute();
    for (const { kills, isDeleted } of snapshots) {
      const statistics = buildStatistics(kills);
      const reported = {
        source: "typed",
        takenAt: TIMESTAMP,
        seenAt: TIMESTAMP,
        figures: JSON.stringify(statistics.figures),
      };
      const body = compressedJson(statistics);
      const row = {
        id: createId(),
        userId,
        soldierId,
        ...reported,
        body,
        bytes: body.length,
        deletedAt: getDeletedAt(isDeleted),
      };
      await db
        .insertInto("snapshot")
        .values({ ...row, ...TIMESTAMPS })
        .execute();
    }
    const places = generateNKeysBetween(null, null, goals.length);
    for (const [at, amount] of goals.entries()) {
      const body = JSON.stringify({ aim: { kind: "figure", figureId: "kills" }, amount, from: null });
      const row = { id: createId(), userId, soldierId, body, place: places[at] ?? "", reachedAt: null, ...TIMESTAMPS };
      await db.insertInto("goal").values(row).execute();
    }
  }
}

async function insertLocker(world: World, userId: string, { folders, loadouts, shares }: AnyPerson): Promise<void> {
  const { db } = world.context;
  const folderIds = new Map(folders.map((name) => [name, createId()]));
  for (const [name, folderId] of folderIds) {
    await db
      .insertInto("folder")
      .values({ id: folderId, userId, name, ...TIMESTAMPS })
      .execute();
  }
  const places = generateNKeysBetween(null, null, loadouts.length);
  for (const [at, { kit, name, note, tags, folder, isDeleted, isPinned }] of loadouts.entries()) {
    const body = JSON.stringify(buildLoadout(world, "bf4", kit));
    const content = { game: "bf4", name, note, tags: JSON.stringify(tags), body, bytes: body.length };
    const arranged = { folderId: folderIds.get(folder ?? "") ?? null, pinnedAt: isPinned ? TIMESTAMP : null };
    const row = {
      id: createId(),
      userId,
      ...content,
      ...arranged,
      place: places[at] ?? "",
      version: 1,
      mergedAt: null,
    };
    await db
      .insertInto("loadout")
      .values({ ...row, deletedAt: getDeletedAt(isDeleted), ...TIMESTAMPS })
      .execute();
  }
  for (const { name, isRevoked } of shares) {
    const body = JSON.stringify({ name, loadout: buildLoadout(world), note: null, author: null });
    const row = { id: createId().replaceAll("-", "").slice(0, 12), userId, game: "bf4", name, body, withdrawnAt: null };
    await db
      .insertInto("share")
      .values({ ...row, revokedAt: getDeletedAt(isRevoked), ...TIMESTAMPS })
      .execute();
  }
}

/** Inserts `count` loadouts into a user's locker, each with the changes that `change` returns for its number. */
export async function insertLoadouts(
  world: World,
  userId: string,
  count: number,
  change: (number: number) => { name?: string; note?: string; deletedAt?: string | null },
): Promise<void> {
  const body = JSON.stringify(buildLoadout(world));
  const content = { game: "bf4", name: "First", note: "", tags: "[]", body, bytes: body.length };
  const state = { folderId: null, pinnedAt: null, version: 1, mergedAt: null, deletedAt: null, ...TIMESTAMPS };
  // The places follow those of the user's existing loadouts.
  const places = generateNKeysBetween("b00", null, count);
  const rows = places.map((place, number) => ({
    id: createId(),
    userId,
    ...content,
    ...state,
    place,
    ...change(number),
  }));
  for (let at = 0; at < count; at += 1000) {
    await world.context.db
      .insertInto("loadout")
      .values(rows.slice(at, at + 1000))
      .execute();
  }
}

async function insertProgress(db: Database, userId: string, { ticks, plan }: AnyPerson): Promise<void> {
  for (const tick of ticks) {
    await db
      .insertInto("tick")
      .values({ id: createId(), userId, ...tick, confirmedAt: null, ...TIMESTAMPS })
      .execute();
  }
  const places = generateNKeysBetween(null, null, plan.length);
  for (const [at, targetId] of plan.entries()) {
    await db
      .insertInto("planItem")
      .values({ id: createId(), userId, targetId, place: places[at] ?? "", ...TIMESTAMPS })
      .execute();
  }
}

export type LiveRows = Awaited<ReturnType<typeof getLiveRows>>;

/** Returns the live rows of a user, reduced to the content that the user sees. */
export async function getLiveRows(db: Database, userId: string) {
  const soldiers = await db.selectFrom("soldier").selectAll().where("userId", "=", userId).execute();
  const liveSoldiers = new Map(
    soldiers
      .filter(({ deletedAt }) => !deletedAt)
      .map(({ id, name, playerId }) => [id, { name: name.toLowerCase(), playerId }]),
  );
  const withLiveSoldier = <Row extends { soldierId: string }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const soldier = liveSoldiers.get(row.soldierId);
      return soldier ? { ...row, soldier } : [];
    });
  const snapshots = await db.selectFrom("snapshot").selectAll().where("userId", "=", userId).execute();
  const goals = await db.selectFrom("goal").selectAll().where("userId", "=", userId).execute();
  const folders = await db.selectFrom("folder").selectAll().where("userId", "=", userId).execute();
  const folderNames = new Map(folders.map(({ id, name }) => [id, name]));
  const loadouts = await db.selectFrom("loadout").selectAll().where("userId", "=", userId).execute();
  const ticks = await db.selectFrom("tick").selectAll().where("userId", "=", userId).execute();
  const plan = await db.selectFrom("planItem").select("targetId").where("userId", "=", userId).execute();
  const shares = await db.selectFrom("share").selectAll().where("userId", "=", userId).execute();
  return {
    soldiers: [...liveSoldiers.values()],
    snapshots: withLiveSoldier(snapshots.filter(({ deletedAt }) => !deletedAt)).map(({ id, soldier, body }) => ({
      id,
      soldier,
      body,
    })),
    goals: withLiveSoldier(goals).map(({ id, soldier, body }) => ({ id, soldier, body })),
    loadouts: loadouts
      .filter(({ deletedAt }) => !deletedAt)
      .map(({ id, name, game, body, note, tags, folderId, pinnedAt }) => ({
        id,
        name,
        content: JSON.stringify([game, body, note, tags]),
        folder: folderNames.get(folderId ?? "") ?? null,
        isPinned: pinnedAt !== null,
      })),
    folders: [...new Set(folderNames.values())],
    ticks: new Map(ticks.map(({ targetId, count }) => [targetId, count])),
    plan: plan.map(({ targetId }) => targetId),
    shares: shares.map(({ id, body, revokedAt, withdrawnAt }) => ({ id, body, isLive: !revokedAt && !withdrawnAt })),
  };
}
