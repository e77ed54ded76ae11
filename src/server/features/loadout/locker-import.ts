// An import: its pages are staged until all have arrived, then all of it is added to the locker in one transaction, and undone in one.
import { randomUUID } from "node:crypto";
import { generateNKeysBetween } from "fractional-indexing";
import { type Selectable, sql } from "kysely";
import { getLimit, type Owner } from "#domain/limits.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { AppError } from "#messages/errors.ts";
import { type Database, inSlices } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { topPlace } from "./repository.ts";
import { requireRoom } from "./room.ts";
import { parseContent, readSavedLoadout, toColumns, toRow, WRITTEN_COLUMNS } from "./saved.ts";

const IMPORT_STATES = ["open", "done", "undone"] as const;
type ImportState = (typeof IMPORT_STATES)[number];

export type Staged = {
  number: number;
  loadoutId: string;
  seenVersion: number;
  body: string;
};

/**
 * Stages what arrived, in an import that begins with its first page; a row sent again replaces the one before, and counts
 * once. The caller holds the person's lock.
 * @throws {AppError} import_missing once it is committed, and for another person's; imports_full
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
    .values({ id: importId, userId: owner.id, state: "open", bytes: 0, skippedCount: 0, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await importState(db, owner.id, importId)) !== "open") throw new AppError("import_missing");
  const numbers = arrived.map(({ number }) => number);
  const replaced = await db
    .deleteFrom("importedLoadout")
    .where("userId", "=", owner.id)
    .where("importId", "=", importId)
    .where("number", "in", numbers)
    .returning("body")
    .execute();
  const bytes = getBytes(arrived) - getBytes(replaced);
  await requireImportRoom(db, owner, bytes);
  await db
    .updateTable("lockerImport")
    .set(({ eb }) => ({ bytes: eb("bytes", "+", bytes), updatedAt: at }))
    .where("userId", "=", owner.id)
    .where("id", "=", importId)
    .execute();
  const fresh = { userId: owner.id, importId, previousBody: null, createdAt: at, updatedAt: at };
  await db
    .insertInto("importedLoadout")
    .values(arrived.map((row) => ({ ...row, ...fresh, id: randomUUID() })))
    .execute();
}

const getBytes = (rows: readonly { body: string }[]): number =>
  rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

async function requireImportRoom(db: Database, owner: Owner, bytes: number): Promise<void> {
  const stored = await db
    .selectFrom("lockerImport")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
    .where("userId", "=", owner.id)
    .executeTakeFirstOrThrow();
  if (Number(stored.bytes) + bytes > getLimit("importBytes", owner)) throw new AppError("imports_full");
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
 * Adds all of an import to the locker, unless that was done before. The caller holds the person's lock.
 * @throws {AppError} import_missing, import_incomplete, import_changed, locker_full
 */
