// A person as a whole: deleting one, and merging a guest into an account at sign-in. What they own is registered by the features.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, inSlices, inTransaction } from "#server/database/database.ts";
import { type Chore, countRows, createRun, deleteInChunks, type Run } from "#server/database/purge-run.ts";
import type { Tables } from "#server/database/schema.ts";
import { type GuestMerge, listUserDataTables, type UserDataTables } from "#server/database/user-data-tables.ts";
import type { Events } from "#server/events.ts";
import { lockPerson } from "./person-lock.ts";

/** Without events in an operator's command, where nothing is subscribed. */
type DeletionParts = { db: Database; events?: Events };

/** What a feature does about a person. */
export type PersonFeature = {
  tables?: UserDataTables;
  /** Runs before an account is deleted, and what it returns afterwards. */
  onPersonDeleted?: (parts: DeletionParts, userId: string, now: Date) => Promise<() => Promise<void>>;
};

export type People = ReturnType<typeof createPeople>;

/** Rows that a caller waits for; the hourly purge deletes the others. */
const PURGED_AT_ONCE = 1000;
const PEOPLE_AT_ONCE = 100;

export function createPeople(features: readonly PersonFeature[]) {
  const tables = listUserDataTables(features);

  /** Deletes an account: gone at once, while the rows may follow in the background. */
  async function deleteAccount(parts: DeletionParts, userId: string): Promise<void> {
    const now = new Date();
    const afterwards: (() => Promise<void>)[] = [];
    for (const { onPersonDeleted } of features)
      if (onPersonDeleted) afterwards.push(await onPersonDeleted(parts, userId, now));
    await deletePerson(parts.db, userId, now);
    for (const finish of afterwards) await finish();
  }

  /** Deletes a person, and what they owned as far as the run goes. Once more changes nothing. */
  async function deletePerson(db: Database, userId: string, now: Date, run?: Run): Promise<void> {
    await inTransaction(db, async (trx) => {
      if (await lockPerson(trx, userId)) await removePerson(trx, userId, now);
    });
    await purgePerson(db, userId, run);
  }

  /** Deletes what the former person owned, as far as the run goes. */
  async function purgePerson(db: Database, userId: string, run = createRun(PURGED_AT_ONCE)): Promise<void> {
    // Each before those that it refers to.
    for (const [name, { purgedAtOnce }] of tables.toReversed()) {
      if (purgedAtOnce === undefined) continue;
      const table = name as "loadout";
      const rows = db.selectFrom(table).select(["id", "userId"]).where("userId", "=", userId).limit(purgedAtOnce);
      await deleteInChunks(db, table, () => rows.execute(), run);
      if (run.left <= 0) return;
    }
    await db.deleteFrom("formerPerson").where("id", "=", userId).execute();
  }

  /**
   * Merges a guest into an account, and deletes the guest; nothing where one of the two is gone. All of it in one transaction: nothing
   * live is dropped, and an account may exceed its limits by what one guest has.
   */
  async function mergeGuest(db: Database, guestId: string, userId: string, now = new Date()): Promise<void> {
    if (guestId === userId) return;
    await inTransaction(db, async (trx) => {
      // Locked in one order, so that two merges cannot deadlock.
      for (const id of [guestId, userId].toSorted()) if (!(await lockPerson(trx, id))) return;
      const merge = { guestId, userId, at: now.toISOString() };
      await mergeLanguage(trx, merge);
      // First of all tables: a foreign key changes rows together with those that they refer to.
      for (const [table, { key, merge: isMerged, onIdChanged }] of tables) {
        if (key !== "userId" || !isMerged) continue;
        for (const ids of await separateIds(trx, merge, table)) await onIdChanged?.(trx, guestId, ids);
      }
      for (const [, table] of tables) await table.merge?.(trx, merge);
      await removePerson(trx, guestId, now);
    });
    await purgePerson(db, guestId);
  }

  /** Deletes what people owned who are gone. */
  async function purgeFormerPeople(db: Database, _: Date, run: Run): Promise<void> {
    while (run.left > 0) {
      const people = await db.selectFrom("formerPerson").select("id").limit(PEOPLE_AT_ONCE).execute();
      if (people.length === 0) return;
      for (const { id } of people) if (run.left > 0) await purgePerson(db, id, run);
    }
  }

  /** Deletes guests without a session: no one can sign in to them again. */
  const purgeGuests: Chore = (db, at, run) =>
    forEachLostGuest(db, at, run, async (id) => {
      countRows(run, "user", 1);
      await deletePerson(db, id, at, run);
    });

  return { tables, deleteAccount, deletePerson, purgePerson, mergeGuest, purgeGuests, purgeFormerPeople };
}

