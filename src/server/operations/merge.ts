// Merging a guest into an account at sign-in. The guest is gone at once; what the guest owned follows in chunks, and the
// account sees all of it or nothing of it. Nothing live is dropped, and there is room for all: see merge-room.ts.
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { generateNKeysBetween } from "fractional-indexing";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";
import type { USER_DATA_TABLES } from "#server/database/user-data-tables.ts";
import { topPlace } from "#server/features/loadout/repository.ts";
import { mergePlan, mergeSoldiers, mergeTicks, moveAll, separateIds } from "./merge-rows.ts";
import { completeOperation, inChunks, type Operation } from "./operation.ts";

type Belongings = typeof USER_DATA_TABLES;
type CarriedTable = { [T in keyof Belongings]: Belongings[T]["merge"] extends "carried" ? T : never }[keyof Belongings];
type Merge = (db: Database, operation: Operation) => Promise<void>;

/** How each table of USER_DATA_TABLES that a merge carries over is merged, in this order. */
const MERGE: Record<CarriedTable, Merge> = {
  folder: mergeFolders,
  loadout: mergeLoadouts,
  /** They follow when the guest's rows are purged; a search of the account looks among the guest's words until then. */
  loadoutWord: async () => {},
  share: (db, operation) => moveAll(db, operation, "share"),
  soldier: mergeSoldiers,
  snapshot: (db, operation) => moveAll(db, operation, "snapshot"),
  goal: (db, operation) => moveAll(db, operation, "goal"),
  tick: mergeTicks,
  planItem: mergePlan,
};

const BATCH = 20;
const PAGE = 200;

export async function applyMerge(db: Database, operation: Operation): Promise<void> {
  await separateIds(db, operation);
  for (const merge of Object.values(MERGE)) await merge(db, operation);
  await inChunks(db, operation, async (trx) => {
    await completeOperation(trx, operation);
    return "done";
  });
}

/** A folder the account has by the same name takes in what lies in the guest's; the loadouts go there one by one. */
async function mergeFolders(db: Database, operation: Operation): Promise<void> {
  await inChunks(db, operation, async (trx) => {
    const own = trx.selectFrom("folder").select("name").where("userId", "=", operation.userId);
    await trx
      .updateTable("folder")
      .set({ userId: operation.userId })
      .where("userId", "=", operation.ref)
      .where("name", "not in", own)
      .execute();
    return "done";
  });
}

const COLUMNS = [
  "id",
  "game",
  "name",
  "note",
  "tags",
  "body",
  "place",
  "folderId",
  "pinnedAt",
  "deletedAt",
  "carriedAt",
] as const;

type Carried = Pick<Tables["loadout"], (typeof COLUMNS)[number]>;

/**
 * Both lockers stay: a loadout the account already has, name and all, stands once, with the guest's folder and pin where
 * it has none; another one of the same name gets a number. A deleted loadout never causes a live one to be dropped or
 * renamed.
 */
async function mergeLoadouts(db: Database, operation: Operation): Promise<void> {
  const { userId, ref: guestId, createdAt: carriedAt } = operation;
  let top = await topPlace(db, userId);
  const known = await readKnown(db, operation);
  const nameFor = createNaming(known.taken, known.used);
  const folders = await twinFolders(db, operation);
  const getFolder = ({ folderId }: Carried) => folders.get(folderId ?? "") ?? folderId;
  let beside: Pick<Carried, "place" | "id"> | null = null;
  await inChunks(db, operation, async (trx) => {
    const rows = await getPage(trx, guestId, beside, { direction: "desc", limit: BATCH });
    const last = rows.at(-1);
    if (!last) return "done";
    beside = last;
    const presentTop = await topPlace(trx, userId);
    // Another process does the same merge: the names that it has given out are in use, too.
    if (presentTop !== top) for (const row of await namesAbove(trx, userId, top)) known.used.add(getNameKey(row));
    const moved: Carried[] = [];
    for (const row of rows) {
      const twin = isLive(row) && known.twins.get(getContent(row));
      if (twin) await arrangeTwin(trx, userId, twin, { folderId: getFolder(row), pinnedAt: row.pinnedAt });
      else moved.push(row);
    }
    const places = generateNKeysBetween(null, presentTop, moved.length).toReversed();
    top = places.at(-1) ?? presentTop;
    for (const [index, row] of moved.entries()) {
      const name = isLive(row) ? nameFor(row) : row.name;
      const set = { userId, name, carriedAt, folderId: getFolder(row), place: places[index] ?? "" };
      await trx.updateTable("loadout").set(set).where("userId", "=", guestId).where("id", "=", row.id).execute();
    }
    return "more";
  });
}