export async function commitImport(
  trx: Database,
  owner: Owner,
  { importId, loadouts }: { importId: string; loadouts: number },
  now: Date,
): Promise<ImportResult> {
  const state = await importState(trx, owner.id, importId);
  if (state === null || state === "undone") throw new AppError("import_missing");
  const { all, different, added } = await countStaged(trx, owner.id, importId);
  const result = { added, replaced: all - added };
  if (state !== "open") return result;
  if (all !== loadouts) throw new AppError("import_incomplete");
  if (different !== all || (await isOverdue(trx, owner.id, importId))) throw new AppError("import_changed");
  await requireRoom(trx, owner, { live: added, stored: added, bytes: await getGrowth(trx, owner.id, importId) });
  const places = generateNKeysBetween(null, await topPlace(trx, owner.id), added);
  await forEachSlice(trx, owner.id, importId, async (rows) => {
    const values = rows.filter(isAdded).map((row) =>
      toRow({
        id: row.loadoutId,
        userId: owner.id,
        content: parseContent(row.body),
        place: places.shift() ?? "",
        folderId: null,
        at: getChangedAt(row, now),
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

/** Bytes of the import without those of the loadouts that it replaces. */
async function getGrowth(db: Database, userId: string, importId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("lockerImport")
    .select("bytes")
    .where("userId", "=", userId)
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  const replaced = await db
    .selectFrom("importedLoadout")
    .innerJoin("loadout", (join) =>
      join.onRef("loadout.userId", "=", "importedLoadout.userId").onRef("loadout.id", "=", "importedLoadout.loadoutId"),
    )
    .select(({ fn }) => fn.sum<number | string | null>("loadout.bytes").as("bytes"))
    .where("importedLoadout.userId", "=", userId)
    .where("importId", "=", importId)
    .executeTakeFirstOrThrow();
  return bytes - Number(replaced.bytes);
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

type Row = Selectable<Tables["importedLoadout"]>;

/** Loadouts between two turns of the event loop. */
const ROWS = 50;

/** Does the work with all rows of an import, a few at a time in the order of their numbers. */
async function forEachSlice(
  trx: Database,
  userId: string,
  importId: string,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let after = -1;
  await inSlices(async (limit) => {
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
  }, ROWS);
}

const isAdded = ({ seenVersion }: Row): boolean => seenVersion === 0;

/** When a loadout of the import counts as changed: each a millisecond before the one above it, so that both orders are the file's. */
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

/** Gives loadouts the content of the import, and stores there what they had. */
async function replaceAll(trx: Database, userId: string, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const byId = new Map((await readLoadouts(trx, userId, rows)).map((present) => [present.id, present]));
  const replaced = rows.flatMap((row) => {
    const present = byId.get(row.loadoutId);
    return present ? [{ row, present }] : [];
  });
  const staged = replaced.map(({ row, present }) => ({
    ...row,
    previousBody: JSON.stringify(toContent(readSavedLoadout(present))),
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
    replaced.map(({ row, present }) => ({ present, json: row.body, at: getChangedAt(row, now) })),
  );
}

type Rewriting = { present: Loadout; json: string; at: string };

const CHANGED = [...WRITTEN_COLUMNS, "version", "updatedAt"] as const;

/** Gives each loadout another content, and the next version. */
async function rewriteAll(trx: Database, changes: readonly Rewriting[]): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map(({ present, json, at }) => ({
    ...present,
    ...toColumns(parseContent(json)),
    version: present.version + 1,
    updatedAt: at,
    mergedAt: null,
  }));
  await trx
    .insertInto("loadout")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["userId", "id"]).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(CHANGED.map((column) => [column, ref(`excluded.${column}`)])),
        mergedAt: null,
      })),
    )
    .execute();
}

/**
 * Undoes an import: what it added is deleted and can be restored, what it replaced is as before. Returns how many loadouts stay
 * because they were changed since. Once more changes nothing. The caller holds the person's lock.
 * @throws {AppError} import_missing
 */
export async function undoImport(trx: Database, userId: string, importId: string, now: Date): Promise<number> {
  const state = await importState(trx, userId, importId);
  if (state === null) throw new AppError("import_missing");
  if (state === "done") {
    let edited = 0;
    await forEachSlice(trx, userId, importId, async (rows) => {
      const present = new Map((await readLoadouts(trx, userId, rows)).map((loadout) => [loadout.id, loadout]));
      edited += await takeOut(trx, userId, rows.filter(isAdded), present, now);
      edited += await putBack(trx, rows, present, now);
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom("importedLoadout").where("userId", "=", userId).where("id", "in", ids).execute();
    });
    await setImport(trx, userId, importId, {
      state: "undone",
      bytes: 0,
      skippedCount: edited,
      updatedAt: now.toISOString(),
    });
  }
  const imports = trx.selectFrom("lockerImport").select("skippedCount").where("userId", "=", userId);
  return (await imports.where("id", "=", importId).executeTakeFirstOrThrow()).skippedCount;
}

/**
 * Deletes what the import added; returns how many stay because their owner has edited or pinned them since. A folder or
 * another place in the owner's order is not an edit: imports file loadouts themselves, and a restored loadout keeps both.
 */
async function takeOut(
  trx: Database,
  userId: string,
  rows: readonly Row[],
  present: ReadonlyMap<string, Loadout>,
  now: Date,
): Promise<number> {
  const live = rows.flatMap(({ loadoutId }) => present.get(loadoutId) ?? []);
  const untouched = live.filter(({ version, pinnedAt }) => version === 1 && pinnedAt === null).map(({ id }) => id);
  const own = trx.updateTable("loadout").where("userId", "=", userId).where("id", "in", untouched);
  if (untouched.length > 0) await own.set({ deletedAt: now.toISOString() }).execute();
  return live.length - untouched.length;
}

/** Gives back what the import replaced; returns how many stay because they were changed since, or deleted. */
async function putBack(
  trx: Database,
  rows: readonly Row[],
  present: ReadonlyMap<string, Loadout>,
  now: Date,
): Promise<number> {
  const replaced = rows.filter(({ previousBody }) => previousBody !== null);
  const untouched = replaced.flatMap(({ loadoutId, seenVersion, previousBody }) => {
    const loadout = present.get(loadoutId);
    return loadout?.version === seenVersion + 1
      ? [{ present: loadout, json: previousBody ?? "", at: now.toISOString() }]
      : [];
  });
  await rewriteAll(trx, untouched);
  return replaced.length - untouched.length;
}

type ImportChanges = { state: ImportState; updatedAt: string; bytes?: number; skippedCount?: number };

const setImport = (db: Database, userId: string, id: string, changes: ImportChanges) =>
  db.updateTable("lockerImport").set(changes).where("userId", "=", userId).where("id", "=", id).execute();
