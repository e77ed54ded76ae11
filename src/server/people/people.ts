// Deletes people, and merges guests into accounts at sign-in. The features register the tables with user data.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { LimitUse } from "#domain/limits.ts";
import { type Database, inTransaction, runInSlices } from "#server/database/database.ts";
import { type Chore, countRows, createRun, deleteInChunks, type Run } from "#server/database/purge-run.ts";
import type { Tables } from "#server/database/schema.ts";
import { type GuestMerge, listUserDataTables, type UserDataTables } from "#server/database/user-data-tables.ts";
import type { Events } from "#server/events.ts";
import { lockPerson } from "./person-lock.ts";

/** `events` is missing in an operator's command, which has no subscribers. */
type DeletionParts = { db: Database; events?: Events };

/** A feature's tables with user data, their use of the limits, and its handler for deletions. */
export type PersonFeature = {
  tables?: UserDataTables;
  /** Returns how much of its limits a user's data takes. */
  getUse?: (db: Database, userId: string) => Promise<LimitUse>;
  /** Runs before an account is deleted; the returned function runs afterwards. */
  onPersonDeleted?: (parts: DeletionParts, userId: string, now: Date) => Promise<() => Promise<void>>;
};

export type People = ReturnType<typeof createPeople>;

/** Maximum of rows that a call deletes; the hourly purge deletes the rest. */
const MAX_ROWS_PER_CALL = 1000;
const PEOPLE_CHUNK_SIZE = 100;

export function createPeople(features: readonly PersonFeature[]) {
  const tables = listUserDataTables(features);

  /** Returns how much of all limits a user's data takes. */
  async function getUse(db: Database, userId: string): Promise<LimitUse> {
    const use: LimitUse = {};
    for (const feature of features) Object.assign(use, await feature.getUse?.(db, userId));
    return use;
  }

  /** Deletes an account at once; some rows may be deleted later in the background. */
  async function deleteAccount(parts: DeletionParts, userId: string): Promise<void> {
    const now = new Date();
    const finishers: (() => Promise<void>)[] = [];
    for (const { onPersonDeleted } of features)
      if (onPersonDeleted) finishers.push(await onPersonDeleted(parts, userId, now));
    await deletePerson(parts.db, userId, now);
    for (const finish of finishers) await finish();
  }

  /** Deletes a person, and their rows up to the maximum of the run. Idempotent. */
  async function deletePerson(db: Database, userId: string, now: Date, run?: Run): Promise<void> {
    await inTransaction(db, async (trx) => {
      if (await lockPerson(trx, userId)) await removePerson(trx, userId, now);
    });
    await purgePerson(db, userId, run);
  }

  /** Deletes the rows of a deleted person, up to the maximum of the run. */
  async function purgePerson(db: Database, userId: string, run = createRun(MAX_ROWS_PER_CALL)): Promise<void> {
    // In reverse order, so that rows are deleted before the rows that they reference.
    for (const [name, { purgeChunkSize: purgedAtOnce }] of tables.toReversed()) {
      if (purgedAtOnce === undefined) continue;
      const table = name as "loadout";
      const rows = db.selectFrom(table).select(["id", "userId"]).where("userId", "=", userId).limit(purgedAtOnce);
      await deleteInChunks(db, table, () => rows.execute(), run);
      if (run.left <= 0) return;
    }
    await db.deleteFrom("formerPerson").where("id", "=", userId).execute();
  }

  /**
   * Merges a guest into an account and deletes the guest, in one transaction; does nothing if either is deleted. No live row is dropped,
   * so each merge may exceed the account's limits by the rows of its guest.
   */
  async function mergeGuest(db: Database, guestId: string, userId: string, now = new Date()): Promise<void> {
    if (guestId === userId) return;
    await inTransaction(db, async (trx) => {
      // Locks are taken in a fixed order, so that two merges cannot deadlock.
      for (const id of [guestId, userId].toSorted()) if (!(await lockPerson(trx, id))) return;
      const merge = { guestId, userId, at: now.toISOString() };
      await mergeLanguage(trx, merge);
      // Ids are changed in all tables before any merge, because foreign keys change referencing rows, too.
      for (const [table, { key, merge: isMerged, onIdChanged }] of tables) {
        if (key !== "userId" || !isMerged) continue;
        for (const ids of await changeDuplicateIds(trx, merge, table)) await onIdChanged?.(trx, guestId, ids);
      }
      for (const [, table] of tables) await table.merge?.(trx, merge);
      await removePerson(trx, guestId, now);
    });
    await purgePerson(db, guestId);
  }

  /** Deletes the remaining rows of deleted people. */
  async function purgeFormerPeople(db: Database, _: Date, run: Run): Promise<void> {
    while (run.left > 0) {
      const people = await db.selectFrom("formerPerson").select("id").limit(PEOPLE_CHUNK_SIZE).execute();
      if (people.length === 0) return;
      for (const { id } of people) if (run.left > 0) await purgePerson(db, id, run);
    }
  }

  /** Deletes guests without a session, because they can no longer be signed in to. */
  const purgeGuests: Chore = (db, at, run) =>
    forEachGuestWithoutSession(db, at, run, async (id) => {
      countRows(run, "user", 1);
      await deletePerson(db, id, at, run);
    });

  /** Whether the person was deleted or merged into an account. */
  const isDeleted = async (db: Database, id: string): Promise<boolean> =>
    !(await db.selectFrom("user").select("id").where("id", "=", id).executeTakeFirst());

  return {
    tables,
    getUse,
    isDeleted,
    deleteAccount,
    deletePerson,
    purgePerson,
    mergeGuest,
    purgeGuests,
    purgeFormerPeople,
  };
}

