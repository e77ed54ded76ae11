// An import in two steps: pages are staged until all have arrived; then the commit is recorded as an operation
// (operations/import.ts), whose result becomes visible at once.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "#messages/errors.ts";
import type { Database } from "#server/database/database.ts";
import { recordOperation } from "#server/operations/operation.ts";
import { IMPORT_BYTES, type Owner, requireRoom } from "./room.ts";

/** `committing` and `undoing` last as long as their operation. */
const IMPORT_STATES = ["open", "committing", "done", "undoing", "undone"] as const;
type ImportState = (typeof IMPORT_STATES)[number];

export type Staged = {
  number: number;
  loadoutId: string;
  seenVersion: number;
  body: string;
  /** What it is found by. */
  words: readonly string[];
};

/**
 * Stages what arrived, in an import that begins with its first page; a row sent again replaces the one before, and counts
 * once. The caller holds the person's lock.
 * @throws {AppError} import_missing once its commit has begun, and for another person's; imports_full
 */
export async function stage(
  db: Database,
  owner: Owner,
  importId: string,
  arrived: readonly Staged[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("lockerImport")
    .values({ id: importId, userId: owner.id, state: "open", bytes: 0, kept: 0, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await importState(db, owner.id, importId)) !== "open") throw new AppError("import_missing");
  const numbers = arrived.map(({ number }) => number);
  const replaced = await db
    .deleteFrom("importedLoadout")
    .where("userId", "=", owner.id)
    .where("importId", "=", importId)
    .where("number", "in", numbers)
    .returning(["loadoutId", "body"])
    .execute();
  const bytes = getBytes(arrived) - getBytes(replaced);
  await requireImportRoom(db, owner, bytes);
  await db
    .updateTable("lockerImport")
    .set(({ eb }) => ({ bytes: eb("bytes", "+", bytes), updatedAt: at }))
    .where("userId", "=", owner.id)
    .where("id", "=", importId)
    .execute();
  const none = { before: null, wordsBefore: null, appliedAt: null };
  const fresh = { userId: owner.id, importId, ...none, createdAt: at, updatedAt: at };
  await db
    .insertInto("importedLoadout")
    .values(arrived.map((row) => ({ ...row, ...fresh, words: JSON.stringify(row.words), id: randomUUID() })))
    .execute();
  await stageWords(db, owner.id, { arrived, replaced });
}

const getBytes = (rows: readonly { body: string }[]): number =>
  rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

async function requireImportRoom(db: Database, owner: Owner, bytes: number): Promise<void> {
  const stored = await db
    .selectFrom("lockerImport")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
    .where("userId", "=", owner.id)
    .executeTakeFirstOrThrow();
  const max = owner.isGuest ? IMPORT_BYTES.guest : IMPORT_BYTES.account;
  if (Number(stored.bytes) + bytes > max) throw new AppError("imports_full");
}

/**
 * Writes the words of loadouts that are yet to be added: no loadout is found by them before it is there. The commit
 * corrects what differs, such as words of an id that two imports have sent.
 */
async function stageWords(
  db: Database,
  userId: string,
  { arrived, replaced }: { arrived: readonly Staged[]; replaced: readonly { loadoutId: string }[] },
): Promise<void> {
  const ids = [...arrived, ...replaced].map(({ loadoutId }) => loadoutId);
  const present = await db
    .selectFrom("loadout")
    .select("id")
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .execute();
  const isPresent = new Set(present.map(({ id }) => id));
  const gone = replaced.map(({ loadoutId }) => loadoutId).filter((id) => !isPresent.has(id));
  if (gone.length > 0)
    await db.deleteFrom("loadoutWord").where("userId", "=", userId).where("loadoutId", "in", gone).execute();
  const words = arrived
    .filter(({ seenVersion, loadoutId }) => seenVersion === 0 && !isPresent.has(loadoutId))
    .flatMap(({ loadoutId, words }) => words.map((word) => ({ userId, word, loadoutId })));
  if (words.length === 0) return;
  await db
    .insertInto("loadoutWord")
    .values(words)
    .onConflict((conflict) => conflict.columns(["userId", "word", "loadoutId"]).doNothing())
    .execute();
}

/** The state of the user's import; null for an unknown one. */
async function importState(db: Database, userId: string, id: string): Promise<ImportState | null> {
  const row = await db
    .selectFrom("lockerImport")
    .select("state")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return IMPORT_STATES.find((state) => state === row?.state) ?? null;
}

export type ImportResult = { added: number; replaced: number };

/**
 * Records the commit of an import, unless it was recorded before. The caller holds the person's lock and finishes the
 * operation after that.
 * @throws {AppError} import_missing, import_incomplete, import_changed, locker_full
 */
export async function recordCommit(
  db: Database,
  owner: Owner,
  { importId, loadouts }: { importId: string; loadouts: number },
  now: Date,
): Promise<ImportResult> {
  const state = await importState(db, owner.id, importId);
  if (state === null || state === "undone") throw new AppError("import_missing");
  const { all, different, added } = await countStaged(db, owner.id, importId);
  const result = { added, replaced: all - added };
  if (state !== "open") return result;
  if (all !== loadouts) throw new AppError("import_incomplete");
  if (different !== all || (await isOverdue(db, owner.id, importId))) throw new AppError("import_changed");
  const { bytes } = await db
    .selectFrom("lockerImport")
    .select("bytes")
    .where("userId", "=", owner.id)
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  await requireRoom(db, owner, { live: added, stored: added, bytes });
  await setState(db, owner.id, importId, "committing");
  await recordOperation(db, { userId: owner.id, kind: "import", ref: importId }, now);
  return result;
}

async function countStaged(db: Database, userId: string, importId: string) {
  const row = await db
    .selectFrom("importedLoadout")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("all"),
      fn.count<number | string>("loadoutId").distinct().as("different"),
      fn.sum<number | string | null>(sql`CASE WHEN "seenVersion" = 0 THEN 1 ELSE 0 END`).as("added"),
    ])
    .where("userId", "=", userId)
    .where("importId", "=", importId)
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), different: Number(row.different), added: Number(row.added) };
}

