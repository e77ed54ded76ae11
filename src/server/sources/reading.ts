// Which pages of the service make a reading of a soldier.

import { z } from "zod";
import { AppError } from "#domain/errors.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { type SoldierKey, soldierName } from "#domain/soldier/soldier.ts";
import { type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { lazy } from "#platform/cache.ts";
import { createBf4Reader, hasWeapons } from "#server/sources/parsing/bf4-answer.ts";
import { createBf2042Reader } from "#server/sources/parsing/bf2042-answer.ts";
import { type Fields, getFields, getId } from "#server/sources/parsing/lenient-fields.ts";
import type { ServiceCall, ServicePath } from "./service-call.ts";

export const sourceReading = z.object({
  statistics,
  /** As the service spells it. */
  name: z.string(),
  /** The service's id of the soldier on this platform. */
  playerId: z.string().nullable(),
  answeredAt: z.string(),
});

export type SourceReading = z.infer<typeof sourceReading>;

/** A soldier to be read: by its id where there is one, since names change. */
export type AskedSoldier = SoldierKey & { playerId: string | null };

/** The service's words for platforms; of the pools of Battlefield 2042 it takes any member. */
const PLATFORM_WORDS: Record<Platform, string> = {
  pc: "pc",
  psn: "ps4",
  xbox: "xboxone",
  ps4: "ps4",
  xboxone: "xboxone",
  ps3: "ps3",
  xbox360: "xbox360",
};

type ReadSoldier = (soldier: AskedSoldier, signal: AbortSignal) => Promise<SourceReading>;

/**
 * Reads soldiers of both games.
 * @throws {AppError} those of a call; source_unavailable for a response that cannot be parsed
 */
export function createReading(call: ServiceCall, arsenals: Arsenals, now: () => Date): ReadSoldier {
  const bf2042 = lazy(() => createBf2042Reader(arsenals.bf2042));
  const bf4 = lazy(() => createBf4Reader(arsenals.bf4));

  async function readBf2042(soldier: AskedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const answer = getFields(await call("/bf2042/stats/", getQuery(soldier), signal));
    return getReading(soldier, answer, bf2042()(answer), now());
  }

  async function readBf4(soldier: AskedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const page = async (path: ServicePath) => getFields(await call(path, getQuery(soldier), signal));
    // One after the other: the service is asked for one page of a soldier at a time.
    const all = await page("/bf4/all/");
    const stats = await page("/bf4/stats/").catch(ignoreAppError);
    const weapons = hasWeapons(all) ? {} : await page("/bf4/weapons/").catch(ignoreAppError);
    return getReading(soldier, all, bf4()({ all, stats, weapons }), now());
  }

  return (soldier, signal) => (soldier.game === "bf4" ? readBf4 : readBf2042)(soldier, signal);
}

const getQuery = ({ name, playerId, platform }: AskedSoldier): Record<string, string> => ({
  ...(playerId === null ? { name } : { playerid: playerId }),
  platform: PLATFORM_WORDS[platform],
});

/** A failed secondary page does not fail the reading: its values are missing. */
function ignoreAppError(error: unknown): Fields {
  if (error instanceof AppError) return {};
  throw error;
}

function getReading(asked: AskedSoldier, answer: Fields, reportedStatistics: Statistics, at: Date): SourceReading {
  const playerId = getId(answer["id"]) ?? null;
  const { data, error } = statistics.safeParse(reportedStatistics);
  if (!data || (playerId === null && Object.keys(data.figures).length === 0)) {
    throw new AppError(
      "source_unavailable",
      {},
      { cause: error ?? new Error("The answer holds no id and no figure.") },
    );
  }
  const name = soldierName.safeParse(answer["userName"]).data ?? asked.name;
  return { statistics: data, name, playerId: playerId ?? asked.playerId, answeredAt: at.toISOString() };
}
