// An import in two steps: what arrives lies beside the locker until all of it is there, then goes in at once.
import { randomUUID } from "node:crypto";
import { Fault } from "#domain/fault.ts";
import { loadoutContent } from "#domain/loadout/content.ts";
import type { Database } from "#server/database/database.ts";
import { addLoadout, changeLoadout, type LoadoutWrite, loadoutOf } from "./repository.ts";
import type { Owner } from "./room.ts";
import { IMPORT_BYTES } from "./size.ts";

const IMPORT_STATES = ["open", "done", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A loadout on its way: added, or in place of the version its importer saw. */
export type Incoming = LoadoutWrite & { number: number; seenVersion: number };

export type Staged = { number: number; loadoutId: string; seenVersion: number; body: string; before: string | null };

/** The user's import, begun with this call where nobody knows it; null when it is another person's. */
export async function beginImport(db: Database, userId: string, id: string, now: Date): Promise<ImportState | null> {
  const at = now.toISOString();
  await db
    .insertInto("lockerImport")
    .values({ id, userId, state: "open", bytes: 0, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return importState(db, userId, id);
}

/** The state of the user's import; null when it is not known, or another person's. */
export async function importState(db: Database, userId: string, id: string): Promise<ImportState | null> {
  const row = await db
    .selectFrom("lockerImport")
    .select("state")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return IMPORT_STATES.find((state) => state === row?.state) ?? null;
}

/** @throws {Fault} imports_full when the imports of the person hold too many bytes; a page sent again counts again. */
export async function requireImportRoom(
  db: Database,
  owner: Owner,
  arrived: readonly Pick<Staged, "body">[],
): Promise<void> {
  const { bytes } = await db
    .selectFrom("lockerImport")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
    .where("userId", "=", owner.id)
    .executeTakeFirstOrThrow();
  const max = owner.isGuest ? IMPORT_BYTES.guest : IMPORT_BYTES.account;
  if (Number(bytes) + bytesOf(arrived) > max) throw new Fault("imports_full");
}

const bytesOf = (arrived: readonly Pick<Staged, "body">[]): number =>
  arrived.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

/** Keeps what arrived; the same once more takes its own place. */
export async function stage(
  db: Database,
  importId: string,
  arrived: readonly Omit<Staged, "before">[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const bytes = bytesOf(arrived);
  await db
    .updateTable("lockerImport")
    .set(({ eb }) => ({ bytes: eb("bytes", "+", bytes), updatedAt: at }))
    .where("id", "=", importId)
    .execute();
  for (const { number, ...row } of arrived) {
    await db
      .insertInto("importedLoadout")
      .values({ id: randomUUID(), importId, number, ...row, before: null, createdAt: at, updatedAt: at })
      .onConflict((conflict) => conflict.columns(["importId", "number"]).doUpdateSet({ ...row, updatedAt: at }))
      .execute();
  }
}

/** What arrived, in its order. */
export const stagedOf = (db: Database, importId: string): Promise<Staged[]> =>
  db
    .selectFrom("importedLoadout")
    .select(["number", "loadoutId", "seenVersion", "body", "before"])
    .where("importId", "=", importId)
    .orderBy("number")
    .execute();

/** Puts an incoming loadout into the locker; false when the one it replaces was changed since, or its id is taken. */
export async function bringIn(
  db: Database,
  userId: string,
  { importId, ...incoming }: Incoming & { importId: string },
  now: Date,
): Promise<boolean> {
  if (incoming.seenVersion === 0) return addLoadout(db, userId, incoming, now);
  const present = await loadoutOf(db, userId, incoming.id);
  if (!present || !(await changeLoadout(db, userId, incoming, now))) return false;
  await db
    .updateTable("importedLoadout")
    .set({ before: JSON.stringify(loadoutContent.parse(present)), updatedAt: now.toISOString() })
    .where("importId", "=", importId)
    .where("number", "=", incoming.number)
    .execute();
  return true;
}

/** Deletes a loadout that an import added; false when its owner has changed it since. */
export async function takeOut(db: Database, userId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("loadout")
    .set({ deletedAt: now.toISOString() })
    .where("userId", "=", userId)
    .where("id", "=", id)
    .where("version", "=", 1)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n || (await loadoutOf(db, userId, id)) === null;
}

/** Whether the import went from one state to the next with this call. */
export async function passTo(
  db: Database,
  id: string,
  [from, to]: readonly [ImportState, ImportState],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("lockerImport")
    .set({ state: to, updatedAt: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
