// The statistics service: searches for soldiers and reads their statistics.
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
import { createBf4Reader, hasWeapons } from "#server/sources/parsing/bf4-response.ts";
import { createBf2042Reader } from "#server/sources/parsing/bf2042-response.ts";
import { createResponseCache, createResponseTable } from "./response-cache.ts";
import { createServiceCall, createSourceState, type ServiceCall, type ServicePath } from "./service-call.ts";

export type StatisticsSource = {
  /** The lifetime of cached responses. */
  readonly cacheMs: number;
  /** Returns the milliseconds until the service may be called; 0 if it may be called now. */
  restingMs(): Promise<number>;
  /**
   * Returns soldiers with this name within five seconds, exact matches first. Battlefield 4 needs at least four letters.
   * @throws {AppError} source_unavailable; source_busy
   */
  search(game: GameId, name: string): Promise<readonly FoundSoldier[]>;
  /**
   * Returns a soldier's statistics, at most `cacheMs` old, within five seconds; parallel calls for a soldier share one request. The
   * returned name is the service's; after a request by name the caller must check it.
   * @throws {AppError} soldier_unknown; source_unavailable; source_mismatched; source_busy (details.retryAfterS); or the
   * signal's reason
   */
  read(soldier: RequestedSoldier, signal?: AbortSignal): Promise<SourceReading>;
};

export type StatisticsParts = {
  /** Null means that there is no service, and every call fails with `source_unavailable`. */
  url: string | null;
  cacheMs: number;
  /** Maximum of calls by all processes of the database. */
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

  const runGuarded = <T>(task: () => Promise<T>): Promise<T> =>
    state.run(task).catch((error: unknown) => {
      if (error instanceof AppError && error.cause instanceof Error && LOGGED_ERRORS.has(error.code)) {
        logger.warn({ reason: error.cause.message }, "the statistics service failed");
      }
      throw error;
    });

  return {
    cacheMs,
    restingMs: state.restingMs,
    async search(game, name) {
      if (name.length < MIN_NAME_LENGTHS[game]) return [];
      const key = `search ${game} ${name.toLowerCase()}`;
      return searches(key, (signal) => runGuarded(() => searchSoldiers(call, game, name, signal)));
    },
    read: (soldier, signal) => readings(getKey(soldier), (end) => runGuarded(() => readSoldier(soldier, end)), signal),
  };
}

/** Errors of the service that are logged. */
const LOGGED_ERRORS: ReadonlySet<string> = new Set(["source_unavailable", "source_mismatched"]);

const NO_SOURCE: StatisticsSource = {
  cacheMs: 0,
  restingMs: async () => 0,
  search: () => Promise.reject(new AppError("source_unavailable")),
  read: () => Promise.reject(new AppError("source_unavailable")),
};

const getKey = ({ game, platform, name, playerId }: RequestedSoldier): string =>
  `read ${game} ${platform} ${playerId ?? name.toLowerCase()}`;

/** Minimum lengths for a search. For Battlefield 4 the service searches all games of the publisher, with at least four letters. */
const MIN_NAME_LENGTHS: Record<GameId, number> = { bf2042: 1, bf4: 4 };

async function searchSoldiers(
  call: ServiceCall,
  game: GameId,
  name: string,
  signal: AbortSignal,
): Promise<readonly FoundSoldier[]> {
  try {
    const response = await call(game === "bf4" ? "/bfglobal/search" : "/bf2042/player/", { name }, signal);
    return parseFoundSoldiers(response, game, name);
  } catch (error) {
    if (error instanceof AppError && error.code === "soldier_unknown") return [];
    throw error;
  }
}

// Search by name.
const MAX_RESULTS = 20;

/** The service's platform numbers. In Battlefield 2042 the numbers of old and new consoles belong to one platform. */
const PLATFORM_NUMBERS: Record<GameId, Readonly<Record<number, Platform>>> = {
  bf2042: { 0: "pc", 1: "pc", 2: "psn", 3: "xbox", 4: "psn", 5: "xbox" },
  bf4: { 1: "pc", 2: "ps4", 3: "xboxone", 4: "ps3", 32: "ps4", 64: "xboxone" },
};

/** Returns the soldiers of a response, exact names first, without those of unknown platforms. */
export function parseFoundSoldiers(response: unknown, game: GameId, name: string): readonly FoundSoldier[] {
  const rows = getRows(Array.isArray(response) ? response : getFields(response)["results"]);
  const soldiers = new Map<string, FoundSoldier>();
  for (const row of rows) {
    const soldier = parseFoundSoldier(row, game);
    if (soldier) soldiers.set(`${soldier.platform} ${soldier.name.toLowerCase()}`, soldier);
  }
  const isExact = (soldier: FoundSoldier) => soldier.name.toLowerCase() === name.toLowerCase();
  const [exact, others] = [
    [...soldiers.values()].filter(isExact),
    [...soldiers.values()].filter((soldier) => !isExact(soldier)),
  ];
  return [...exact, ...others].slice(0, MAX_RESULTS);
}

function parseFoundSoldier(row: Fields, game: GameId): FoundSoldier | null {
  const platform = PLATFORM_NUMBERS[game][getNumber(row["platform"] ?? row["platformId"]) ?? -1];
  const name = soldierName.safeParse(row["name"] ?? row["personaName"]);
  if (!platform || !name.success) return null;
  return { game, platform, name: name.data, playerId: getId(row["personaId"]) ?? null };
}

