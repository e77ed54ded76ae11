// Statistics that a browser read from a file: sent in pages under one id, assembled and stored by a job.

import { z } from "zod";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { Owner } from "#domain/limits.ts";
import { type SampleArms, sampleHistory } from "#domain/soldier/sample.ts";
import { mergeParts } from "#domain/soldier/snapshots.ts";
import { CLASS_NAMES, type Statistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { compressedJson } from "#platform/database/valid-text.ts";
import type { JobParts } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import { type JobKind, jobKind, type NewJob } from "#server/jobs/job.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { parseStatistics } from "#server/snapshot-statistics.ts";
import { addSoldier, getSoldier } from "./repository.ts";
import { addClaimed, addSnapshot } from "./snapshot-repository.ts";

const KIND = "import-statistics";
const input = z.object({
  importId: z.string(),
  soldierId: z.string(),
  pages: z.number(),
  takenAt: z.string(),
  /** Whether the person confirms that the statistics were restarted. */
  isRestarted: z.boolean().default(false),
});

export type StatisticsImport = z.input<typeof input>;

/** The job that stores an import; its key makes it idempotent. */
export const getImport = (userId: string, requested: StatisticsImport): NewJob => ({
  userId,
  kind: KIND,
  key: `${KIND}:${userId}:${requested.importId}`,
  input: requested,
});

/** Stores a page; a page sent again replaces the first. */
export async function stagePage(
  db: Database,
  { userId, importId, number, part }: { userId: string; importId: string; number: number; part: Statistics },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const body = compressedJson(part);
  await db
    .insertInto("statisticsPage")
    .values({ id: crypto.randomUUID(), userId, importId, number, body, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(["userId", "importId", "number"]).doUpdateSet({ body, updatedAt: at }))
    .execute();
}

/** The number of waiting pages of the user's imports. */
export const stagedPages = (db: Database, userId: string): Promise<number> =>
  countAll(db.selectFrom("statisticsPage").where("userId", "=", userId));

/**
 * Steps: reading, stored. Answers the snapshot, whose id is the import's.
 * @throws {AppError} import_incomplete; reading_fallen where the file has less than the one before it
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
      const isStored = await isSnapshot(db, userId, importId);
      if (!isStored && rows.length !== pages) throw new AppError("import_incomplete");
      const merged = isStored ? null : await mergePages(rows.map(({ body }) => body));
      await step("stored");
      await withPersonLock(db, userId, async (trx) => {
        const imported = { id: importId, userId, soldierId, source: "battlelog", takenAt, isRestarted } as const;
        if (merged) await addClaimed(trx, { ...imported, statistics: { ...merged, game } }, now());
        await trx.deleteFrom("statisticsPage").where("userId", "=", userId).where("importId", "=", importId).execute();
      });
      return { snapshotId: importId };
    },
  }),
});

/** Merges the statistics of all pages, yielding to the event loop between two of them. */
async function mergePages(bodies: readonly string[]): Promise<Statistics | null> {
  let merged: Statistics | null = null;
  for (const body of bodies) {
    const page = await parseStatistics(body);
    merged = mergeParts(merged ? [merged, page] : [page]);
  }
  return merged;
}

/** A repeated run returns the snapshot of the first. */
async function isSnapshot(db: Database, userId: string, id: string): Promise<boolean> {
  const snapshots = db.selectFrom("snapshot").select("id").where("userId", "=", userId).where("id", "=", id);
  return (await snapshots.executeTakeFirst()) !== undefined;
}

/** Adds the invented soldier with its snapshots and answers its id; once more changes nothing. */
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
      // Its name in any language is that of one soldier.
      name: m.soldier_sample_soldier({}, { locale: BASE_LANGUAGE }),
      playerId: null,
      relation: "sample",
    } as const;
    const soldierId = await addSoldier(trx, owner, sample, now);
    const stored = trx.selectFrom("snapshot").select("id").where("userId", "=", userId);
    if (await stored.where("soldierId", "=", soldierId).executeTakeFirst()) return soldierId;
    for (const reported of sampleHistory(game, getArms(game, arsenals), now.getTime())) {
      await addSnapshot(trx, { ...reported, userId, soldierId, source: "sample" }, now);
    }
    return soldierId;
  });
}

function getArms(game: GameId, arsenals: Arsenals): SampleArms {
  const { weapons, vehicles, kits } = arsenals[game];
  const first = (things: Iterable<{ id: string; name: string }>, count: number) => [...things].slice(0, count);
  return {
    weapons: first(weapons.values(), 9),
    // The list of vehicles begins with what a soldier places, such as the AA Mine.
    vehicles: first(
      [...vehicles.values()].filter(({ category }) => category !== "soldier-equipment"),
      3,
    ),
    classes: [...kits.keys()].map((id) => ({ id, name: CLASS_NAMES[id] })),
  };
}
