// Adds a committed import to the locker, and undoes it.
import { randomUUID } from "node:crypto";
import { generateNKeysBetween } from "fractional-indexing";
import { type Selectable, sql } from "kysely";
import { type LoadoutContent, loadoutContent } from "#domain/loadout/loadout.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import { topPlace } from "#server/features/loadout/repository.ts";
import { toColumns } from "#server/features/loadout/saved.ts";
import { readWords, writeWords } from "#server/features/loadout/words.ts";
import { completeOperation, inChunks, type Operation } from "./operation.ts";

type Row = Pick<
  Selectable<Tables["importedLoadout"]>,
  "id" | "number" | "loadoutId" | "seenVersion" | "body" | "before" | "words" | "wordsBefore"
>;

const COLUMNS = ["id", "number", "loadoutId", "seenVersion", "body", "before", "words", "wordsBefore"] as const;
const BATCH = 10;

const parseContent = (json: string): LoadoutContent => loadoutContent.parse(JSON.parse(json));
const isAdded = ({ seenVersion }: Row): boolean => seenVersion === 0;

/** When a loadout of the import counts as changed: each a millisecond before the one above it, so that both orders are the file's. */
const getChangedAt = ({ createdAt }: Operation, { number }: Row): string =>
  new Date(Date.parse(createdAt) - number).toISOString();

const nextRows = (trx: Database, { userId, ref }: Operation) =>
  trx
    .selectFrom("importedLoadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .where("importId", "=", ref)
    .limit(BATCH);

/** The last loadout is added first, so that the first one is on top of the owner's order. */
export const applyImport = (db: Database, operation: Operation): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const rows = await nextRows(trx, operation).where("appliedAt", "is", null).orderBy("number", "desc").execute();
    if (rows.length === 0) {
      await setState(trx, operation, "done");
      return "done";
    }
    await addOnTop(trx, operation, rows.filter(isAdded));
    for (const row of rows) if (!isAdded(row)) await replace(trx, operation, row);
    const ids = rows.map(({ id }) => id);
    const appliedAt = operation.createdAt;
    await trx
      .updateTable("importedLoadout")
      .set({ appliedAt })
      .where("userId", "=", operation.userId)
      .where("id", "in", ids)
      .execute();
    return "more";
  });

type PlacedRow = Row & { place: string };

async function addOnTop(trx: Database, operation: Operation, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const places = generateNKeysBetween(null, await topPlace(trx, operation.userId), rows.length).toReversed();
  await addAll(
    trx,
    operation,
    rows.map((row, index) => ({ ...row, place: places[index] ?? "" })),
  );
}

async function addAll(trx: Database, operation: Operation, rows: readonly PlacedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { userId } = operation;
  const fresh = { userId, folderId: null, pinnedAt: null, version: 1, deletedAt: null, carriedAt: null };
  const values = rows.map((row) => ({
    ...fresh,
    ...toColumns(parseContent(row.body)),
    id: row.loadoutId,
    place: row.place,
    createdAt: getChangedAt(operation, row),
    updatedAt: getChangedAt(operation, row),
  }));
  const inserted = await trx
    .insertInto("loadout")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  const added = rows.filter(({ loadoutId }) => ids.has(loadoutId));
  await correctWords(trx, userId, added);
  const others = rows.filter(({ loadoutId }) => !ids.has(loadoutId));
  await addAll(trx, operation, await giveIds(trx, userId, others));
}

/** Gives an id of its own to what has that of another person's loadout, and to the words that were written with its page. */
async function giveIds(trx: Database, userId: string, rows: readonly PlacedRow[]): Promise<PlacedRow[]> {
  const given: PlacedRow[] = [];
  for (const row of rows) {
    const loadoutId = randomUUID();
    const staged = trx.updateTable("importedLoadout").where("userId", "=", userId).where("id", "=", row.id);
    await staged.set({ loadoutId }).execute();
    const words = trx.updateTable("loadoutWord").where("userId", "=", userId).where("loadoutId", "=", row.loadoutId);
    await words.set({ loadoutId }).execute();
    given.push({ ...row, loadoutId });
  }
  return given;
}

