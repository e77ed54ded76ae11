// Deleted users: from the moment they are recorded here no sign-in and no read finds them. Their rows are deleted afterwards,
// in short transactions.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, inTransaction } from "#server/database/database.ts";
import { finishOperation } from "./finish.ts";
import { hasRoomForGuest } from "./merge-room.ts";
import { lockPerson, recordOperation } from "./operation.ts";

/** Guests that one call tries to merge. */
const WAITING_AT_ONCE = 10;

/** The caller waits this long for the rows; the rest is deleted in the background. */
const PATIENCE_MS = 1000;

/**
 * Records that the person is gone, with their ways to sign in, sessions, memberships and picture; once more changes
 * nothing. Their address is free at once.
 */
export async function recordDeparture(db: Database, userId: string, now: Date): Promise<void> {
  for (;;) {
    const isRecorded = await inTransaction(db, async (trx) => {
      const { isGone, isPending } = await lockPerson(trx, userId);
      if (isGone) return true;
      if (isPending) return false;
      await insertDeparture(trx, { userId, mergedInto: null }, now);
      return true;
    });
    if (isRecorded) return;
    await finishOperation(db, userId);
  }
}

/**
 * Records that the guest is gone, and the merge into the account; where the account has no room for all of the guest,
 * that the guest waits, with all they own. False when one of the two is gone already, or the guest waits.
 */
export async function recordMerge(db: Database, guestId: string, userId: string, now: Date): Promise<boolean> {
  for (;;) {
    const outcome = await inTransaction(db, async (trx) => {
      // Locked in one order, so that two merges cannot deadlock.
      const standings = [];
      for (const id of [guestId, userId].toSorted()) standings.push(await lockPerson(trx, id));
      if (standings.some(({ isGone }) => isGone)) return "gone";
      if (standings.some(({ isPending }) => isPending)) return "pending";
      if (!(await hasRoomForGuest(trx, guestId, userId))) {
        await recordOperation(trx, { userId: guestId, kind: "merge", ref: userId }, now, "waiting");
        return "full";
      }
      await takeLanguage(trx, guestId, userId);
      await insertDeparture(trx, { userId: guestId, mergedInto: userId }, now);
      await recordOperation(trx, { userId, kind: "merge", ref: guestId }, now);
      return "recorded";
    });
    if (outcome !== "pending") return outcome === "recorded";
    await finishOperation(db, guestId);
    await finishOperation(db, userId);
  }
}

/** An account that has no language yet goes on in the guest's. */
const takeLanguage = (trx: Database, guestId: string, userId: string) =>
  trx
    .updateTable("user")
    .set({ language: trx.selectFrom("user as guest").select("guest.language").where("guest.id", "=", guestId) })
    .where("id", "=", userId)
    .where("language", "is", null)
    .execute();

async function insertDeparture(
  trx: Database,
  departure: { userId: string; mergedInto: string | null },
  now: Date,
): Promise<void> {
  const { userId } = departure;
  const at = now.toISOString();
  await trx
    .insertInto("departure")
    .values({ ...departure, id: randomUUID(), createdAt: at, updatedAt: at })
    .execute();
  for (const table of ["session", "account", "passkey", "member", "teamMember", "avatar"] as const) {
    await trx.deleteFrom(table).where("userId", "=", userId).execute();
  }
  await trx.deleteFrom("invitation").where("inviterId", "=", userId).execute();
  // A guest who is merged waits no longer; those who wait for an account that is gone are purged as guests without a session.
  await trx
    .deleteFrom("operation")
    .where("state", "=", "waiting")
    .where(({ or, eb }) => or([eb("userId", "=", userId), eb("ref", "=", userId)]))
    .execute();
  const unnamed = { name: "", searchName: null, language: null };
  const nameless = { ...unnamed, email: `${randomUUID()}@departed.invalid`, emailVerified: false, image: null };
  const named = trx.updateTable("user").set(nameless).where("id", "=", userId).returning("isAnonymous");
  // No mail with a link goes to a guest.
  if ((await named.executeTakeFirst())?.isAnonymous) return;
  await trx
    .deleteFrom("verification")
    .where(startsWithPerson(userId))
    .where(({ or, eb }) => or([eb("value", "=", userId), eb("value", "like", `${userId}:%`)]))
    .execute();
}

/** Of a verification's value; in the form of the index, which has as many characters as the ids of people. */
export const startsWithPerson = (userId: string) => sql<boolean>`SUBSTR("value", 1, 32) = ${userId.slice(0, 32)}`;

/** The rows of one transaction: few of those that are large or in many indexes. */
const BATCH = {
  loadout: 20,
  snapshot: 10,
  statisticsPage: 2,
  share: 20,
  goal: 50,
  soldier: 10,
  folder: 50,
  tick: 100,
  planItem: 100,
  job: 20,
} as const;

type PurgedTable = keyof typeof BATCH;
const WORDS = 200;
const IMPORTED = 20;

