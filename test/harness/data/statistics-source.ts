// Sources of statistics beside the world's own, each with a circuit and a clock of its own, on the same database.

import type { GameId } from "#domain/game.ts";
import { AppError } from "#messages/errors.ts";
import { createStatisticsSource, type StatisticsParts } from "#server/sources/statistics-source.ts";
import type { World } from "#test/harness/world.ts";
import type { StatisticsService } from "./statistics-service.ts";

let sources = 0;

/**
 * A source with an adjustable clock; unless changed, it has a high rate limit and caches responses for five minutes.
 */
export function aSource({ context }: World, { url }: StatisticsService, changes: Partial<StatisticsParts> = {}) {
  const { db, rateLimiter, arsenals, logger } = context;
  const clock = { ms: 0 };
  const now = () => new Date(Date.now() + clock.ms);
  // The state of a service is stored by its address as it is written, so each source has its own.
  sources += 1;
  const ownUrl = url + "/".repeat(sources);
  const parts = { url: ownUrl, cacheMs: 300_000, perMinute: 10_000, db, rateLimiter, arsenals, logger, now };
  return { source: createStatisticsSource({ ...parts, ...changes }), clock, now };
}

export const aSoldier = (name: string, game: GameId = "bf2042") =>
  ({ game, platform: "pc", name, playerId: null }) as const;

/** The pages that were asked for about a soldier. */
export const pagesAsked = ({ calls }: StatisticsService, name: string): string[] =>
  calls.filter((call) => call.name === name).map(({ path }) => path);

/** "success", or the code of the AppError; any other error is rethrown. */
export async function getOutcome(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
    return "success";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
