import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { AT_ONCE, getRecently } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";

/** Deletes loadouts that can no longer be restored, and imports that can no longer be undone. */
export async function purgeLoadouts(db: Database, at: Date, run: Run): Promise<void> {
  const before = getRecently(at);
  await deleteOlder(db, { table: "loadout", key: "userId", column: "deletedAt", before, atOnce: AT_ONCE }, run);
  const loadouts = db
    .selectFrom("lockerImport")
    .innerJoin("importedLoadout", (join) =>
      join
        .onRef("importedLoadout.userId", "=", "lockerImport.userId")
        .onRef("importedLoadout.importId", "=", "lockerImport.id"),
    )
    .select(["importedLoadout.userId", "importedLoadout.id"])
    .where("lockerImport.updatedAt", "<", before)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "importedLoadout", () => loadouts.execute(), run);
  // Without loadouts now, unless the run is full.
  if (run.left <= 0) return;
  await deleteOlder(db, { table: "lockerImport", key: "userId", column: "updatedAt", before, atOnce: AT_ONCE }, run);
}
