// The headline figures of a soldier and the columns of the tables: their ids, names and units.
import { GAMES, type GameId } from "#domain/game.ts";
import type { MeasureLabel } from "./measure-label.ts";
import type { TableId } from "./table-id.ts";

/**
 * Units of figures: count, share (0–1), ratio (of two counts), rate (kills per minute), points (score or damage per minute), seconds,
 * metres, and rank (a number without a meaningful difference).
 */
export type Unit = "count" | "share" | "ratio" | "rate" | "points" | "seconds" | "metres" | "rank";

type Measure = { id: string; labelId: MeasureLabel; unit: Unit };

const createMeasure = (id: string, labelId: MeasureLabel, unit: Unit = "count"): Measure => ({ id, labelId, unit });

/** The headline figures of a soldier, in the order of the page. The first K/D of Battlefield 2042 excludes bots. */
export const HEADLINES: Record<GameId, readonly Measure[]> = {
  bf2042: [
    createMeasure("humanKillDeath", "kdWithoutBots", "ratio"),
    createMeasure("killDeath", "kdWithBots", "ratio"),
    createMeasure("killsPerMinute", "kpm", "rate"),
    createMeasure("winShare", "winRate", "share"),
    createMeasure("accuracy", "accuracy", "share"),
    createMeasure("kills", "kills"),
    createMeasure("humanKills", "killsOfPlayers"),
    createMeasure("secondsPlayed", "timePlayed", "seconds"),
  ],
  bf4: [
    createMeasure("rank", "rank", "rank"),
    createMeasure("killDeath", "kd", "ratio"),
    createMeasure("killsPerMinute", "kpm", "rate"),
    createMeasure("scorePerMinute", "spm", "points"),
    createMeasure("winShare", "winRate", "share"),
    createMeasure("accuracy", "accuracy", "share"),
    createMeasure("kills", "kills"),
    createMeasure("secondsPlayed", "timePlayed", "seconds"),
  ],
};

/** The figures below "More". */
export const FURTHER: Record<GameId, readonly Measure[]> = {
  bf2042: [
    createMeasure("deaths", "deaths"),
    createMeasure("botKills", "botKills"),
    createMeasure("assists", "assists"),
    createMeasure("killsPerMatch", "killsPerMatch", "ratio"),
    createMeasure("damage", "damage"),
    createMeasure("damagePerMinute", "damagePerMinute", "points"),
    createMeasure("damagePerMatch", "damagePerMatch", "ratio"),
    createMeasure("damageToVehicles", "damageToVehicles"),
    createMeasure("headshots", "headshotKills"),
    createMeasure("headshotShare", "headshotRate", "share"),
    createMeasure("shotsFired", "shotsFired"),
    createMeasure("shotsHit", "shotsHit"),
    createMeasure("infantryKillDeath", "infantryKd", "ratio"),
    createMeasure("matches", "matches"),
    createMeasure("wins", "wins"),
    createMeasure("losses", "losses"),
    createMeasure("revives", "revives"),
    createMeasure("heals", "heals"),
    createMeasure("repairs", "repairs"),
    createMeasure("resupplies", "resupplies"),
    createMeasure("squadSpawns", "squadSpawns"),
    createMeasure("teammatesSupported", "teammatesSupported"),
    createMeasure("spots", "enemiesSpotted"),
    createMeasure("vehiclesDestroyed", "vehiclesDestroyed"),
    createMeasure("gadgetsDestroyed", "gadgetsDestroyed"),
    createMeasure("multiKills", "multiKills"),
    createMeasure("meleeKills", "meleeKills"),
    createMeasure("takedowns", "takedowns"),
    createMeasure("vehicleKills", "vehicleKills"),
    createMeasure("roadKills", "roadKills"),
    createMeasure("grenadeKills", "grenadeKills"),
    createMeasure("parachuteKills", "parachuteKills"),
    createMeasure("saviorKills", "saviourKills"),
    createMeasure("callIns", "vehiclesCalledIn"),
    createMeasure("mvps", "mvp"),
    createMeasure("bestSquads", "bestSquad"),
    createMeasure("objectivesCaptured", "objectivesCaptured"),
    createMeasure("objectivesNeutralized", "objectivesNeutralized"),
    createMeasure("objectivesArmed", "objectivesArmed"),
    createMeasure("objectivesDefused", "objectivesDefused"),
    createMeasure("objectivesDestroyed", "objectivesDestroyed"),
    createMeasure("objectivesDefended", "sectorsDefended"),
    createMeasure("sectorsCaptured", "sectorsCaptured"),
    createMeasure("secondsOnObjectives", "timeOnObjectives", "seconds"),
    createMeasure("metresOnFoot", "distanceOnFoot", "metres"),
    createMeasure("metresInVehicles", "distanceDriven", "metres"),
    createMeasure("secondsFlying", "timeFlying", "seconds"),
    createMeasure("secondsDriving", "timeDriving", "seconds"),
    createMeasure("experience", "experiencePoints"),
  ],
  bf4: [
    createMeasure("deaths", "deaths"),
    createMeasure("assists", "killAssists"),
    createMeasure("headshots", "headshots"),
    createMeasure("headshotShare", "headshotRate", "share"),
    createMeasure("rounds", "rounds"),
    createMeasure("wins", "wins"),
    createMeasure("losses", "losses"),
    createMeasure("quits", "roundsLeftEarly"),
    createMeasure("skill", "skill", "rank"),
    createMeasure("infantryKillDeath", "infantryKd", "ratio"),
    createMeasure("infantryKillsPerMinute", "infantryKpm", "rate"),
    createMeasure("revives", "revives"),
    createMeasure("heals", "heals"),
    createMeasure("repairs", "repairs"),
    createMeasure("resupplies", "resupplies"),
    createMeasure("avengerKills", "avengerKills"),
    createMeasure("saviorKills", "saviourKills"),
    createMeasure("dogTagsTaken", "dogTagsTaken"),
    createMeasure("longestHeadshot", "longestHeadshot", "metres"),
    createMeasure("highestKillStreak", "bestKillStreak", "rank"),
    createMeasure("rankPoints", "rankPoints"),
    createMeasure("squadScore", "squadScore"),
    createMeasure("awardScore", "awardScore"),
    createMeasure("bonusScore", "bonusScore"),
    createMeasure("score", "score"),
    createMeasure("shotsFired", "shotsFired"),
    createMeasure("shotsHit", "shotsHit"),
  ],
};