/** Whether an added loadout exists already, or a replaced one has another version or was deleted. */
async function isOverdue(db: Database, userId: string, importId: string): Promise<boolean> {
  const overdue = await db
    .selectFrom("importedLoadout")
    .leftJoin("loadout", (join) =>
      join.onRef("loadout.userId", "=", "importedLoadout.userId").onRef("loadout.id", "=", "importedLoadout.loadoutId"),
    )
    .select("importedLoadout.id")
    .where("importedLoadout.userId", "=", userId)
    .where("importId", "=", importId)
    .where(({ eb, and, or }) =>
      or([
        and([eb("seenVersion", "=", 0), eb("loadout.id", "is not", null)]),
        and([
          eb("seenVersion", ">", 0),
          or([
            eb("loadout.id", "is", null),
            eb("loadout.deletedAt", "is not", null),
            eb("loadout.version", "!=", eb.ref("seenVersion")),
          ]),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return overdue !== undefined;
}

/**
 * Records that an import is taken back; false when it was before, or was never committed. The caller holds the person's
 * lock and finishes the operation after that.
 * @throws {AppError} import_missing
 */
export async function recordUndo(db: Database, userId: string, importId: string, now: Date): Promise<boolean> {
  const state = await importState(db, userId, importId);
  if (state === null) throw new AppError("import_missing");
  if (state !== "done") return false;
  await setState(db, userId, importId, "undoing");
  await recordOperation(db, { userId, kind: "undo", ref: importId }, now);
  return true;
}

const setState = (db: Database, userId: string, id: string, state: ImportState) =>
  db.updateTable("lockerImport").set({ state }).where("userId", "=", userId).where("id", "=", id).execute();

/** How many loadouts an undo left as they are. */
export async function getKeptCount(db: Database, userId: string, importId: string): Promise<number> {
  const imports = db.selectFrom("lockerImport").select("kept").where("userId", "=", userId);
  return (await imports.where("id", "=", importId).executeTakeFirst())?.kept ?? 0;
}

/** How far an import's commit or undo is; null for another person's. */
export async function importProgress(db: Database, userId: string, importId: string) {
  const state = await importState(db, userId, importId);
  if (state === null) return null;
  const { all, applied } = await db
    .selectFrom("importedLoadout")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("all"),
      fn.count<number | string>("appliedAt").as("applied"),
    ])
    .where("userId", "=", userId)
    .where("importId", "=", importId)
    .executeTakeFirstOrThrow();
  return { state, all: Number(all), applied: Number(applied) };
}
