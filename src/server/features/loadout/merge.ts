// The lockers of a guest and of the account that the guest is merged into.
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { getContentKey, type LoadoutContent } from "#domain/loadout/loadout.ts";
import type { Database } from "#server/database/database.ts";
import type { GuestMerge } from "#server/database/user-data-tables.ts";
import { topPlace } from "./repository.ts";
import { COLUMNS, readSavedLoadout, type SavedLoadout } from "./saved.ts";

/** Lets the loadouts of a folder that got another id follow it. */
export async function moveIntoFolder(
  trx: Database,
  guestId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const inside = trx.updateTable("loadout").where("userId", "=", guestId).where("folderId", "=", from);
  await inside.set({ folderId: to }).execute();
}

/** A folder the account has by the same name takes in what lies in the guest's, which is deleted with the guest. */
export async function mergeFolders(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  const { rows: twins } = await sql<{ guests: string; own: string }>`
    SELECT "guests"."id" AS "guests", "own"."id" AS "own" FROM "folder" AS "guests"
    JOIN "folder" AS "own" ON "own"."userId" = ${userId} AND "own"."name" = "guests"."name"
    WHERE "guests"."userId" = ${guestId}`.execute(trx);
  for (const { guests, own } of twins) {
    await moveIntoFolder(trx, guestId, { from: guests, to: own });
    await trx.deleteFrom("folder").where("userId", "=", guestId).where("id", "=", guests).execute();
  }
  await trx.updateTable("folder").set({ userId }).where("userId", "=", guestId).execute();
}

const PAGE = 100;

/**
 * Both lockers stay: a loadout the account already has, name and all, stands once, with the guest's folder and pin where
 * it has none; another one of the same name gets a number. A deleted loadout never causes a live one to be dropped or
 * renamed.
 */
export async function mergeLoadouts(trx: Database, { guestId, userId, at }: GuestMerge): Promise<void> {
  const guests: SavedLoadout[] = [];
  for await (const row of streamLoadouts(trx, guestId)) guests.push(row);
  const [twins, mergedIds, used] = [new Map<string, string>(), new Set<string>(), new Set(guests.map(getNameKey))];
  for await (const row of streamLoadouts(trx, userId)) {
    if (row.deletedAt !== null) continue;
    twins.set(hashContent(row), row.id);
    mergedIds.add(getNameKey(row));
    used.add(getNameKey(row));
  }
  const moved: SavedLoadout[] = [];
  for (const row of guests) {
    const twin = row.deletedAt === null ? twins.get(hashContent(row)) : undefined;
    if (twin === undefined) moved.push(row);
    else await arrangeTwin(trx, userId, twin, row);
  }
  const nameFor = createNaming(mergedIds, used);
  const places = generateNKeysBetween(null, await topPlace(trx, userId), moved.length);
  // The lowest first, so that of equal names the lowest has the first number.
  for (const [index, row] of [...moved.entries()].toReversed()) {
    const name = row.deletedAt === null ? nameFor(row) : row.name;
    const set = { userId, name, mergedAt: at, place: places[index] ?? "" };
    await trx.updateTable("loadout").set(set).where("userId", "=", guestId).where("id", "=", row.id).execute();
    if (index % 20 === 0) await nextTurn();
  }
}

/** In the owner's order. */
async function* streamLoadouts(trx: Database, userId: string): AsyncGenerator<SavedLoadout> {
  for (let last: SavedLoadout | undefined; ; ) {
    let query = trx.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId);
    if (last) {
      const { place, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("place", "id"), ">", tuple(place, id)));
    }
    const rows = (await query.orderBy("place").orderBy("id").limit(PAGE).execute()).map(readSavedLoadout);
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
  { folderId, pinnedAt }: Pick<SavedLoadout, "folderId" | "pinnedAt">,
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
const hashContent = (content: LoadoutContent): string =>
  createHash("sha1").update(getContentKey(content)).digest("base64");

const getNameKey = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): string => `${loadout.game}:${name}`;

/** Gives each loadout its own name, or, where that is taken, with the first number from 2 on that is not in use. */
function createNaming(mergedIds: ReadonlySet<string>, used: Set<string>): (content: LoadoutContent) => string {
  // The number reached for each name, so that hundreds of equal names are numbered in one pass.
  const reached = new Map<string, number>();
  return ({ name, loadout }) => {
    const key = getNameKey({ name, loadout });
    if (!mergedIds.has(key)) return name;
    let number = (reached.get(key) ?? 1) + 1;
    while (used.has(getNameKey({ name: numbered(name, number), loadout }))) number += 1;
    const free = numbered(name, number);
    reached.set(key, number);
    used.add(getNameKey({ name: free, loadout }));
    return free;
  };
}

/** The name with a number, shortened where both exceed the length of a name. */
function numbered(name: string, number: number): string {
  const suffix = ` (${number})`;
  const start = name.slice(0, LOADOUT_NAME_LIMIT - suffix.length);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trimEnd() + suffix;
}