/** The words were written with the pages; only what differs is written here. */
async function correctWords(trx: Database, userId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ loadoutId }) => loadoutId);
  const staged = await trx
    .selectFrom("loadoutWord")
    .select(["loadoutId", "word"])
    .where("userId", "=", userId)
    .where("loadoutId", "in", ids)
    .execute();
  const present = Map.groupBy(staged, ({ loadoutId }) => loadoutId);
  for (const { loadoutId, words: json } of rows) {
    const words: string[] = JSON.parse(json);
    const found = new Set(present.get(loadoutId)?.map(({ word }) => word));
    const isSame = found.size === words.length && words.every((word) => found.has(word));
    if (!isSame) await writeWords(trx, { userId, id: loadoutId }, words);
  }
}

async function replace(trx: Database, operation: Operation, row: Row): Promise<void> {
  const { userId } = operation;
  const { id, loadoutId, seenVersion, body } = row;
  const present = await trx
    .selectFrom("loadout")
    .select(["name", "note", "tags", "body"])
    .where("id", "=", loadoutId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!present) return;
  const words = await readWords(trx, { userId, id: loadoutId });
  const { name, note } = present;
  const before = { name, note, tags: JSON.parse(present.tags), loadout: JSON.parse(present.body) };
  const wordsBefore = JSON.stringify(words);
  await trx
    .updateTable("importedLoadout")
    .set({ before: JSON.stringify(before), wordsBefore })
    .where("userId", "=", userId)
    .where("id", "=", id)
    .execute();
  await rewrite(trx, { userId, loadoutId, seenVersion, body, words: row.words, at: getChangedAt(operation, row) });
}

type Rewriting = { userId: string; loadoutId: string; seenVersion: number; body: string; words: string; at: string };

/** False when the loadout has another version by now, or is deleted. */
async function rewrite(
  trx: Database,
  { userId, loadoutId, seenVersion, body, words, at }: Rewriting,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("loadout")
    .set({ ...toColumns(parseContent(body)), version: seenVersion + 1, updatedAt: at, carriedAt: null })
    .where("id", "=", loadoutId)
    .where("userId", "=", userId)
    .where("version", "=", seenVersion)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await writeWords(trx, { userId, id: loadoutId }, JSON.parse(words));
  return true;
}

/** Loadouts that were changed since the import are left alone and counted. */
export const undoImport = (db: Database, operation: Operation): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const rows = await nextRows(trx, operation).execute();
    if (rows.length === 0) {
      await setState(trx, operation, "undone");
      return "done";
    }
    const added = rows.filter(isAdded).map(({ loadoutId }) => loadoutId);
    let stored = added.length > 0 ? await takeOut(trx, operation, added) : 0;
    for (const { loadoutId, seenVersion, before, wordsBefore } of rows) {
      if (before === null) continue;
      const own = { userId: operation.userId, loadoutId, seenVersion: seenVersion + 1 };
      const content = { body: before, words: wordsBefore ?? "[]", at: operation.createdAt };
      if (!(await rewrite(trx, { ...own, ...content }))) stored += 1;
    }
    const ids = rows.map(({ id }) => id);
    await trx.deleteFrom("importedLoadout").where("userId", "=", operation.userId).where("id", "in", ids).execute();
    if (stored > 0) {
      const more = sql<number>`"kept" + ${stored}`;
      await ofImport(trx, operation).set({ kept: more }).execute();
    }
    return "more";
  });

/**
 * Deletes what the import added; returns how many stay because their owner has edited or pinned them since. A folder or
 * another place in the owner's order is not an edit: imports file loadouts themselves, and a restored loadout keeps both.
 */
async function takeOut(trx: Database, { userId, createdAt }: Operation, ids: readonly string[]): Promise<number> {
  const live = await trx
    .selectFrom("loadout")
    .select(["id", "version", "pinnedAt"])
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .execute();
  const untouched = live.filter((row) => row.version === 1 && row.pinnedAt === null);
  if (untouched.length > 0) {
    const untouchedIds = untouched.map(({ id }) => id);
    await trx
      .updateTable("loadout")
      .set({ deletedAt: createdAt })
      .where("userId", "=", userId)
      .where("id", "in", untouchedIds)
      .execute();
  }
  return live.length - untouched.length;
}

const ofImport = (trx: Database, { userId, ref }: Operation) =>
  trx.updateTable("lockerImport").where("userId", "=", userId).where("id", "=", ref);

async function setState(trx: Database, operation: Operation, state: "done" | "undone"): Promise<void> {
  const set = state === "done" ? { state } : { state, bytes: 0 };
  await ofImport(trx, operation)
    .set({ ...set, updatedAt: operation.createdAt })
    .execute();
  await completeOperation(trx, operation);
}