/**
 * Deletes the person's row, and with it by foreign keys their sessions, ways to sign in, memberships, shares and whatever else is
 * small; what they owned is recorded for the purge. The caller holds the person's lock.
 */
async function removePerson(trx: Database, userId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx.insertInto("formerPerson").values({ id: userId, createdAt: at, updatedAt: at }).execute();
  await trx
    .deleteFrom("verification")
    .where(startsWithPerson(userId))
    .where(({ or, eb }) => or([eb("value", "=", userId), eb("value", "like", `${userId}:%`)]))
    .execute();
  await trx.deleteFrom("user").where("id", "=", userId).execute();
}

/** Of a verification's value; in the form of the index, which has as many characters as the ids of people. */
export const startsWithPerson = (userId: string) => sql<boolean>`SUBSTR("value", 1, 32) = ${userId.slice(0, 32)}`;

/** An account that has no language yet goes on in the guest's. */
async function mergeLanguage(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  await trx
    .updateTable("user")
    .set({ language: trx.selectFrom("user as guest").select("guest.language").where("guest.id", "=", guestId) })
    .where("id", "=", userId)
    .where("language", "is", null)
    .execute();
}

/** Gives other ids to the guest's rows that have an id of the account's, so that both can stay: clients make the ids. */
async function separateIds(
  trx: Database,
  { guestId, userId }: GuestMerge,
  table: keyof Tables,
): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ id: string }>`SELECT "guests"."id" FROM ${sql.table(table)} AS "guests"
    JOIN ${sql.table(table)} AS "own" ON "own"."id" = "guests"."id" AND "own"."userId" = ${userId}
    WHERE "guests"."userId" = ${guestId}`.execute(trx);
  const changed = rows.map(({ id }) => ({ from: id, to: randomUUID() }));
  for (const { from, to } of changed)
    await sql`UPDATE ${sql.table(table)} SET "id" = ${to} WHERE "userId" = ${guestId} AND "id" = ${from}`.execute(trx);
  return changed;
}

/** Gives all of the guest's rows of a table to the account, so many in each statement. */
export const moveRows =
  (name: keyof Tables, atOnce: number) =>
  (trx: Database, { guestId, userId }: GuestMerge): Promise<void> =>
    inSlices(async (limit) => {
      const table = name as "share";
      const rows = await trx.selectFrom(table).select("id").where("userId", "=", guestId).limit(limit).execute();
      const ids = rows.map(({ id }) => id);
      const guests = trx.updateTable(table).where("userId", "=", guestId).where("id", "in", ids);
      if (ids.length > 0) await guests.set({ userId }).execute();
      return ids.length;
    }, atOnce);

/** A guest was just made, and its session comes next. */
const GUEST_SETTLES_MS = 60_000;
/** Guests that are checked together for one without a session. */
const GUESTS_AT_ONCE = 200;

/** Pages over guests alone, by the index of them, and finds their sessions by that of `userId`. */
async function forEachLostGuest(
  db: Database,
  at: Date,
  run: Run,
  work: (guestId: string) => Promise<void>,
): Promise<void> {
  const olderThan = new Date(at.getTime() - GUEST_SETTLES_MS);
  let after = "";
  while (run.left > 0) {
    const guests = await db
      .selectFrom("user")
      .select(["id", "createdAt"])
      .where("isAnonymous", "=", true)
      .where("id", ">", after)
      .orderBy("id")
      .limit(GUESTS_AT_ONCE)
      .execute();
    const last = guests.at(-1);
    if (!last) return;
    const ids = guests.map(({ id }) => id);
    const sessions = await db.selectFrom("session").select("userId").where("userId", "in", ids).execute();
    const stays = new Set(sessions.map(({ userId }) => userId));
    for (const { id, createdAt } of guests) {
      if (stays.has(id) || new Date(createdAt) >= olderThan || run.left <= 0) continue;
      await work(id);
    }
    after = last.id;
    await nextTurn();
  }
}
