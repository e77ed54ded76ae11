// What happens to a guest's locker when the guest signs in: carried over to the account in one transaction.
import type { Transaction } from "kysely";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import type { Database } from "#server/database/database.ts";
import type { DatabaseKind } from "#server/database/migrate.ts";
import type { BELONGINGS } from "#server/database/person.ts";
import type { Tables } from "#server/database/schema.ts";
import { carryPlan, carrySoldiers, carryTicks } from "./guest-soldiers.ts";

type Belongings = typeof BELONGINGS;
type CarriedTable = { [T in keyof Belongings]: Belongings[T]["merge"] extends "carried" ? T : never }[keyof Belongings];
type Carry = (trx: Transaction<Tables>, guestId: string, userId: string) => Promise<void>;

/** A way to carry each table over that the list of belongings says is carried. */
const CARRY: Record<CarriedTable, Carry> = {
  folder: carryFolders,
  loadout: carryLoadouts,
  loadoutWord: carryWords,
  share: (trx, guestId, userId) => move(trx, "share", guestId, userId),
  soldier: carrySoldiers,
  snapshot: (trx, guestId, userId) => move(trx, "snapshot", guestId, userId),
  goal: (trx, guestId, userId) => move(trx, "goal", guestId, userId),
  tick: carryTicks,
  planItem: carryPlan,
};

type Carried = Pick<Tables["loadout"], "id" | "game" | "name" | "note" | "tags" | "body" | "deletedAt">;

/**
 * Moves the guest's belongings to the account and deletes the guest. Both lockers are kept: a loadout the account
 * already has, name and all, stands once; another one of the same name gets a number. Once more changes nothing.
 */
export async function carryGuestOver(db: Database, kind: DatabaseKind, guestId: string, userId: string): Promise<void> {
  if (guestId === userId) return;
  await db.transaction().execute(async (trx) => {
    // What the guest saves at this moment on PostgreSQL waits for the end, and is refused; SQLite has one writer.
    const guest = trx.selectFrom("user").select("id").where("id", "=", guestId);
    await (kind === "postgres" ? guest.forUpdate() : guest).execute();
    for (const carry of Object.values(CARRY)) await carry(trx, guestId, userId);
    await trx.deleteFrom("user").where("id", "=", guestId).execute();
  });
}

async function carryLoadouts(trx: Transaction<Tables>, guestId: string, userId: string): Promise<void> {
  const carried = await loadoutsOf(trx, guestId);
  const kept = (await loadoutsOf(trx, userId)).filter(isLive);
  const contents = new Set(kept.map(contentOf));
  const taken = new Set(kept.map(nameKeyOf));
  const nameFor = createNaming(taken, new Set([...kept, ...carried].map(nameKeyOf)));
  const carriedAt = new Date().toISOString();
  for (const loadout of carried) {
    if (isLive(loadout) && contents.has(contentOf(loadout))) continue;
    const name = isLive(loadout) ? nameFor(loadout) : loadout.name;
    await trx.updateTable("loadout").set({ userId, name, carriedAt }).where("id", "=", loadout.id).execute();
  }
}

/** A folder the account has by the same name takes in what lies in the guest's. */
async function carryFolders(trx: Transaction<Tables>, guestId: string, userId: string): Promise<void> {
  const foldersOf = (id: string) => trx.selectFrom("folder").select(["id", "name"]).where("userId", "=", id).execute();
  const kept = await foldersOf(userId);
  for (const { id, name } of await foldersOf(guestId)) {
    const twin = kept.find((folder) => folder.name === name);
    if (twin) await trx.updateTable("loadout").set({ folderId: twin.id }).where("folderId", "=", id).execute();
    else await trx.updateTable("folder").set({ userId }).where("id", "=", id).execute();
  }
}

/** After the loadouts: the words follow those that came along. */
async function carryWords(trx: Transaction<Tables>, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable("loadoutWord")
    .set({ userId })
    .where("userId", "=", guestId)
    .where("loadoutId", "in", trx.selectFrom("loadout").select("id").where("userId", "=", userId))
    .execute();
}

type MovedTable = "share" | "snapshot" | "goal";

const move = async (trx: Transaction<Tables>, table: MovedTable, guestId: string, userId: string): Promise<void> => {
  await trx.updateTable(table).set({ userId }).where("userId", "=", guestId).execute();
};

const loadoutsOf = (trx: Transaction<Tables>, userId: string): Promise<Carried[]> =>
  trx
    .selectFrom("loadout")
    .select(["id", "game", "name", "note", "tags", "body", "deletedAt"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();

/** A loadout among the recently deleted is no reason to drop or to rename one that is not. */
const isLive = ({ deletedAt }: Carried): boolean => deletedAt === null;

const contentOf = ({ game, name, note, tags, body }: Carried): string => JSON.stringify([game, name, note, tags, body]);

const nameKeyOf = ({ game, name }: Pick<Carried, "game" | "name">): string => `${game}:${name}`;

/** Gives each loadout its own name, or, where that is taken, with the first number from 2 on that nobody uses. */
function createNaming(taken: ReadonlySet<string>, used: Set<string>): (loadout: Carried) => string {
  // Where the last search for a number ended: thousands of one name are numbered in one pass.
  const reached = new Map<string, number>();
  return ({ game, name }) => {
    const key = nameKeyOf({ game, name });
    if (!taken.has(key)) return name;
    let number = (reached.get(key) ?? 1) + 1;
    while (used.has(nameKeyOf({ game, name: numbered(name, number) }))) number += 1;
    const free = numbered(name, number);
    reached.set(key, number);
    used.add(nameKeyOf({ game, name: free }));
    return free;
  };
}

/** The name with a number behind it, its end given up where both are longer than a name may be. */
function numbered(name: string, number: number): string {
  const suffix = ` (${number})`;
  const start = name.slice(0, LOADOUT_NAME_LIMIT - suffix.length);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trimEnd() + suffix;
}
