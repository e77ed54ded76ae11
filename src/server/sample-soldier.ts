// The sample soldier that everyone can read without an account: it is computed for each call and never stored.
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { createSampleHistory, isSampleSoldier, SAMPLE_SOLDIER_IDS, type SampleItems } from "#domain/soldier/sample.ts";
import { CLASS_NAMES } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { withLanguage } from "./http/language.ts";
import { publicProcedure, requireUser } from "./trpc/trpc.ts";

/**
 * Requires a session, except to read a sample soldier: then `user` is null, and nothing is stored.
 * @throws {AppError} signed_out
 */
export const readerProcedure = publicProcedure.use(async ({ ctx, type, getRawInput, next }) => {
  const { id, soldierId = id } = Object(await getRawInput());
  return next({ ctx: { user: isSampleSoldier(soldierId) ? null : await requireUser(ctx, type) } });
});

/** Returns the reports of a game's sample soldier, oldest first. */
export const listSampleReports = (arsenals: Arsenals, game: GameId, now: Date, eveningsBefore = 0) =>
  createSampleHistory(
    game,
    // Statistics have English names.
    withLanguage(BASE_LANGUAGE, () => getSampleItems(game, arsenals)),
    now.getTime(),
    eveningsBefore,
  );

export type SampleSnapshot = ReturnType<typeof listSampleSnapshots>[number];

/** Returns the snapshots of a game's sample soldier, newest first. Their ids are the same in every call. */
export const listSampleSnapshots = (arsenals: Arsenals, game: GameId, now: Date, eveningsBefore = 0) =>
  listSampleReports(arsenals, game, now, eveningsBefore)
    .map(({ takenAt, statistics }, index) => ({
      id: SAMPLE_SOLDIER_IDS[game].replace(/-8000-0{4}/, `-8000-${String(index + 1).padStart(4, "0")}`),
      source: "sample" as const,
      takenAt,
      seenAt: takenAt,
      series: 0,
      statistics,
    }))
    .toReversed();

/**
 * Returns the game of a sample soldier.
 * @throws {AppError} soldier_missing, also if the soldier's game is not the requested one
 */
export function getSampleGame(soldierId: string, requested?: GameId): GameId {
  const game = GAMES.find((each) => SAMPLE_SOLDIER_IDS[each] === soldierId);
  if (!game || (requested && game !== requested)) throw new AppError("soldier_missing");
  return game;
}

function getSampleItems(game: GameId, arsenals: Arsenals): SampleItems {
  const { weapons, vehicles, kits } = arsenals[game];
  const takeFirst = (items: Iterable<{ id: string; name: string }>, count: number) => [...items].slice(0, count);
  return {
    weapons: takeFirst(weapons.values(), 9),
    // The list of vehicles begins with placed equipment, such as the AA Mine.
    vehicles: takeFirst(
      [...vehicles.values()].filter(({ category }) => category !== "soldier-equipment"),
      3,
    ),
    classes: [...kits.keys()].map((id) => ({ id, name: CLASS_NAMES[id] })),
  };
}
