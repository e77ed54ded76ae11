// Sources of statistics beside the world's own, each with a circuit and a clock of its own, on the same database.
import { Fault } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import { createStatisticsSource, type StatisticsParts } from "#server/sources/statistics-source.ts";
import type { StatisticsService } from "./statistics-service.ts";
import type { World } from "./world.ts";

/** A source with a clock to turn; it calls as often as it likes, and answers kept for five minutes, unless told otherwise. */
export function aSource({ context }: World, { url }: StatisticsService, changes: Partial<StatisticsParts> = {}) {
  const { db, budget, arsenals, logger } = context;
  const clock = { ms: 0 };
  const now = () => new Date(Date.now() + clock.ms);
  const parts = { url, keptMs: 300_000, perMinute: 10_000, db, budget, arsenals, logger, now };
  return { source: createStatisticsSource({ ...parts, ...changes }), clock, now };
}

export const aSoldier = (name: string, game: GameId = "bf2042") =>
  ({ game, platform: "pc", name, playerId: null }) as const;

/** The pages that were asked for about a soldier. */
export const pagesAsked = ({ calls }: StatisticsService, name: string): string[] =>
  calls.filter((call) => call.name === name).map(({ path }) => path);

/** "told", or the fault's code; anything else is thrown on. */
export async function outcomeOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
    return "told";
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
}
