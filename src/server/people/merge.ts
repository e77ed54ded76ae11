// Merging a guest into an account at sign-in, in one transaction: the account has all of what the guest owned, or the guest stays.
// Nothing live is dropped, and an account may exceed its limits by what one guest has.
import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { type Database, inSlices, inTransaction } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { USER_DATA_TABLES } from "#server/database/user-data-tables.ts";
import { topPlace } from "#server/features/loadout/repository.ts";
import { purgePerson, removePerson } from "./deletion.ts";
import { type GuestMerge, mergeSoldiers } from "./merge-soldiers.ts";
import { lockPerson } from "./person-lock.ts";

type Belongings = typeof USER_DATA_TABLES;
type MergedTable = { [T in keyof Belongings]: Belongings[T]["merge"] extends "carried" ? T : never }[keyof Belongings];

/** How each table of USER_DATA_TABLES that a merge carries over is merged, in this order. */
const MERGE: Record<MergedTable, (trx: Database, merge: GuestMerge) => Promise<void>> = {
  folder: mergeFolders,
  loadout: mergeLoadouts,
  share: (trx, merge) => moveAll(trx, merge, "share"),
  soldier: mergeSoldiers,
  snapshot: (trx, merge) => moveAll(trx, merge, "snapshot"),
  goal: (trx, merge) => moveAll(trx, merge, "goal"),
  tick: mergeTicks,
  planItem: (trx, merge) => moveTargets(trx, merge, "planItem"),
};

/** Merges a guest into an account, and deletes the guest; nothing where one of the two is gone. */
export async function mergeGuest(db: Database, guestId: string, userId: string, now = new Date()): Promise<void> {
  if (guestId === userId) return;
  await inTransaction(db, async (trx) => {
    // Locked in one order, so that two merges cannot deadlock.
    for (const id of [guestId, userId].toSorted()) if (!(await lockPerson(trx, id))) return;
    const merge = { guestId, userId, at: now.toISOString() };
    await mergeLanguage(trx, merge);
    await separateIds(trx, merge);
    for (const mergeTable of Object.values(MERGE)) await mergeTable(trx, merge);
    await removePerson(trx, guestId, now);
  });
  await purgePerson(db, guestId);
}

/** An account that has no language yet goes on in the guest's. */
async function mergeLanguage(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  await trx
    .updateTable("user")
    .set({ language: trx.selectFrom("user as guest").select("guest.language").where("guest.id", "=", guestId) })
    .where("id", "=", userId)
    .where("language", "is", null)
    .execute();
}

/** Tables in which clients make the ids, which are unique for each person. */
const ID_MADE_BY_CLIENT = ["folder", "loadout", "soldier", "snapshot", "goal"] as const;

/** Gives other ids to the guest's rows that have an id of the account's, so that both can stay. */
async function separateIds(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  for (const table of ID_MADE_BY_CLIENT) {
    const { rows } = await sql<{ id: string }>`SELECT "guests"."id" FROM ${sql.table(table)} AS "guests"
      JOIN ${sql.table(table)} AS "own" ON "own"."id" = "guests"."id" AND "own"."userId" = ${userId}
      WHERE "guests"."userId" = ${guestId}`.execute(trx);
    for (const { id } of rows) {
      const other = randomUUID();
      await trx.updateTable(table).set({ id: other }).where("userId", "=", guestId).where("id", "=", id).execute();
      if (table !== "folder") continue;
      const inside = trx.updateTable("loadout").where("userId", "=", guestId).where("folderId", "=", id);
      await inside.set({ folderId: other }).execute();
    }
  }
}

/** Rows of one statement; snapshots are up to tens of kilobytes each. */
const ROWS = { snapshot: 20, share: 100, goal: 200 };

/** Gives the guest's rows of a table to the account. */
const moveAll = (trx: Database, { guestId, userId }: GuestMerge, table: keyof typeof ROWS): Promise<void> =>
  inSlices(async (limit) => {
    const rows = await trx.selectFrom(table).select("id").where("userId", "=", guestId).limit(limit).execute();
    const ids = rows.map(({ id }) => id);
    const guests = trx.updateTable(table).where("userId", "=", guestId).where("id", "in", ids);
    if (ids.length > 0) await guests.set({ userId }).execute();
    return ids.length;
  }, ROWS[table]);

/** A folder the account has by the same name takes in what lies in the guest's, which is deleted with the guest. */
async function mergeFolders(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  const { rows: twins } = await sql<{ guests: string; own: string }>`
    SELECT "guests"."id" AS "guests", "own"."id" AS "own" FROM "folder" AS "guests"
    JOIN "folder" AS "own" ON "own"."userId" = ${userId} AND "own"."name" = "guests"."name"
    WHERE "guests"."userId" = ${guestId}`.execute(trx);
  for (const { guests, own } of twins) {
    const inside = trx.updateTable("loadout").where("userId", "=", guestId).where("folderId", "=", guests);
    await inside.set({ folderId: own }).execute();
    await trx.deleteFrom("folder").where("userId", "=", guestId).where("id", "=", guests).execute();
  }
  await trx.updateTable("folder").set({ userId }).where("userId", "=", guestId).execute();
}

const COLUMNS = ["id", "game", "name", "note", "tags", "body", "place", "folderId", "pinnedAt", "deletedAt"] as const;