// A reading, which consists of one or several pages of the service.
const sourceReading = z.object({
  statistics,
  /** The name in the service's spelling. */
  name: z.string(),
  /** The service's id of the soldier on this platform. */
  playerId: z.string().nullable(),
  answeredAt: z.string(),
});

type SourceReading = z.infer<typeof sourceReading>;

/** The soldier of a request: by player id if it is known, because names change. */
type RequestedSoldier = SoldierKey & { playerId: string | null };

/** The service's names of platforms; for Battlefield 2042's combined platforms it accepts either console. */
const PLATFORM_NAMES: Record<Platform, string> = {
  pc: "pc",
  psn: "ps4",
  xbox: "xboxone",
  ps4: "ps4",
  xboxone: "xboxone",
  ps3: "ps3",
  xbox360: "xbox360",
};

type ReadSoldier = (soldier: RequestedSoldier, signal: AbortSignal) => Promise<SourceReading>;

/**
 * Creates a function that reads soldiers of both games.
 * @throws {AppError} the errors of a call; source_unavailable for a response that cannot be parsed; source_mismatched for a response
 * about another soldier or game
 */
export function createReading(call: ServiceCall, arsenals: Arsenals, now: () => Date): ReadSoldier {
  const bf2042 = lazy(() => createBf2042Reader(arsenals.bf2042));
  const bf4 = lazy(() => createBf4Reader(arsenals.bf4));

  async function readBf2042(soldier: RequestedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const response = getFields(await call("/bf2042/stats/", getQuery(soldier), signal));
    return getReading(soldier, response, bf2042()(response), now());
  }

  async function readBf4(soldier: RequestedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const readPage = async (path: ServicePath) => getFields(await call(path, getQuery(soldier), signal));
    // The pages are requested one after the other, to send the service only one request at a time.
    const all = await readPage("/bf4/all/");
    const readOptionalPage = async (path: ServicePath): Promise<Fields> => {
      const fields = await readPage(path).catch(ignoreAppError);
      return isSameSoldier(all, fields) ? fields : {};
    };
    const stats = await readOptionalPage("/bf4/stats/");
    const weapons = hasWeapons(all) ? {} : await readOptionalPage("/bf4/weapons/");
    return getReading(soldier, all, bf4()({ all, stats, weapons }), now());
  }

  return (soldier, signal) => (soldier.game === "bf4" ? readBf4 : readBf2042)(soldier, signal);
}

const getQuery = ({ name, playerId, platform }: RequestedSoldier): Record<string, string> => ({
  ...(playerId === null ? { name } : { playerid: playerId }),
  platform: PLATFORM_NAMES[platform],
});

/** Ignores the failure of a secondary page, whose values are then missing. */
function ignoreAppError(error: unknown): Fields {
  if (error instanceof AppError) return {};
  throw error;
}

function getReading(
  requested: RequestedSoldier,
  response: Fields,
  reportedStatistics: Statistics,
  at: Date,
): SourceReading {
  const { playerId, name } = getIdentity(response);
  const { data, error } = statistics.safeParse(reportedStatistics);
  if (!data || (playerId === null && Object.keys(data.figures).length === 0)) {
    throw new AppError(
      "source_unavailable",
      {},
      { cause: error ?? new Error("The response has no id and no figure.") },
    );
  }
  if (isOfOtherGame(response, data)) throw createMismatchError(`The response is not of ${requested.game}.`);
  if (!matchesRequest(requested, response)) throw createMismatchError("The response is about another soldier.");
  return {
    statistics: data,
    name: name ?? requested.name,
    playerId: playerId ?? requested.playerId,
    answeredAt: at.toISOString(),
  };
}

const createMismatchError = (explanation: string): AppError =>
  new AppError("source_mismatched", {}, { cause: new Error(explanation) });

// Checks whether a response belongs to the request.

const getIdentity = (response: Fields) => ({
  playerId: getId(response["id"]) ?? null,
  name: soldierName.safeParse(response["userName"]).data ?? null,
});

/** Whether the response is about the requested soldier: by id, or by name if the response has no id. A request by name accepts any soldier with a name. */
function matchesRequest(requested: RequestedSoldier, response: Fields): boolean {
  const { playerId, name } = getIdentity(response);
  if (requested.playerId === null) return name !== null;
  return playerId === null ? name !== null && isSameName(name, requested.name) : playerId === requested.playerId;
}

/** Whether two pages are about the same soldier, by id, or by name if an id is missing. */
function isSameSoldier(firstPage: Fields, secondPage: Fields): boolean {
  const [left, right] = [getIdentity(firstPage), getIdentity(secondPage)];
  if (left.playerId !== null && right.playerId !== null) return left.playerId === right.playerId;
  return left.name !== null && right.name !== null && isSameName(left.name, right.name);
}

/** Fields that the service returns for only one of the games. */
const GAME_FIELDS: Record<GameId, readonly string[]> = {
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

/** Number of weapons above which most of them should be known, even after a patch with new ones. */
const MIN_WEAPONS = 12;

/** Whether a response is about another game: it has that game's fields, or mostly unknown weapons. */
function isOfOtherGame(response: Fields, { game, tables: { weapons = [] } }: Statistics): boolean {
  const count = (fields: readonly string[]) => fields.filter((field) => response[field] !== undefined).length;
  if (count(GAME_FIELDS[game === "bf4" ? "bf2042" : "bf4"]) > count(GAME_FIELDS[game])) return true;
  return weapons.length >= MIN_WEAPONS && weapons.filter(({ isKnown }) => isKnown).length < weapons.length / 3;
}
