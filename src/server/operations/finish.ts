import type { Database } from "#server/database/database.ts";
import { applyImport, undoImport } from "./import.ts";
import { applyMerge } from "./merge.ts";
import { completeOperation, inChunks, type Operation, type OperationKind, pendingOperation } from "./operation.ts";

// Changes to as many loadouts as a locker holds.
const BATCH = 20;

/** Deletes the loadouts that merges since then have added; each can be restored. */
const dropCarried = (db: Database, operation: Operation): Promise<void> =>
  changeAll(db, operation, async (trx) => {
    const rows = await trx
      .selectFrom("loadout")
      .select("id")
      .where("userId", "=", operation.userId)
      .where("carriedAt", ">=", operation.ref)
      .where("deletedAt", "is", null)
      .limit(BATCH)
      .execute();
    return { rows, set: { deletedAt: operation.createdAt } };
  });

/** Moves the loadouts of a folder out of it and removes the folder. */
async function removeFolder(db: Database, operation: Operation): Promise<void> {
  const { userId, ref: folderId } = operation;
  await changeAll(
    db,
    operation,
    async (trx) => {
      const inside = trx.selectFrom("loadout").select("id").where("folderId", "=", folderId);
      return { rows: await inside.where("userId", "=", userId).limit(BATCH).execute(), set: { folderId: null } };
    },
    async (trx) => {
      await trx.deleteFrom("folder").where("userId", "=", userId).where("id", "=", folderId).execute();
    },
  );
}

type Change = {
  rows: readonly { id: string }[];
  set: { deletedAt: string } | { folderId: null };
};

/** Repeats the change until it matches no row. A changed row must no longer match. */
const changeAll = (
  db: Database,
  operation: Operation,
  find: (trx: Database) => Promise<Change>,
  end: (trx: Database) => Promise<void> = async () => {},
): Promise<void> =>
  inChunks(db, operation, async (trx) => {
    const { rows, set } = await find(trx);
    if (rows.length === 0) {
      await end(trx);
      await completeOperation(trx, operation);
      return "done";
    }
    const ids = rows.map(({ id }) => id);
    await trx.updateTable("loadout").set(set).where("userId", "=", operation.userId).where("id", "in", ids).execute();
    return "more";
  });

const APPLY: Record<OperationKind, (db: Database, operation: Operation) => Promise<void>> = {
  import: applyImport,
  undo: undoImport,
  merge: applyMerge,
  drop: dropCarried,
  folder: removeFolder,
};

const underWay = new WeakMap<Database, Map<string, Promise<void>>>();

/** Resolves when the person has no operation pending: continues it, together with any other request that does. */
export function finishOperation(db: Database, userId: string): Promise<void> {
  const people = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, people);
  const known = people.get(userId);
  if (known) return known;
  const finishing = finish(db, userId).finally(() => people.delete(userId));
  people.set(userId, finishing);
  return finishing;
}

async function finish(db: Database, userId: string): Promise<void> {
  for (;;) {
    const operation = await pendingOperation(db, userId);
    if (!operation) return;
    await APPLY[operation.kind](db, operation);
  }
}
