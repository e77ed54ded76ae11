// Changes to as many loadouts as a locker holds.
import type { Database } from "#server/database/database.ts";
import { completeOperation, inChunks, type Operation } from "./operation.ts";

const BATCH = 20;

/** Deletes what a merge since then brought along; each can be restored. */
export const dropCarried = (db: Database, operation: Operation): Promise<void> =>
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

/** Takes what lies in a folder out of it, and removes the folder. */
export async function removeFolder(db: Database, operation: Operation): Promise<void> {
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

/** Repeats the change until it matches no row. Each change has to make its rows stop matching. */
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
    await trx.updateTable("loadout").set(set).where("id", "in", ids).execute();
    return "more";
  });
