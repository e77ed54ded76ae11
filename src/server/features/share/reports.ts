// Reports about shares, for the operator.
import type { Database } from "#server/database/database.ts";

const MAX_SHOWN = 100;
const MAX_TEXTS = 10;

export type ReportedShare = {
  id: string;
  game: string;
  name: string;
  userId: string;
  reports: { reason: string; text: string }[];
};

/** Public shares with reports, the most reported first; of each the newest reports. */
export async function reportedShares(db: Database): Promise<ReportedShare[]> {
  const rows = await db
    .selectFrom("share")
    .innerJoin("report", "report.shareId", "share.id")
    .select(["share.id", "share.game", "share.name", "share.userId", "report.reason", "report.text"])
    .where("share.withdrawnAt", "is", null)
    .where("share.revokedAt", "is", null)
    .orderBy("report.createdAt", "desc")
    .execute();
  const byShare = [...Map.groupBy(rows, ({ id }) => id).values()].sort((a, b) => b.length - a.length);
  return byShare.slice(0, MAX_SHOWN).flatMap((reports) => {
    const [first] = reports;
    if (!first) return [];
    const { reason: _, text: __, ...share } = first;
    return [{ ...share, reports: reports.slice(0, MAX_TEXTS).map(({ reason, text }) => ({ reason, text })) }];
  });
}

/** Takes a share down, whatever its owner does; false when there is none. */
export async function withdrawShare(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("share")
    .set({ withdrawnAt: now.toISOString() })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await dismissReports(db, id);
  return true;
}

/** Forgets what was reported of a share; answers how many reports. */
export async function dismissReports(db: Database, id: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("report").where("shareId", "=", id).executeTakeFirst();
  return Number(numDeletedRows);
}
