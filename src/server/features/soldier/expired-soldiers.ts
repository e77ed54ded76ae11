import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { AT_ONCE, getRecently } from "#server/database/expired-rows.ts";
import { deleteInChunks, deleteOlder, type Run } from "#server/database/purge-run.ts";

/** Deletes soldiers and snapshots that can no longer be restored, and parts of statistics that no job has read. */
export async function purgeSoldiers(db: Database, at: Date, run: Run): Promise<void> {
  const before = getRecently(at);
  // Before their soldiers: one of those may have thousands, which would otherwise go with it in one statement.
  const ofGoneSoldiers = db
    .selectFrom("soldier")
    .innerJoin("snapshot", (join) =>
      join.onRef("snapshot.userId", "=", "soldier.userId").onRef("snapshot.soldierId", "=", "soldier.id"),
    )
    .select(["snapshot.userId", "snapshot.id"])
    .where("soldier.deletedAt", "<", before)
    .limit(AT_ONCE)
    .modifyEnd(OF_ALL_OWNERS);
  await deleteInChunks(db, "snapshot", () => ofGoneSoldiers.execute(), run);
  for (const table of ["snapshot", "soldier"] as const)
    await deleteOlder(db, { table, key: "userId", column: "deletedAt", before, atOnce: AT_ONCE }, run);
  await deleteOlder(db, { table: "statisticsPage", column: "updatedAt", before, atOnce: AT_ONCE }, run);
}
