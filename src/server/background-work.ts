// The features' jobs; router.ts is the same for their procedures.
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { Logger } from "#platform/logger.ts";
import type { PubSub } from "#platform/pubsub/pubsub.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import { announceSnapshots } from "#server/features/platoon/feed-entries.ts";
import { importStatistics } from "#server/features/soldier/import-statistics.ts";
import { createSchedule, refreshSoldier } from "#server/features/soldier/refresh.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import type { StatisticsSource } from "#server/sources/statistics-source.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import type { Events } from "./events.ts";

type Parts = {
  db: Database;
  arsenals: Arsenals;
  events: Events;
  statistics: StatisticsSource;
  rateLimiter: RateLimiter;
  messages: PubSub;
  now: () => Date;
  logger: Logger;
};

/** The job queue with the features' kinds of jobs, and the schedule that begins them. */
export function openJobs(
  parts: Parts,
  { statistics: { everyMs, perMinute } }: Config,
  opened: AsyncDisposableStack,
): Jobs {
  const { db, now } = parts;
  const kinds = {
    ...refreshSoldier({ ...parts, everyMs }),
    ...importStatistics(db, now),
    ...announceSnapshots(parts),
  };
  const jobs = opened.use(createJobs({ ...parts, kinds }));
  opened.use(createSchedule({ ...parts, jobs, everyMs, perMinute }));
  return jobs;
}