/**
 * Deletes the person's row. Foreign keys delete their sessions, sign-in methods, memberships, shares and other small tables; the id is
 * recorded for the purge of the rest. The caller must hold the person's lock.
 */
async function removePerson(trx: Database, userId: string, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  await trx.insertInto("formerPerson").values({ id: userId, createdAt: timestamp, updatedAt: timestamp }).execute();
  await trx
    .deleteFrom("verification")
    .where(startsWithPerson(userId))
    .where(({ or, eb }) => or([eb("value", "=", userId), eb("value", "like", `${userId}:%`)]))
    .execute();
  await trx.deleteFrom("user").where("id", "=", userId).execute();
}

/** Returns an SQL condition: whether a verification's value starts with this user id. It matches the index on the first 32 characters. */
export const startsWithPerson = (userId: string) => sql<boolean>`SUBSTR("value", 1, 32) = ${userId.slice(0, 32)}`;

/** Sets the guest's language for an account without one. */
async function mergeLanguage(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  await trx
    .updateTable("user")
    .set({ language: trx.selectFrom("user as guest").select("guest.language").where("guest.id", "=", guestId) })
    .where("id", "=", userId)
    .where("language", "is", null)
    .execute();
}

/** Changes the ids of the guest's rows that the account also uses, as clients create ids. Returns the changed ids. */
async function changeDuplicateIds(
  trx: Database,
  { guestId, userId }: GuestMerge,
  table: keyof Tables,
): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ id: string }>`SELECT "guests"."id" FROM ${sql.table(table)} AS "guests"
    JOIN ${sql.table(table)} AS "own" ON "own"."id" = "guests"."id" AND "own"."userId" = ${userId}
    WHERE "guests"."userId" = ${guestId}`.execute(trx);
  const changedIds = rows.map(({ id }) => ({ from: id, to: randomUUID() }));
  for (const { from, to } of changedIds)
    await sql`UPDATE ${sql.table(table)} SET "id" = ${to} WHERE "userId" = ${guestId} AND "id" = ${from}`.execute(trx);
  return changedIds;
}

/** Returns a merge that moves all of the guest's rows of a table to the account, with this number of rows per statement. */
export const moveRows =
  (name: keyof Tables, chunkSize: number) =>
  (trx: Database, { guestId, userId }: GuestMerge): Promise<void> =>
    runInSlices(async (limit) => {
      const table = name as "share";
      const rows = await trx.selectFrom(table).select("id").where("userId", "=", guestId).limit(limit).execute();
      const ids = rows.map(({ id }) => id);
      const guests = trx.updateTable(table).where("userId", "=", guestId).where("id", "in", ids);
      if (ids.length > 0) await guests.set({ userId }).execute();
      return ids.length;
    }, chunkSize);

/** Age below which a guest may have no session, because the session is inserted after the guest. */
const MIN_GUEST_AGE_MS = 60_000;
/** Number of guests per database read. */
const GUEST_CHUNK_SIZE = 200;

/** Calls `work` for each guest without a session. It pages over the index of guests, and finds sessions with the index on `userId`. */
async function forEachGuestWithoutSession(
  db: Database,
  at: Date,
  run: Run,
  work: (guestId: string) => Promise<void>,
): Promise<void> {
  const olderThan = new Date(at.getTime() - MIN_GUEST_AGE_MS);
  let after = "";
  while (run.left > 0) {
    const guests = await db
      .selectFrom("user")
      .select(["id", "createdAt"])
      .where("isAnonymous", "=", true)
      .where("id", ">", after)
      .orderBy("id")
      .limit(GUEST_CHUNK_SIZE)
      .execute();
    const last = guests.at(-1);
    if (!last) return;
    const ids = guests.map(({ id }) => id);
    const sessions = await db.selectFrom("session").select("userId").where("userId", "in", ids).execute();
    const withSession = new Set(sessions.map(({ userId }) => userId));
    for (const { id, createdAt } of guests) {
      if (withSession.has(id) || new Date(createdAt) >= olderThan || run.left <= 0) continue;
      await work(id);
    }
    after = last.id;
    await setImmediate();
  }
}
