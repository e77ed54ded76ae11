// Deleting a person: gone at once, while what they owned is deleted afterwards, a few rows at a time.
import { sql } from "kysely";
import { type Database, inTransaction } from "#server/database/database.ts";
import { createRun, deleteInChunks, type Run } from "#server/database/purge-run.ts";
import { lockPerson } from "./person-lock.ts";

/**
 * Deletes the person's row, and with it by foreign keys their sessions, ways to sign in, memberships, shares and whatever else is
 * small; what they owned is recorded for `purgeFormerPeople`. The caller holds the person's lock.
 */
export async function removePerson(trx: Database, userId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx.insertInto("formerPerson").values({ id: userId, createdAt: at, updatedAt: at }).execute();
  await trx.deleteFrom("invitation").where("inviterId", "=", userId).execute();
  await trx
    .deleteFrom("verification")
    .where(startsWithPerson(userId))
    .where(({ or, eb }) => or([eb("value", "=", userId), eb("value", "like", `${userId}:%`)]))
    .execute();
  await trx.deleteFrom("user").where("id", "=", userId).execute();
}

/** Of a verification's value; in the form of the index, which has as many characters as the ids of people. */
export const startsWithPerson = (userId: string) => sql<boolean>`SUBSTR("value", 1, 32) = ${userId.slice(0, 32)}`;

/** Deletes a person, and what they owned as far as the run goes. Once more changes nothing. */
export async function deletePerson(db: Database, userId: string, now: Date, run?: Run): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await lockPerson(trx, userId)) await removePerson(trx, userId, now);
  });
  await purgePerson(db, userId, run);
}

/** Rows that a caller waits for; the hourly purge deletes the others. */
const PURGED_AT_ONCE = 1000;

/**
 * The tables whose rows stay when their person is deleted, each before those that it refers to, with the rows of one transaction:
 * few of those that are large.
 */
const PURGED = {
  importedLoadout: 20,
  lockerImport: 50,
  statisticsPage: 2,
  goal: 50,
  snapshot: 10,
  soldier: 10,
  loadout: 20,
  folder: 50,
  tick: 100,
  planItem: 100,
} as const;

/** Deletes what the former person owned, as far as the run goes. */
export async function purgePerson(db: Database, userId: string, run = createRun(PURGED_AT_ONCE)): Promise<void> {
  for (const [table, limit] of Object.entries(PURGED)) {
    const name = table as keyof typeof PURGED;
    const rows = db.selectFrom(name).select(["id", "userId"]).where("userId", "=", userId).limit(limit);
    await deleteInChunks(db, name, () => rows.execute(), run);
    if (run.left <= 0) return;
  }
  await db.deleteFrom("formerPerson").where("id", "=", userId).execute();
}

const PEOPLE_AT_ONCE = 100;

/** Deletes what people owned who are gone. */
export async function purgeFormerPeople(db: Database, _: Date, run: Run): Promise<void> {
  while (run.left > 0) {
    const people = await db.selectFrom("formerPerson").select("id").limit(PEOPLE_AT_ONCE).execute();
    if (people.length === 0) return;
    for (const { id } of people) if (run.left > 0) await purgePerson(db, id, run);
  }
}
