// An import: its pages are staged until all have arrived; one transaction then adds all loadouts to the locker, and another undoes it.
import { randomUUID } from "node:crypto";
import { generateNKeysBetween } from "fractional-indexing";
import { type Selectable, sql } from "kysely";
import { getLimit, type Owner } from "#domain/limits.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { AppError } from "#messages/errors.ts";
import { type Database, runInSlices } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { getTopPlace } from "./repository.ts";
import { getLockerBytes, requireRoom } from "./room.ts";
import { parseContent, readSavedLoadout, toColumns, toRow, WRITTEN_COLUMNS } from "./saved.ts";

const IMPORT_STATES = ["open", "done", "undone"] as const;
type ImportState = (typeof IMPORT_STATES)[number];

export type StagedRow = {
  number: number;
  loadoutId: string;
  seenVersion: number;
  body: string;
};

/**
 * Stages received rows; the first page creates the import. A repeated row replaces the previous one and counts once. The caller
 * must hold the person's lock.
 * @throws {AppError} import_missing after the commit, and for another person's import; imports_full
 */
export async function stageRows(
  db: Database,
  owner: Owner,
  importId: string,
  rows: readonly StagedRow[],
  now: Date,
): Promise<void> {
  const timestamp = now.toISOString();
  await db
    .insertInto("lockerImport")
    .values({
      id: importId,
      userId: owner.id,
      state: "open",
      bytes: 0,
      skippedCount: 0,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await getImportState(db, owner.id, importId)) !== "open") throw new AppError("import_missing");
  const numbers = rows.map(({ number }) => number);
  const replaced = await db
    .deleteFrom("importedLoadout")
    .where("userId", "=", owner.id)
    .where("importId", "=", importId)
    .where("number", "in", numbers)
    .returning("body")
    .execute();
  const bytes = getBytes(rows) - getBytes(replaced);
  if ((await getImportBytes(db, owner.id)) + bytes > getLimit("importBytes", owner)) throw new AppError("imports_full");
  await db
    .updateTable("lockerImport")
    .set(({ eb }) => ({ bytes: eb("bytes", "+", bytes), updatedAt: timestamp }))
    .where("userId", "=", owner.id)
    .where("id", "=", importId)
    .execute();
  const commonColumns = { userId: owner.id, importId, previousBody: null, createdAt: timestamp, updatedAt: timestamp };
  await db
    .insertInto("importedLoadout")
    .values(rows.map((row) => ({ ...row, ...commonColumns, id: randomUUID() })))
    .execute();
}

const getBytes = (rows: readonly { body: string }[]): number =>
  rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

/** Returns the bytes of a user's imports that have not expired. */
export async function getImportBytes(db: Database, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("lockerImport")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Returns the state of the user's import, or null if it is unknown. */
async function getImportState(db: Database, userId: string, id: string): Promise<ImportState | null> {
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
 * Adds all loadouts of an import to the locker, unless this was done before. The caller must hold the person's lock.
 * @throws {AppError} import_missing, import_incomplete, import_changed, locker_full
 */
export async function commitImport(
  trx: Database,
  owner: Owner,
  { importId, loadouts }: { importId: string; loadouts: number },
  now: Date,
): Promise<ImportResult> {
  const state = await getImportState(trx, owner.id, importId);
  if (state === null || state === "undone") throw new AppError("import_missing");
  const { all: total, different: distinct, added } = await countStaged(trx, owner.id, importId);
  const result = { added, replaced: total - added };
  if (state !== "open") return result;
  if (total !== loadouts) throw new AppError("import_incomplete");
  if (distinct !== total || (await hasConflict(trx, owner.id, importId))) throw new AppError("import_changed");
  await requireRoom(trx, owner, { live: added, stored: added, bytes: 0 });
  const bytesBefore = await getLockerBytes(trx, owner.id);
  const places = generateNKeysBetween(null, await getTopPlace(trx, owner.id), added);
  await forEachSlice(trx, owner.id, importId, async (rows) => {
    const values = rows.filter(isAdded).map((row) =>
      toRow({
        id: row.loadoutId,
        userId: owner.id,
        content: parseContent(row.body),
        place: places.shift() ?? "",
        folderId: null,
        createdAt: getChangedAt(row, now),
      }),
    );
    if (values.length > 0) await trx.insertInto("loadout").values(values).execute();
    await replaceAll(
      trx,
      owner.id,
      rows.filter((row) => !isAdded(row)),
      now,
    );
  });
  const bytes = await getLockerBytes(trx, owner.id);
  if (bytes > bytesBefore && bytes > getLimit("loadoutBytes", owner)) throw new AppError("locker_full");
  await setImport(trx, owner.id, importId, { state: "done", updatedAt: now.toISOString() });
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

/** Whether a loadout to add exists already, or a loadout to replace has another version or was deleted. */
async function hasConflict(db: Database, userId: string, importId: string): Promise<boolean> {
  const conflict = await db
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
  return conflict !== undefined;
}

type Row = Selectable<Tables["importedLoadout"]>;

/** Maximum of loadouts before yielding to the event loop. */
const SLICE_SIZE = 20;

/** Calls `work` with slices of the import's rows, in the order of their numbers. */
async function forEachSlice(
  trx: Database,
  userId: string,
  importId: string,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let after = -1;
  await runInSlices(async (limit) => {
    const rows = await trx
      .selectFrom("importedLoadout")
      .selectAll()
      .where("userId", "=", userId)
      .where("importId", "=", importId)
      .where("number", ">", after)
      .orderBy("number")
      .limit(limit)
      .execute();
    if (rows.length > 0) await work(rows);
    after = rows.at(-1)?.number ?? after;
    return rows.length;
  }, SLICE_SIZE);
}

const isAdded = ({ seenVersion }: Row): boolean => seenVersion === 0;

/** Returns the time of change of an imported loadout: each is a millisecond before the previous one, so that the order by change is the file's order. */
const getChangedAt = ({ number }: Row, now: Date): string => new Date(now.getTime() - number).toISOString();

type Loadout = Selectable<Tables["loadout"]>;

const readLoadouts = (trx: Database, userId: string, rows: readonly Row[]): Promise<Loadout[]> =>
  trx
    .selectFrom("loadout")
    .selectAll()
    .where("userId", "=", userId)
    .where(
      "id",
      "in",
      rows.map(({ loadoutId }) => loadoutId),
    )
    .where("deletedAt", "is", null)
    .execute();

/** Replaces the content of loadouts, and stores their previous content in the import. */
async function replaceAll(trx: Database, userId: string, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const loadoutsById = new Map((await readLoadouts(trx, userId, rows)).map((current) => [current.id, current]));
  const replaced = rows.flatMap((row) => {
    const current = loadoutsById.get(row.loadoutId);
    return current ? [{ row, current }] : [];
  });
  const staged = replaced.map(({ row, current }) => ({
    ...row,
    previousBody: JSON.stringify(toContent(readSavedLoadout(current))),
  }));
  await trx
    .insertInto("importedLoadout")
    .values(staged)
    .onConflict((conflict) =>
      conflict.columns(["userId", "id"]).doUpdateSet(({ ref }) => ({ previousBody: ref("excluded.previousBody") })),
    )
    .execute();
  await rewriteAll(
    trx,
    replaced.map(({ row, current }) => ({ current, json: row.body, changedAt: getChangedAt(row, now) })),
  );
}

type ContentChange = { current: Loadout; json: string; changedAt: string };

const CHANGED_COLUMNS = [...WRITTEN_COLUMNS, "version", "updatedAt"] as const;

/** Changes the content of each loadout and increases its version. */
async function rewriteAll(trx: Database, changes: readonly ContentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map(({ current, json, changedAt }) => ({
    ...current,
    ...toColumns(parseContent(json)),
    version: current.version + 1,
    updatedAt: changedAt,
    mergedAt: null,
  }));
  await trx
    .insertInto("loadout")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["userId", "id"]).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(CHANGED_COLUMNS.map((column) => [column, ref(`excluded.${column}`)])),
        mergedAt: null,
      })),
    )
    .execute();
}

