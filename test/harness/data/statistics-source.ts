// Further statistics sources on a world's database, each with its own circuit breaker and clock.

import type { GameId } from "#domain/game.ts";
import { AppError } from "#messages/errors.ts";
import { createStatisticsSource, type StatisticsParts } from "#server/sources/statistics-source.ts";
import type { World } from "#test/harness/world.ts";
import type { StatisticsService } from "./statistics-service.ts";

let sources = 0;

/**
 * Creates a source with an adjustable clock. By default it has a high rate limit and caches responses for five minutes.
 */
export function createSource({ context }: World, { url }: StatisticsService, changes: Partial<StatisticsParts> = {}) {
  const { db, rateLimiter, arsenals, logger } = context;
  const clock = { ms: 0 };
  const now = () => new Date(Date.now() + clock.ms);
  // The state of a service is stored by its address as written, so each source uses a different spelling.
  sources += 1;
  const uniqueUrl = url + "/".repeat(sources);
  const parts = { url: uniqueUrl, cacheMs: 300_000, perMinute: 10_000, db, rateLimiter, arsenals, logger, now };
  return { source: createStatisticsSource({ ...parts, ...changes }), clock, now };
}

export const buildRequestedSoldier = (name: string, game: GameId = "bf2042") =>
  ({ game, platform: "pc", name, playerId: null }) as const;

/** Returns the paths of the requests for a soldier. */
export const listRequestedPaths = ({ calls }: StatisticsService, name: string): string[] =>
  calls.filter((call) => call.name === name).map(({ path }) => path);

/** Returns "success" or the code of the AppError; rethrows any other error. */
export async function getOutcome(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
    return "success";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