type Purging = { mergedInto: string | null; userId: string };

/** Deletes some rows of the person; false when none is left but the person's own. */
async function purgeSome(db: Database, purging: Purging): Promise<boolean> {
  if (await purgeWords(db, purging)) return true;
  if (await purgeImported(db, purging.userId)) return true;
  for (const table of Object.keys(BATCH) as PurgedTable[]) {
    const ids = await db
      .selectFrom(table)
      .select("id")
      .where("userId", "=", purging.userId)
      .limit(BATCH[table])
      .execute();
    if (ids.length === 0) continue;
    await deleteByIds(db, table, purging.userId, ids);
    return true;
  }
  return false;
}

const deleteByIds = (db: Database, table: PurgedTable, userId: string, rows: readonly { id: string }[]) =>
  db
    .deleteFrom(table)
    .where("userId", "=", userId)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();

/** A merged guest's words follow the loadouts to the account. */
async function purgeWords(db: Database, { userId, mergedInto }: Purging): Promise<boolean> {
  // Ordered, so that the rows up to the last one are exactly these.
  const words = await db
    .selectFrom("loadoutWord")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("word")
    .orderBy("loadoutId")
    .limit(WORDS)
    .execute();
  const last = words.at(-1);
  if (!last) return false;
  const upToLast = sql<boolean>`("word", "loadoutId") <= (${last.word}, ${last.loadoutId})`;
  await inTransaction(db, async (trx) => {
    if (mergedInto !== null) {
      await trx
        .insertInto("loadoutWord")
        .columns(["userId", "word", "loadoutId"])
        .expression((eb) =>
          eb
            .selectFrom("loadoutWord")
            .innerJoin("loadout", (join) =>
              join.onRef("loadout.id", "=", "loadoutWord.loadoutId").on("loadout.userId", "=", mergedInto),
            )
            .select(["loadout.userId", "word", "loadoutId"])
            .where("loadoutWord.userId", "=", userId)
            .where(upToLast),
        )
        .onConflict((conflict) => conflict.columns(["userId", "word", "loadoutId"]).doNothing())
        .execute();
    }
    await trx.deleteFrom("loadoutWord").where("userId", "=", userId).where(upToLast).execute();
  });
  return true;
}

async function purgeImported(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("importedLoadout")
    .select("id")
    .where("userId", "=", userId)
    .limit(IMPORTED)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db.deleteFrom("importedLoadout").where("userId", "=", userId).where("id", "in", ids).execute();
  return ids.length > 0;
}

const underWay = new WeakMap<Database, Map<string, Promise<void>>>();

type PurgeOptions = {
  /** Stops early, for a later call to go on. */
  signal?: AbortSignal;
  /** Whether to pause after each step for as long as it took, so that requests are served first. */
  isRestful?: boolean;
};

/** Deletes the rows of a person who is gone, and the person. */
export function purgePerson(db: Database, userId: string, options: PurgeOptions = {}): Promise<void> {
  const people = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, people);
  const known = people.get(userId);
  if (known) return known;
  const purging = purge(db, userId, options).finally(() => people.delete(userId));
  people.set(userId, purging);
  return purging;
}

async function purge(db: Database, userId: string, { signal, isRestful = false }: PurgeOptions): Promise<void> {
  const departure = await db
    .selectFrom("departure")
    .select(["userId", "mergedInto"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!departure) return;
  if (departure.mergedInto !== null) await finishOperation(db, departure.mergedInto);
  while (!signal?.aborted) {
    const beganAt = performance.now();
    const hasMore = await purgeSome(db, departure);
    await (isRestful ? sleep(performance.now() - beganAt) : nextTurn());
    if (hasMore) continue;
    await db.deleteFrom("user").where("id", "=", userId).execute();
    return;
  }
}

/** Deletes a person: gone when this resolves, while rows that take longer follow in the background. */
export async function deletePerson(db: Database, userId: string, now: Date): Promise<void> {
  await recordDeparture(db, userId, now);
  await purgeSoon(db, userId);
}

/**
 * Merges a guest into an account; the account has all of it when this resolves, or, where it has no room, nothing, and
 * the guest waits. Once more changes nothing.
 */
export async function mergeGuest(db: Database, guestId: string, userId: string, now = new Date()): Promise<void> {
  if (guestId === userId) return;
  await recordMerge(db, guestId, userId, now);
  await finishOperation(db, userId);
  await purgeSoon(db, guestId);
}

/** The guests that wait for room in the account, the longest waiting first. */
export async function waitingGuests(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("operation")
    .select("userId")
    .where("ref", "=", userId)
    .where("state", "=", "waiting")
    .orderBy("createdAt")
    .limit(WAITING_AT_ONCE)
    .execute();
  return rows.map((row) => row.userId);
}

async function purgeSoon(db: Database, userId: string): Promise<void> {
  await purgePerson(db, userId, { signal: AbortSignal.timeout(PATIENCE_MS) });
}