/**
 * Undoes an import: added loadouts are deleted and can be restored, replaced loadouts get their previous content. Returns the number
 * of loadouts that were not changed because they had been edited since. Idempotent. The caller must hold the person's lock.
 * @throws {AppError} import_missing
 */
export async function undoImport(trx: Database, userId: string, importId: string, now: Date): Promise<number> {
  const state = await getImportState(trx, userId, importId);
  if (state === null) throw new AppError("import_missing");
  if (state === "done") {
    let skippedCount = 0;
    await forEachSlice(trx, userId, importId, async (rows) => {
      const current = new Map((await readLoadouts(trx, userId, rows)).map((loadout) => [loadout.id, loadout]));
      skippedCount += await deleteAdded(trx, userId, rows.filter(isAdded), current, now);
      skippedCount += await restoreReplaced(trx, rows, current, now);
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom("importedLoadout").where("userId", "=", userId).where("id", "in", ids).execute();
    });
    await setImport(trx, userId, importId, {
      state: "undone",
      bytes: 0,
      skippedCount,
      updatedAt: now.toISOString(),
    });
  }
  const imports = trx.selectFrom("lockerImport").select("skippedCount").where("userId", "=", userId);
  return (await imports.where("id", "=", importId).executeTakeFirstOrThrow()).skippedCount;
}

/**
 * Deletes the added loadouts; returns how many were skipped because their owner has edited or pinned them since. A change of the
 * folder or the order is not an edit: an import sets both itself, and a restored loadout still has them.
 */
async function deleteAdded(
  trx: Database,
  userId: string,
  rows: readonly Row[],
  current: ReadonlyMap<string, Loadout>,
  now: Date,
): Promise<number> {
  const liveLoadouts = rows.flatMap(({ loadoutId }) => current.get(loadoutId) ?? []);
  const unchanged = liveLoadouts
    .filter(({ version, pinnedAt }) => version === 1 && pinnedAt === null)
    .map(({ id }) => id);
  const loadouts = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", unchanged);
  if (unchanged.length > 0) await loadouts.set({ deletedAt: now.toISOString() }).execute();
  return liveLoadouts.length - unchanged.length;
}

/** Restores the content of replaced loadouts; returns how many were skipped because they were changed or deleted since. */
async function restoreReplaced(
  trx: Database,
  rows: readonly Row[],
  current: ReadonlyMap<string, Loadout>,
  now: Date,
): Promise<number> {
  const replaced = rows.filter(({ previousBody }) => previousBody !== null);
  const unchanged = replaced.flatMap(({ loadoutId, seenVersion, previousBody }) => {
    const loadout = current.get(loadoutId);
    return loadout?.version === seenVersion + 1
      ? [{ current: loadout, json: previousBody ?? "", changedAt: now.toISOString() }]
      : [];
  });
  await rewriteAll(trx, unchanged);
  return replaced.length - unchanged.length;
}

type ImportChanges = { state: ImportState; updatedAt: string; bytes?: number; skippedCount?: number };

const setImport = (db: Database, userId: string, id: string, changes: ImportChanges) =>
  db.updateTable("lockerImport").set(changes).where("userId", "=", userId).where("id", "=", id).execute();
