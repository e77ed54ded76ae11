// Merges the locker of a guest into the locker of an account.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { addNumber } from "#domain/loadout/limits.ts";
import { getContentKey, type LoadoutContent } from "#domain/loadout/loadout.ts";
import type { Database } from "#server/database/database.ts";
import type { GuestMerge } from "#server/database/user-data-tables.ts";
import { getTopPlace } from "./repository.ts";
import { COLUMNS, readSavedLoadout, type SavedLoadout } from "./saved.ts";

/** Moves the loadouts of a folder to its new id. */
export async function moveIntoFolder(
  trx: Database,
  guestId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const loadouts = trx.updateTable("loadout").where("userId", "=", guestId).where("folderId", "=", from);
  await loadouts.set({ folderId: to }).execute();
}

/** Moves the guest's folders to the account. If the account has a folder with the same name, the loadouts move there and the guest's folder is deleted. */
export async function mergeFolders(trx: Database, { guestId, userId }: GuestMerge): Promise<void> {
  const { rows: duplicates } = await sql<{ guestFolderId: string; folderId: string }>`
    SELECT "guests"."id" AS "guestFolderId", "own"."id" AS "folderId" FROM "folder" AS "guests"
    JOIN "folder" AS "own" ON "own"."userId" = ${userId} AND "own"."name" = "guests"."name"
    WHERE "guests"."userId" = ${guestId}`.execute(trx);
  for (const { guestFolderId, folderId } of duplicates) {
    await moveIntoFolder(trx, guestId, { from: guestFolderId, to: folderId });
    await trx.deleteFrom("folder").where("userId", "=", guestId).where("id", "=", guestFolderId).execute();
  }
  await trx.updateTable("folder").set({ userId }).where("userId", "=", guestId).execute();
}

const PAGE_SIZE = 100;

/**
 * Merges the loadouts. If the account has the same loadout with the same name, only the account's is retained, and gets the guest's
 * folder and pin if it has none. A different loadout with the same name gets a number. A deleted loadout never causes a live one
 * to be dropped or renamed.
 */
export async function mergeLoadouts(trx: Database, { guestId, userId, at }: GuestMerge): Promise<void> {
  const guestLoadouts: SavedLoadout[] = [];
  for await (const row of streamLoadouts(trx, guestId)) guestLoadouts.push(row);
  const [duplicates, accountNames, usedNames] = [
    new Map<string, string>(),
    new Set<string>(),
    new Set(guestLoadouts.map(getNameKey)),
  ];
  for await (const row of streamLoadouts(trx, userId)) {
    if (row.deletedAt !== null) continue;
    duplicates.set(hashContent(row), row.id);
    accountNames.add(getNameKey(row));
    usedNames.add(getNameKey(row));
  }
  const movedLoadouts: SavedLoadout[] = [];
  for (const row of guestLoadouts) {
    const duplicateId = row.deletedAt === null ? duplicates.get(hashContent(row)) : undefined;
    if (duplicateId === undefined) movedLoadouts.push(row);
    else await fillArrangement(trx, userId, duplicateId, row);
  }
  const getUniqueName = createNameFunction(accountNames, usedNames);
  const places = generateNKeysBetween(null, await getTopPlace(trx, userId), movedLoadouts.length);
  // In reverse order, so that of equal names the last one gets the first number.
  for (const [index, row] of [...movedLoadouts.entries()].toReversed()) {
    const name = row.deletedAt === null ? getUniqueName(row) : row.name;
    const set = { userId, name, mergedAt: at, place: places[index] ?? "" };
    await trx.updateTable("loadout").set(set).where("userId", "=", guestId).where("id", "=", row.id).execute();
    if (index % 20 === 0) await setImmediate();
  }
}

/** Yields the loadouts in the owner's order. */
async function* streamLoadouts(trx: Database, userId: string): AsyncGenerator<SavedLoadout> {
  for (let last: SavedLoadout | undefined; ; ) {
    let query = trx.selectFrom("loadout").select(COLUMNS).where("userId", "=", userId);
    if (last) {
      const { place, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("place", "id"), ">", tuple(place, id)));
    }
    const rows = (await query.orderBy("place").orderBy("id").limit(PAGE_SIZE).execute()).map(readSavedLoadout);
    yield* rows;
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1);
    await setImmediate();
  }
}

/** Sets folder and pin of the account's loadout if it has none. */
async function fillArrangement(
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

/** Returns a hash of the content, because the contents of a large locker are megabytes. */
const hashContent = (content: LoadoutContent): string =>
  createHash("sha1").update(getContentKey(content)).digest("base64");

const getNameKey = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): string => `${loadout.game}:${name}`;

/** Creates a function that returns the name of a loadout, with the first unused number from 2 if the name is taken. */
function createNameFunction(
  accountNames: ReadonlySet<string>,
  usedNames: Set<string>,
): (content: LoadoutContent) => string {
  // The last used number per name, so that hundreds of equal names are numbered in one pass.
  const lastNumbers = new Map<string, number>();
  return ({ name, loadout }) => {
    const key = getNameKey({ name, loadout });
    if (!accountNames.has(key)) return name;
    let number = (lastNumbers.get(key) ?? 1) + 1;
    while (usedNames.has(getNameKey({ name: addNumber(name, number), loadout }))) number += 1;
    const uniqueName = addNumber(name, number);
    lastNumbers.set(key, number);
    usedNames.add(getNameKey({ name: uniqueName, loadout }));
    return uniqueName;
  };
}
