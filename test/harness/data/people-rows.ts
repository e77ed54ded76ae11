// People written straight into the tables, and what of theirs is live: not deleted, nor part of something deleted.
import { generateNKeysBetween } from "fractional-indexing";
import { compressedJson } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";
import type { AnyPerson } from "#test/fixtures/any-person.ts";
import type { World } from "#test/harness/world.ts";
import { aLoadout } from "./lockers.ts";
import { someStatistics } from "./soldiers.ts";

const AT = "2026-01-01T00:00:00.000Z";
const stamps = { createdAt: AT, updatedAt: AT };
const id = (): string => crypto.randomUUID();
const deletedAt = (isDeleted: boolean): string | null => (isDeleted ? AT : null);

/** Writes a person with all they own; answers their id. */
export async function insertPerson(
  world: World,
  person: AnyPerson,
  { isGuest }: { isGuest: boolean },
): Promise<string> {
  const { db } = world.context;
  const userId = id();
  const email = `${userId}@example.com`;
  const at = new Date(AT);
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
    const soldierId = id();
    const unread = { playerId, readAt: null, triedAt: null, nextReadAt: null, vanishedAt: null, lastError: null };
    const key = { game: "bf4", platform: "pc", name, nameKey: name.toLowerCase() };
    const row = { id: soldierId, userId, ...key, relation, ...unread, deletedAt: deletedAt(isDeleted), ...stamps };
    await db.insertInto("soldier").values(row).execute();
    for (const { kills, isDeleted } of snapshots) {
      const statistics = someStatistics(kills);
      const reported = { source: "typed", takenAt: AT, seenAt: AT, figures: JSON.stringify(statistics.figures) };
      const body = compressedJson(statistics);
      const row = {
        id: id(),
        userId,
        soldierId,
        ...reported,
        body,
        bytes: body.length,
        deletedAt: deletedAt(isDeleted),
      };
      await db
        .insertInto("snapshot")
        .values({ ...row, ...stamps })
        .execute();
    }
    const places = generateNKeysBetween(null, null, goals.length);
    for (const [at, amount] of goals.entries()) {
      const body = JSON.stringify({ aim: { kind: "figure", figureId: "kills" }, amount, from: null });
      const row = { id: id(), userId, soldierId, body, place: places[at] ?? "", reachedAt: null, ...stamps };
      await db.insertInto("goal").values(row).execute();
    }
  }
}

async function insertLocker(world: World, userId: string, { folders, loadouts, shares }: AnyPerson): Promise<void> {
  const { db } = world.context;
  const folderIds = new Map(folders.map((name) => [name, id()]));
  for (const [name, folderId] of folderIds) {
    await db
      .insertInto("folder")
      .values({ id: folderId, userId, name, ...stamps })
      .execute();
  }
  const places = generateNKeysBetween(null, null, loadouts.length);
  for (const [at, { kit, name, note, tags, folder, isDeleted, isPinned }] of loadouts.entries()) {
    const body = JSON.stringify(aLoadout(world, "bf4", kit));
    const content = { game: "bf4", name, note, tags: JSON.stringify(tags), body, bytes: body.length };
    const arranged = { folderId: folderIds.get(folder ?? "") ?? null, pinnedAt: isPinned ? AT : null };
    const row = { id: id(), userId, ...content, ...arranged, place: places[at] ?? "", version: 1, mergedAt: null };
    await db
      .insertInto("loadout")
      .values({ ...row, deletedAt: deletedAt(isDeleted), ...stamps })
      .execute();
  }
  for (const { name, isRevoked } of shares) {
    const body = JSON.stringify({ name, loadout: aLoadout(world), note: null, author: null });
    const row = { id: id().replaceAll("-", "").slice(0, 12), userId, game: "bf4", name, body, withdrawnAt: null };
    await db
      .insertInto("share")
      .values({ ...row, revokedAt: deletedAt(isRevoked), ...stamps })
      .execute();
  }
}

/** Writes so many loadouts into a person's locker, each with these changes. */
export async function insertLoadouts(
  world: World,
  userId: string,
  count: number,
  change: (number: number) => { name?: string; note?: string; deletedAt?: string | null },
): Promise<void> {
  const body = JSON.stringify(aLoadout(world));
  const content = { game: "bf4", name: "First", note: "", tags: "[]", body, bytes: body.length };
  const state = { folderId: null, pinnedAt: null, version: 1, mergedAt: null, deletedAt: null, ...stamps };
  // Below what the person has.
  const places = generateNKeysBetween("b00", null, count);
  const rows = places.map((place, number) => ({ id: id(), userId, ...content, ...state, place, ...change(number) }));
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
      .values({ id: id(), userId, ...tick, confirmedAt: null, ...stamps })
      .execute();
  }
  const places = generateNKeysBetween(null, null, plan.length);
  for (const [at, targetId] of plan.entries()) {
    await db
      .insertInto("planItem")
      .values({ id: id(), userId, targetId, place: places[at] ?? "", ...stamps })
      .execute();
  }
}

export type LiveRows = Awaited<ReturnType<typeof getLiveRows>>;

/** Everything of a person that is live, by what its owner sees of it. */
export async function getLiveRows(db: Database, userId: string) {
  const soldiers = await db.selectFrom("soldier").selectAll().where("userId", "=", userId).execute();
  const live = new Map(
    soldiers
      .filter(({ deletedAt }) => !deletedAt)
      .map(({ id, name, playerId }) => [id, { name: name.toLowerCase(), playerId }]),
  );
  const ofLive = <Row extends { soldierId: string }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const soldier = live.get(row.soldierId);
      return soldier ? { ...row, soldier } : [];
    });
  const snapshots = await db.selectFrom("snapshot").selectAll().where("userId", "=", userId).execute();
  const goals = await db.selectFrom("goal").selectAll().where("userId", "=", userId).execute();
  const folders = await db.selectFrom("folder").selectAll().where("userId", "=", userId).execute();
  const folderOf = new Map(folders.map(({ id, name }) => [id, name]));
  const loadouts = await db.selectFrom("loadout").selectAll().where("userId", "=", userId).execute();
  const ticks = await db.selectFrom("tick").selectAll().where("userId", "=", userId).execute();
  const plan = await db.selectFrom("planItem").select("targetId").where("userId", "=", userId).execute();
  const shares = await db.selectFrom("share").selectAll().where("userId", "=", userId).execute();
  return {
    soldiers: [...live.values()],
    snapshots: ofLive(snapshots.filter(({ deletedAt }) => !deletedAt)).map(({ id, soldier, body }) => ({
      id,
      soldier,
      body,
    })),
    goals: ofLive(goals).map(({ id, soldier, body }) => ({ id, soldier, body })),
    loadouts: loadouts
      .filter(({ deletedAt }) => !deletedAt)
      .map(({ id, name, game, body, note, tags, folderId, pinnedAt }) => ({
        id,
        name,
        content: JSON.stringify([game, body, note, tags]),
        folder: folderOf.get(folderId ?? "") ?? null,
        isPinned: pinnedAt !== null,
      })),
    folders: [...new Set(folderOf.values())],
    ticks: new Map(ticks.map(({ targetId, count }) => [targetId, count])),
    plan: plan.map(({ targetId }) => targetId),
    shares: shares.map(({ id, body, revokedAt, withdrawnAt }) => ({ id, body, isLive: !revokedAt && !withdrawnAt })),
  };
}