const SHOTS = [
  createMeasure("kills", "kills"),
  createMeasure("killsPerMinute", "kpm", "rate"),
  createMeasure("accuracy", "accuracy", "share"),
  createMeasure("headshotShare", "headshots", "share"),
  createMeasure("hitsPerKill", "hitsPerKill", "ratio"),
] as const;

/** The columns of a weapon or gadget of Battlefield 4. */
const BF4_ARM = [
  ...SHOTS,
  createMeasure("headshots", "headshotKills"),
  createMeasure("secondsPlayed", "time", "seconds"),
] as const;

/** The columns of each table, in the order of the screen; a source may have only some of them. */
export const COLUMNS: Record<GameId, Partial<Record<TableId, readonly Measure[]>>> = {
  bf2042: {
    weapons: [
      ...SHOTS,
      createMeasure("damage", "damage"),
      createMeasure("damagePerMinute", "damagePerMinute", "points"),
      createMeasure("headshots", "headshotKills"),
      createMeasure("hipfireKills", "hipFireKills"),
      createMeasure("multiKills", "multiKills"),
      createMeasure("shotsFired", "shots"),
      createMeasure("shotsHit", "hits"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    vehicles: [
      createMeasure("kills", "kills"),
      createMeasure("killsPerMinute", "kpm", "rate"),
      createMeasure("destroyed", "destroyed"),
      createMeasure("damage", "damage"),
      createMeasure("multiKills", "multiKills"),
      createMeasure("roadKills", "roadKills"),
      createMeasure("assists", "assists"),
      createMeasure("callIns", "calledIn"),
      createMeasure("metres", "distance", "metres"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    classes: [
      createMeasure("kills", "kills"),
      createMeasure("deaths", "deaths"),
      createMeasure("killDeath", "kd", "ratio"),
      createMeasure("killsPerMinute", "kpm", "rate"),
      createMeasure("revives", "revives"),
      createMeasure("assists", "assists"),
      createMeasure("spawns", "spawns"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    modes: [
      createMeasure("matches", "matches"),
      createMeasure("wins", "wins"),
      createMeasure("losses", "losses"),
      createMeasure("winShare", "winRate", "share"),
      createMeasure("kills", "kills"),
      createMeasure("killsPerMinute", "kpm", "rate"),
      createMeasure("assists", "assists"),
      createMeasure("revives", "revives"),
      createMeasure("mvps", "mvp"),
      createMeasure("objectivesCaptured", "objectivesCaptured"),
      createMeasure("objectivesDefended", "objectivesDefended"),
      createMeasure("secondsOnObjectives", "timeOnObjectives", "seconds"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    maps: [
      createMeasure("matches", "matches"),
      createMeasure("wins", "wins"),
      createMeasure("losses", "losses"),
      createMeasure("winShare", "winRate", "share"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    gadgets: [
      createMeasure("kills", "kills"),
      createMeasure("uses", "uses"),
      createMeasure("damage", "damage"),
      createMeasure("multiKills", "multiKills"),
      createMeasure("vehiclesDestroyed", "vehiclesDestroyed"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
  },
  bf4: {
    weapons: BF4_ARM,
    vehicles: [
      createMeasure("kills", "kills"),
      createMeasure("killsPerMinute", "kpm", "rate"),
      createMeasure("destroyed", "destroyed"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    classes: [
      createMeasure("score", "score"),
      createMeasure("serviceStars", "serviceStars"),
      createMeasure("serviceStarShare", "toTheNextStar", "share"),
      createMeasure("secondsPlayed", "time", "seconds"),
    ],
    modes: [createMeasure("score", "score")],
    gadgets: BF4_ARM,
  },
};

/** Returns all figures of a game. */
export const listFigures = (game: GameId): readonly Measure[] => [...HEADLINES[game], ...FURTHER[game]];

const CUMULATIVE_UNITS: ReadonlySet<Unit> = new Set(["count", "seconds", "metres"]);
const RECORDS = ["rank", "highestKillStreak"];
const ALL_MEASURES = GAMES.flatMap((game) => [...listFigures(game), ...Object.values(COLUMNS[game]).flat()]);
const CUMULATIVE: ReadonlySet<string> = new Set([
  ...ALL_MEASURES.filter(({ unit }) => CUMULATIVE_UNITS.has(unit)).map(({ id }) => id),
  ...RECORDS,
]);

/** Whether a career figure never decreases, which is true for counts and records, but not for shares, rates and skill. */
export const isCumulative = (figureId: string): boolean => CUMULATIVE.has(figureId);

export type { Measure };
