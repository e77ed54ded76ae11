// Imports of statistics that a browser has read from a file: they are sent in pages with one id, and a job assembles and stores them.

import { z } from "zod";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { Owner } from "#domain/limits.ts";
import { mergeParts } from "#domain/soldier/snapshots.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import type { JobParts } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import { type JobKind, jobKind, type NewJob } from "#server/jobs/job.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { listSampleReports } from "#server/sample-soldier.ts";
import { parseStatistics } from "#server/snapshot-statistics.ts";
import { addSoldier, getSoldier } from "./repository.ts";
import { addSnapshot, addUserSnapshot } from "./snapshot-repository.ts";

const KIND = "import-statistics";
const input = z.object({
  importId: z.string(),
  soldierId: z.string(),
  pages: z.number(),
  takenAt: z.string(),
  /** Whether the person confirms that the statistics were reset. */
  isRestarted: z.boolean().default(false),
});

export type StatisticsImport = z.input<typeof input>;

/** Returns the job that stores an import; its key makes it idempotent. */
export const createImportJob = (userId: string, requested: StatisticsImport): NewJob => ({
  userId,
  kind: KIND,
  key: `${KIND}:${userId}:${requested.importId}`,
  input: requested,
});

/** Stores a page; a repeated page replaces the previous one. */
export async function stagePage(
  db: Database,
  { userId, importId, number, part }: { userId: string; importId: string; number: number; part: Statistics },
  now: Date,
): Promise<void> {
  const timestamp = now.toISOString();
  const body = compressedJson(part);
  await db
    .insertInto("statisticsPage")
    .values({ id: crypto.randomUUID(), userId, importId, number, body, createdAt: timestamp, updatedAt: timestamp })
    .onConflict((conflict) =>
      conflict.columns(["userId", "importId", "number"]).doUpdateSet({ body, updatedAt: timestamp }),
    )
    .execute();
}

/** Returns the number of pages in the user's unfinished imports. */
export const countStagedPages = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("statisticsPage").where("userId", "=", userId));

/**
 * Returns the kind of job with the steps reading and stored. Its result is the snapshot, which has the import's id.
 * @throws {AppError} import_incomplete; reading_fallen if the figures are lower than in the previous file
 */
export const importStatistics = ({ db, now }: Pick<JobParts, "db" | "now">): Record<typeof KIND, JobKind> => ({
  [KIND]: jobKind({
    input,
    async run({ userId, input: { importId, soldierId, pages, takenAt, isRestarted }, step }) {
      await step("reading");
      const { game } = await getSoldier(db, userId, soldierId);
      const rows = await db
        .selectFrom("statisticsPage")
        .select("body")
        .where("userId", "=", userId)
        .where("importId", "=", importId)
        .orderBy("number")
        .execute();
      const isStored = await snapshotExists(db, userId, importId);
      if (!isStored && rows.length !== pages) throw new AppError("import_incomplete");
      const merged = isStored ? null : await mergePages(rows.map(({ body }) => body));
      await step("stored");
      await withPersonLock(db, userId, async (trx) => {
        const imported = { id: importId, userId, soldierId, source: "battlelog", takenAt, isRestarted } as const;
        if (merged) await addUserSnapshot(trx, { ...imported, statistics: { ...merged, game } }, now());
        await trx.deleteFrom("statisticsPage").where("userId", "=", userId).where("importId", "=", importId).execute();
      });
      return { snapshotId: importId };
    },
  }),
});

/** Merges the statistics of all pages, and yields to the event loop after each. */
async function mergePages(bodies: readonly string[]): Promise<Statistics | null> {
  let merged: Statistics | null = null;
  for (const body of bodies) {
    const page = await parseStatistics(body);
    merged = mergeParts(merged ? [merged, page] : [page]);
  }
  return merged;
}

/** Whether the snapshot exists, because this is a repeated run. */
async function snapshotExists(db: Database, userId: string, id: string): Promise<boolean> {
  const snapshots = db.selectFrom("snapshot").select("id").where("userId", "=", userId).where("id", "=", id);
  return (await snapshots.executeTakeFirst()) !== undefined;
}

/** Adds the sample soldier with its snapshots and returns its id; idempotent. */
export async function addSample(
  db: Database,
  { owner, id, game }: { owner: Owner; id: string; game: GameId },
  arsenals: Arsenals,
  now: Date,
): Promise<string> {
  const userId = owner.id;
  return withPersonLock(db, userId, async (trx) => {
    const sample = {
      id,
      game,
      platform: "pc",
      // The stored name is always English, so that there is one sample soldier for all languages.
      name: m.soldier_sample_soldier({}, { locale: BASE_LANGUAGE }),
      playerId: null,
      relation: "sample",
    } as const;
    const soldierId = await addSoldier(trx, owner, sample, now);
    const stored = trx.selectFrom("snapshot").select("id").where("userId", "=", userId);
    if (await stored.where("soldierId", "=", soldierId).executeTakeFirst()) return soldierId;
    for (const reported of listSampleReports(arsenals, game, now)) {
      await addSnapshot(trx, { ...reported, userId, soldierId, source: "sample" }, now);
    }
    return soldierId;
  });
}