type Arrangement = Pick<Carried, "folderId" | "pinnedAt">;

/** The account's own folder and pin have precedence. */
async function arrangeTwin(db: Database, userId: string, id: string, guests: Arrangement): Promise<void> {
  if (guests.folderId === null && guests.pinnedAt === null) return;
  await db
    .updateTable("loadout")
    .set(({ fn, val }) => ({
      folderId: fn.coalesce("folderId", val(guests.folderId)),
      pinnedAt: fn.coalesce("pinnedAt", val(guests.pinnedAt)),
    }))
    .where("userId", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** The names of the live loadouts that lie above that place; of all for null. */
function namesAbove(db: Database, userId: string, place: string | null): Promise<Pick<Carried, "game" | "name">[]> {
  const live = db
    .selectFrom("loadout")
    .select(["game", "name"])
    .where("userId", "=", userId)
    .where("deletedAt", "is", null);
  return (place === null ? live : live.where("place", "<", place)).execute();
}

/** The account's live loadouts from before this merge, and the names in use. */
async function readKnown(db: Database, { userId, ref: guestId, createdAt }: Operation) {
  const [twins, taken, used] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  for await (const row of getAll(db, userId)) {
    const isOwn = isLive(row) && row.carriedAt !== createdAt;
    if (isOwn) {
      twins.set(getContent(row), row.id);
      taken.add(getNameKey(row));
    }
    if (isOwn || row.carriedAt === createdAt) used.add(getNameKey(row));
  }
  for await (const row of getAll(db, guestId)) used.add(getNameKey(row));
  return { twins, taken, used };
}

async function* getAll(db: Database, userId: string): AsyncGenerator<Carried> {
  let beside: Pick<Carried, "place" | "id"> | null = null;
  for (;;) {
    const rows: Carried[] = await getPage(db, userId, beside, { direction: "asc", limit: PAGE });
    yield* rows;
    beside = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
    await nextTurn();
  }
}

async function getPage(
  db: Database,
  userId: string,
  beside: Pick<Carried, "place" | "id"> | null,
  { direction, limit }: { direction: "asc" | "desc"; limit: number },
): Promise<Carried[]> {
  let query = db
    .selectFrom("loadout")
    .select(COLUMNS)
    .where("userId", "=", userId)
    .orderBy("place", direction)
    .orderBy("id", direction)
    .limit(limit);
  if (beside) {
    const sign = direction === "asc" ? ">" : "<";
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("place", "id"), sign, tuple(beside.place, beside.id)));
  }
  return query.execute();
}

/** The account's folder for each of the guest's that has the same name there. */
async function twinFolders(db: Database, { userId, ref: guestId }: Operation): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("folder as guests")
    .innerJoin("folder as own", "own.name", "guests.name")
    .select(["guests.id as from", "own.id as to"])
    .where("guests.userId", "=", guestId)
    .where("own.userId", "=", userId)
    .execute();
  return new Map(rows.map(({ from, to }) => [from, to]));
}

const isLive = ({ deletedAt }: Carried): boolean => deletedAt === null;

/** A hash: the contents of a large locker are many megabytes. */
const getContent = ({ game, name, note, tags, body }: Carried): string =>
  createHash("sha1")
    .update(JSON.stringify([game, name, note, tags, body]))
    .digest("base64");

const getNameKey = ({ game, name }: Pick<Carried, "game" | "name">): string => `${game}:${name}`;

/** Gives each loadout its own name, or, where that is taken, with the first number from 2 on that is not in use. */
function createNaming(taken: ReadonlySet<string>, used: Set<string>): (loadout: Carried) => string {
  // The number reached for each name, so that thousands of equal names are numbered in one pass.
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
