// The statistics service: searches soldiers and reads their statistics.
import { z } from "zod";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { type Fields, getFields, getId, getNumber, getRows } from "#domain/soldier/parsing/fields.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { type FoundSoldier, foundSoldier, isSameName, type SoldierKey, soldierName } from "#domain/soldier/soldier.ts";
import { type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { AppError } from "#messages/errors.ts";
import { lazy } from "#platform/cache.ts";
import type { Logger } from "#platform/logger.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Database } from "#server/database/database.ts";
import { createBf4Reader, hasWeapons } from "#server/sources/parsing/bf4-answer.ts";
import { createBf2042Reader } from "#server/sources/parsing/bf2042-answer.ts";
import { createResponseCache, createResponseTable } from "./response-cache.ts";
import { createServiceCall, createSourceState, type ServiceCall, type ServicePath } from "./service-call.ts";

export type StatisticsSource = {
  /** The lifetime of cached responses. */
  readonly cacheMs: number;
  /** Milliseconds until a call has a chance; 0 when the service may be called. */
  restingMs(): Promise<number>;
  /**
   * Soldiers of that name, exact ones first; in Battlefield 4 from four letters on. Answers within five seconds.
   * @throws {AppError} source_unavailable; source_busy
   */
  search(game: GameId, name: string): Promise<readonly FoundSoldier[]>;
  /**
   * A soldier's statistics, at most `cacheMs` old, within five seconds; parallel calls for one soldier share one
   * request.
   * The name is the answer's: asked by name, the caller checks whether it is the soldier's.
   * @throws {AppError} soldier_unknown; source_unavailable; source_mismatched; source_busy (details.retryAfterS); or the
   * signal's reason
   */
  read(soldier: AskedSoldier, signal?: AbortSignal): Promise<SourceReading>;
};

export type StatisticsParts = {
  /** Null: there is no service, and every call fails with `source_unavailable`. */
  url: string | null;
  cacheMs: number;
  /** Maximum of calls over all processes of the database. */
  perMinute: number;
  db: Database;
  rateLimiter: RateLimiter;
  arsenals: Arsenals;
  logger: Logger;
  now: () => Date;
};

export function createStatisticsSource(parts: StatisticsParts): StatisticsSource {
  const { url, cacheMs, perMinute, db, rateLimiter, arsenals, logger, now } = parts;
  if (url === null) return NO_SOURCE;
  const state = createSourceState(db, url, now);
  const call = createServiceCall({ url, perMinute, rateLimiter, state, now });
  const readSoldier = createReading(call, arsenals, now);
  const table = createResponseTable(db, now, cacheMs);
  const readings = createResponseCache(table, sourceReading, cacheMs);
  const searches = createResponseCache(table, z.array(foundSoldier).readonly(), cacheMs);

  const guarded = <T>(task: () => Promise<T>): Promise<T> =>
    state.run(task).catch((error: unknown) => {
      if (error instanceof AppError && error.cause instanceof Error && LOGGED.has(error.code)) {
        logger.warn({ reason: error.cause.message }, "the statistics service failed");
      }
      throw error;
    });

  return {
    cacheMs,
    restingMs: state.restingMs,
    async search(game, name) {
      if (name.length < SHORTEST_NAMES[game]) return [];
      const key = `search ${game} ${name.toLowerCase()}`;
      return searches(key, (signal) => guarded(() => searchSoldiers(call, game, name, signal)));
    },
    read: (soldier, signal) => readings(getKey(soldier), (end) => guarded(() => readSoldier(soldier, end)), signal),
  };
}

/** Failures of the service itself. */
const LOGGED: ReadonlySet<string> = new Set(["source_unavailable", "source_mismatched"]);

const NO_SOURCE: StatisticsSource = {
  cacheMs: 0,
  restingMs: async () => 0,
  search: () => Promise.reject(new AppError("source_unavailable")),
  read: () => Promise.reject(new AppError("source_unavailable")),
};

const getKey = ({ game, platform, name, playerId }: AskedSoldier): string =>
  `read ${game} ${platform} ${playerId ?? name.toLowerCase()}`;

/** For Battlefield 4 the service searches all of the publisher's games at once, and only from four letters on. */
const SHORTEST_NAMES: Record<GameId, number> = { bf2042: 1, bf4: 4 };

async function searchSoldiers(
  call: ServiceCall,
  game: GameId,
  name: string,
  signal: AbortSignal,
): Promise<readonly FoundSoldier[]> {
  try {
    const answer = await call(game === "bf4" ? "/bfglobal/search" : "/bf2042/player/", { name }, signal);
    return parseFoundSoldiers(answer, game, name);
  } catch (error) {
    if (error instanceof AppError && error.code === "soldier_unknown") return [];
    throw error;
  }
}

// Search by name.
const MAX_RESULTS = 20;

/** Numbers of platforms. Those of Battlefield 2042's servers name the newer consoles; one pool of it spans both. */
const PLATFORM_NUMBERS: Record<GameId, Readonly<Record<number, Platform>>> = {
  bf2042: { 0: "pc", 1: "pc", 2: "psn", 3: "xbox", 4: "psn", 5: "xbox" },
  bf4: { 1: "pc", 2: "ps4", 3: "xboxone", 4: "ps3", 32: "ps4", 64: "xboxone" },
};

/** The soldiers of a response, exact names first; one without a platform is left out. */
export function parseFoundSoldiers(answer: unknown, game: GameId, name: string): readonly FoundSoldier[] {
  const rows = getRows(Array.isArray(answer) ? answer : getFields(answer)["results"]);
  const soldiers = new Map<string, FoundSoldier>();
  for (const row of rows) {
    const soldier = parseFoundSoldier(row, game);
    if (soldier) soldiers.set(`${soldier.platform} ${soldier.name.toLowerCase()}`, soldier);
  }
  const isExact = (soldier: FoundSoldier) => soldier.name.toLowerCase() === name.toLowerCase();
  const [exact, others] = [
    [...soldiers.values()].filter(isExact),
    [...soldiers.values()].filter((one) => !isExact(one)),
  ];
  return [...exact, ...others].slice(0, MAX_RESULTS);
}

function parseFoundSoldier(row: Fields, game: GameId): FoundSoldier | null {
  const platform = PLATFORM_NUMBERS[game][getNumber(row["platform"] ?? row["platformId"]) ?? -1];
  const name = soldierName.safeParse(row["name"] ?? row["personaName"]);
  if (!platform || !name.success) return null;
  return { game, platform, name: name.data, playerId: getId(row["personaId"]) ?? null };
}

// The pages of the service that a reading consists of.
const sourceReading = z.object({
  statistics,
  /** In the service's spelling. */
  name: z.string(),
  /** The service's id of the soldier on this platform. */
  playerId: z.string().nullable(),
  answeredAt: z.string(),
});

type SourceReading = z.infer<typeof sourceReading>;

/** A soldier to be read: by its id where there is one, since names change. */
type AskedSoldier = SoldierKey & { playerId: string | null };

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
 * @throws {AppError} those of a call; source_unavailable for a response that cannot be parsed; source_mismatched for one about
 * another soldier or another game
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
    const further = async (path: ServicePath): Promise<Fields> => {
      const fields = await page(path).catch(ignoreAppError);
      return isOfOneSoldier(all, fields) ? fields : {};
    };
    const stats = await further("/bf4/stats/");
    const weapons = hasWeapons(all) ? {} : await further("/bf4/weapons/");
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

function getReading(requested: AskedSoldier, answer: Fields, reportedStatistics: Statistics, at: Date): SourceReading {
  const { playerId, name } = getIdentity(answer);
  const { data, error } = statistics.safeParse(reportedStatistics);
  if (!data || (playerId === null && Object.keys(data.figures).length === 0)) {
    throw new AppError(
      "source_unavailable",
      {},
      { cause: error ?? new Error("The answer holds no id and no figure.") },
    );
  }
  if (isOfOtherGame(answer, data)) throw mismatched(`The answer is not of ${requested.game}.`);
  if (!isAnswerTo(requested, answer)) throw mismatched("The answer is about another soldier.");
  return {
    statistics: data,
    name: name ?? requested.name,
    playerId: playerId ?? requested.playerId,
    answeredAt: at.toISOString(),
  };
}

const mismatched = (explanation: string): AppError =>
  new AppError("source_mismatched", {}, { cause: new Error(explanation) });

// Whether an answer belongs to the question.

const getIdentity = (answer: Fields) => ({
  playerId: getId(answer["id"]) ?? null,
  name: soldierName.safeParse(answer["userName"]).data ?? null,
});

/** An id decides; where one of the two has none, the name does. An answer by name may be about a soldier of another name. */
function isAnswerTo(requested: AskedSoldier, answer: Fields): boolean {
  const { playerId, name } = getIdentity(answer);
  if (requested.playerId === null) return name !== null;
  return playerId === null ? name !== null && isSameName(name, requested.name) : playerId === requested.playerId;
}

/** Whether two pages are about one soldier, as far as they name it. */
function isOfOneSoldier(page: Fields, other: Fields): boolean {
  const [one, two] = [getIdentity(page), getIdentity(other)];
  if (one.playerId !== null && two.playerId !== null) return one.playerId === two.playerId;
  return one.name !== null && two.name !== null && isSameName(one.name, two.name);
}

/** What the service writes about soldiers of one game and not of the other. */
const OWN_FIELDS: Record<GameId, readonly string[]> = {
  bf2042: [
    "humanPrecentage",
    "dividedKills",
    "devidedDamage",
    "dividedSecondsPlayed",
    "matchesPlayed",
    "XP",
    "sector",
    "seasons",
  ],
  bf4: ["rank", "rankName", "skill", "scorePerMinute", "avengerKills", "highestKillStreak", "longestHeadShot", "quits"],
};

/** So many weapons that most of them are known, however many the last patch brought. */
const ENOUGH_WEAPONS = 12;

/** Whether an answer shows that it is about another game: by its fields, or by weapons that the game does not have. */
function isOfOtherGame(answer: Fields, { game, tables: { weapons = [] } }: Statistics): boolean {
  const count = (fields: readonly string[]) => fields.filter((field) => answer[field] !== undefined).length;
  if (count(OWN_FIELDS[game === "bf4" ? "bf2042" : "bf4"]) > count(OWN_FIELDS[game])) return true;
  return weapons.length >= ENOUGH_WEAPONS && weapons.filter(({ isKnown }) => isKnown).length < weapons.length / 3;
}