type Loadout = Pick<Tables["loadout"], (typeof COLUMNS)[number]>;

const PAGE = 200;

/**
 * Both lockers stay: a loadout the account already has, name and all, stands once, with the guest's folder and pin where
 * it has none; another one of the same name gets a number. A deleted loadout never causes a live one to be dropped or
 * renamed.
 */
async function mergeLoadouts(trx: Database, { guestId, userId, at }: GuestMerge): Promise<void> {
  const guests: Loadout[] = [];
  for await (const row of streamLoadouts(trx, guestId)) guests.push(row);
  const [twins, taken, used] = [new Map<string, string>(), new Set<string>(), new Set(guests.map(getNameKey))];
  for await (const row of streamLoadouts(trx, userId)) {
    if (row.deletedAt !== null) continue;
    twins.set(getContent(row), row.id);
    taken.add(getNameKey(row));
    used.add(getNameKey(row));
  }
  const moved: Loadout[] = [];
  for (const row of guests) {
    const twin = row.deletedAt === null ? twins.get(getContent(row)) : undefined;
    if (twin === undefined) moved.push(row);
    else await arrangeTwin(trx, userId, twin, row);
  }
  const nameFor = createNaming(taken, used);
  const places = generateNKeysBetween(null, await topPlace(trx, userId), moved.length);
  // The lowest first, so that of equal names the lowest has the first number.
  for (const [index, row] of [...moved.entries()].toReversed()) {
    const name = row.deletedAt === null ? nameFor(row) : row.name;
    const set = { userId, name, carriedAt: at, place: places[index] ?? "" };
    await trx.updateTable("loadout").set(set).where("userId", "=", guestId).where("id", "=", row.id).execute();
    if (index % 20 === 0) await nextTurn();
  }
}

/** In the owner's order. */
async function* streamLoadouts(trx: Database, userId: string): AsyncGenerator<Loadout> {
  for (let last: Loadout | undefined; ; ) {
    let query = trx.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId);
    if (last) {
      const { place, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("place", "id"), ">", tuple(place, id)));
    }
    const rows = await query.orderBy("place").orderBy("id").limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
    await nextTurn();
  }
}

/** The account's own folder and pin have precedence. */
async function arrangeTwin(
  trx: Database,
  userId: string,
  id: string,
  { folderId, pinnedAt }: Pick<Loadout, "folderId" | "pinnedAt">,
): Promise<void> {
  if (folderId === null && pinnedAt === null) return;
  await trx
    .updateTable("loadout")
    .set(({ fn, val }) => ({
      folderId: fn.coalesce("folderId", val(folderId)),
      pinnedAt: fn.coalesce("pinnedAt", val(pinnedAt)),
    }))
    .where("userId", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** A hash: the contents of a large locker are megabytes. */
const getContent = ({ game, name, note, tags, body }: Loadout): string =>
  createHash("sha1")
    .update(JSON.stringify([game, name, note, tags, body]))
    .digest("base64");

const getNameKey = ({ game, name }: Pick<Loadout, "game" | "name">): string => `${game}:${name}`;

/** Gives each loadout its own name, or, where that is taken, with the first number from 2 on that is not in use. */
function createNaming(taken: ReadonlySet<string>, used: Set<string>): (loadout: Loadout) => string {
  // The number reached for each name, so that hundreds of equal names are numbered in one pass.
  const reached = new Map<string, number>();
  return ({ game, name }) => {
    const key = getNameKey({ game, name });
    if (!taken.has(key)) return name;
    let number = (reached.get(key) ?? 1) + 1;
    while (used.has(getNameKey({ game, name: numbered(name, number) }))) number += 1;
    const free = numbered(name, number);
    reached.set(key, number);
    used.add(getNameKey({ game, name: free }));
    return free;
  };
}

/** The name with a number, shortened where both exceed the length of a name. */
function numbered(name: string, number: number): string {
  const suffix = ` (${number})`;
  const start = name.slice(0, LOADOUT_NAME_LIMIT - suffix.length);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trimEnd() + suffix;
}

/** Where both have ticked a target, the larger count is used. */
async function mergeTicks(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  const guests = trx.selectFrom("tick as guests").where("guests.userId", "=", guestId);
  await trx
    .updateTable("tick")
    .set({
      count: sql<number>`(${guests.select("guests.count").whereRef("guests.targetId", "=", sql.ref("tick.targetId"))})`,
    })
    .where("userId", "=", userId)
    .where(({ exists }) =>
      exists(
        guests
          .select("guests.id")
          .whereRef("guests.targetId", "=", sql.ref("tick.targetId"))
          .where(sql<boolean>`"guests"."count" > "tick"."count"`),
      ),
    )
    .execute();
  await moveTargets(trx, { guestId, userId }, "tick");
}

/** Gives the guest's rows to the account, but of no target that the account has one of: what is planned keeps its position. */
async function moveTargets(
  trx: Database,
  { guestId, userId }: Pick<GuestMerge, "guestId" | "userId">,
  table: "tick" | "planItem",
): Promise<void> {
  const own = trx.selectFrom(table).select("targetId").where("userId", "=", userId);
  const guests = trx.updateTable(table).where("userId", "=", guestId).where("targetId", "not in", own);
  await guests.set({ userId }).execute();
}
