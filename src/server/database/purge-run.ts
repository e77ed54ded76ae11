// One run of the hourly purge: what it has deleted, and how rows are deleted in it.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, inTransaction } from "./database.ts";

/** What a run has deleted or repaired, by table, and how many rows it has room for. */
export type Run = { rows: Record<string, number>; left: number };

export const createRun = (maxRows: number): Run => ({ rows: {}, left: maxRows });

export function countRows(run: Run | undefined, table: string, count: number): void {
  if (!run) return;
  run.rows[table] = (run.rows[table] ?? 0) + count;
  run.left -= count;
}

type PurgedTable =
  | "session"
  | "verification"
  | "budget"
  | "lease"
  | "sourceAnswer"
  | "stream"
  | "snapshot"
  | "soldier"
  | "loadout"
  | "importedLoadout"
  | "lockerImport"
  | "job"
  | "deadMail"
  | "statisticsPage"
  | "deletedPlatoon"
  | "loadoutEvent"
  | "platoonLoadout"
  | "inviteLink"
  | "invitation"
  | "squadSheet"
  | "squadTarget"
  | "boardConsent"
  | "platoonEvent"
  | "feedMark";

/** Deletes the rows that `next` finds, a few at a time, until it finds none or the run has deleted enough. */
export async function deleteInChunks(
  db: Database,
  table: PurgedTable,
  next: () => Promise<{ id: string; loadoutId?: string }[]>,
  run?: Run,
): Promise<void> {
  while (run === undefined || run.left > 0) {
    const rows = await next();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await inTransaction(db, async (trx) => {
      if (table === "loadout") await trx.deleteFrom("loadoutWord").where("loadoutId", "in", ids).execute();
      await trx.deleteFrom(table).where("id", "in", ids).execute();
    });
    countRows(run, table, ids.length);
    await nextTurn();
  }
}
