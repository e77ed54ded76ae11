// The headline figures of a soldier and the columns of the tables: their ids, names and units.
import { GAMES, type GameId } from "#domain/game.ts";
import type { MeasureLabel } from "./measure-label.ts";
import type { TableId } from "./table-id.ts";

/**
 * count, share (0–1), ratio (two counts), rate (kills per minute), points (score or damage per minute), seconds, metres; `rank`
 * is a count that has no difference.
 */
export type Unit = "count" | "share" | "ratio" | "rate" | "points" | "seconds" | "metres" | "rank";

type Measure = { id: string; labelId: MeasureLabel; unit: Unit };

const measure = (id: string, labelId: MeasureLabel, unit: Unit = "count"): Measure => ({ id, labelId, unit });

/** What the page shows first, in its order. The first K/D of Battlefield 2042 leaves bots out. */
export const HEADLINES: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("humanKillDeath", "kdWithoutBots", "ratio"),
    measure("killDeath", "kdWithBots", "ratio"),
    measure("killsPerMinute", "kpm", "rate"),
    measure("winShare", "winRate", "share"),
    measure("accuracy", "accuracy", "share"),
    measure("kills", "kills"),
    measure("humanKills", "killsOfPlayers"),
    measure("secondsPlayed", "timePlayed", "seconds"),
  ],
  bf4: [
    measure("rank", "rank", "rank"),
    measure("killDeath", "kd", "ratio"),
    measure("killsPerMinute", "kpm", "rate"),
    measure("scorePerMinute", "spm", "points"),
    measure("winShare", "winRate", "share"),
    measure("accuracy", "accuracy", "share"),
    measure("kills", "kills"),
    measure("secondsPlayed", "timePlayed", "seconds"),
  ],
};

/** Further figures, under "More". */
export const FURTHER: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("deaths", "deaths"),
    measure("botKills", "botKills"),
    measure("assists", "assists"),
    measure("killsPerMatch", "killsPerMatch", "ratio"),
    measure("damage", "damage"),
    measure("damagePerMinute", "damagePerMinute", "points"),
    measure("damagePerMatch", "damagePerMatch", "ratio"),
    measure("damageToVehicles", "damageToVehicles"),
    measure("headshots", "headshotKills"),
    measure("headshotShare", "headshotRate", "share"),
    measure("shotsFired", "shotsFired"),
    measure("shotsHit", "shotsHit"),
    measure("infantryKillDeath", "infantryKd", "ratio"),
    measure("matches", "matches"),
    measure("wins", "wins"),
    measure("losses", "losses"),
    measure("revives", "revives"),
    measure("heals", "heals"),
    measure("repairs", "repairs"),
    measure("resupplies", "resupplies"),
    measure("squadSpawns", "squadSpawns"),
    measure("teammatesSupported", "teammatesSupported"),
    measure("spots", "enemiesSpotted"),
    measure("vehiclesDestroyed", "vehiclesDestroyed"),
    measure("gadgetsDestroyed", "gadgetsDestroyed"),
    measure("multiKills", "multiKills"),
    measure("meleeKills", "meleeKills"),
    measure("takedowns", "takedowns"),
    measure("vehicleKills", "vehicleKills"),
    measure("roadKills", "roadKills"),
    measure("grenadeKills", "grenadeKills"),
    measure("parachuteKills", "parachuteKills"),
    measure("saviorKills", "saviourKills"),
    measure("callIns", "vehiclesCalledIn"),
    measure("mvps", "mvp"),
    measure("bestSquads", "bestSquad"),
    measure("objectivesCaptured", "objectivesCaptured"),
    measure("objectivesNeutralized", "objectivesNeutralized"),
    measure("objectivesArmed", "objectivesArmed"),
    measure("objectivesDefused", "objectivesDefused"),
    measure("objectivesDestroyed", "objectivesDestroyed"),
    measure("objectivesDefended", "sectorsDefended"),
    measure("sectorsCaptured", "sectorsCaptured"),
    measure("secondsOnObjectives", "timeOnObjectives", "seconds"),
    measure("metresOnFoot", "distanceOnFoot", "metres"),
    measure("metresInVehicles", "distanceDriven", "metres"),
    measure("secondsFlying", "timeFlying", "seconds"),
    measure("secondsDriving", "timeDriving", "seconds"),
    measure("experience", "experiencePoints"),
  ],
  bf4: [
    measure("deaths", "deaths"),
    measure("assists", "killAssists"),
    measure("headshots", "headshots"),
    measure("headshotShare", "headshotRate", "share"),
    measure("rounds", "rounds"),
    measure("wins", "wins"),
    measure("losses", "losses"),
    measure("quits", "roundsLeftEarly"),
    measure("skill", "skill", "rank"),
    measure("infantryKillDeath", "infantryKd", "ratio"),
    measure("infantryKillsPerMinute", "infantryKpm", "rate"),
    measure("revives", "revives"),
    measure("heals", "heals"),
    measure("repairs", "repairs"),
    measure("resupplies", "resupplies"),
    measure("avengerKills", "avengerKills"),
    measure("saviorKills", "saviourKills"),
    measure("dogTagsTaken", "dogTagsTaken"),
    measure("longestHeadshot", "longestHeadshot", "metres"),
    measure("highestKillStreak", "bestKillStreak", "rank"),
    measure("rankPoints", "rankPoints"),
    measure("squadScore", "squadScore"),
    measure("awardScore", "awardScore"),
    measure("bonusScore", "bonusScore"),
    measure("score", "score"),
    measure("shotsFired", "shotsFired"),
    measure("shotsHit", "shotsHit"),
  ],
};

const SHOTS = [
  measure("kills", "kills"),
  measure("killsPerMinute", "kpm", "rate"),
  measure("accuracy", "accuracy", "share"),
  measure("headshotShare", "headshots", "share"),
  measure("hitsPerKill", "hitsPerKill", "ratio"),
] as const;

/** Of a weapon or gadget of Battlefield 4. */
const BF4_ARM = [...SHOTS, measure("headshots", "headshotKills"), measure("secondsPlayed", "time", "seconds")] as const;

/** The columns of each table, in the order of the screen; a source gives some of them. */
export const COLUMNS: Record<GameId, Partial<Record<TableId, readonly Measure[]>>> = {
  bf2042: {
    weapons: [
      ...SHOTS,
      measure("damage", "damage"),
      measure("damagePerMinute", "damagePerMinute", "points"),
      measure("headshots", "headshotKills"),
      measure("hipfireKills", "hipFireKills"),
      measure("multiKills", "multiKills"),
      measure("shotsFired", "shots"),
      measure("shotsHit", "hits"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    vehicles: [
      measure("kills", "kills"),
      measure("killsPerMinute", "kpm", "rate"),
      measure("destroyed", "destroyed"),
      measure("damage", "damage"),
      measure("multiKills", "multiKills"),
      measure("roadKills", "roadKills"),
      measure("assists", "assists"),
      measure("callIns", "calledIn"),
      measure("metres", "distance", "metres"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    classes: [
      measure("kills", "kills"),
      measure("deaths", "deaths"),
      measure("killDeath", "kd", "ratio"),
      measure("killsPerMinute", "kpm", "rate"),
      measure("revives", "revives"),
      measure("assists", "assists"),
      measure("spawns", "spawns"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    modes: [
      measure("matches", "matches"),
      measure("wins", "wins"),
      measure("losses", "losses"),
      measure("winShare", "winRate", "share"),
      measure("kills", "kills"),
      measure("killsPerMinute", "kpm", "rate"),
      measure("assists", "assists"),
      measure("revives", "revives"),
      measure("mvps", "mvp"),
      measure("objectivesCaptured", "objectivesCaptured"),
      measure("objectivesDefended", "objectivesDefended"),
      measure("secondsOnObjectives", "timeOnObjectives", "seconds"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    maps: [
      measure("matches", "matches"),
      measure("wins", "wins"),
      measure("losses", "losses"),
      measure("winShare", "winRate", "share"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    gadgets: [
      measure("kills", "kills"),
      measure("uses", "uses"),
      measure("damage", "damage"),
      measure("multiKills", "multiKills"),
      measure("vehiclesDestroyed", "vehiclesDestroyed"),
      measure("secondsPlayed", "time", "seconds"),
    ],
  },
  bf4: {
    weapons: BF4_ARM,
    vehicles: [
      measure("kills", "kills"),
      measure("killsPerMinute", "kpm", "rate"),
      measure("destroyed", "destroyed"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    classes: [
      measure("score", "score"),
      measure("serviceStars", "serviceStars"),
      measure("serviceStarShare", "toTheNextStar", "share"),
      measure("secondsPlayed", "time", "seconds"),
    ],
    modes: [measure("score", "score")],
    gadgets: BF4_ARM,
  },
};

/** Every figure of a game by its id. */
export const listFigures = (game: GameId): readonly Measure[] => [...HEADLINES[game], ...FURTHER[game]];

const CUMULATIVE_UNITS: ReadonlySet<Unit> = new Set(["count", "seconds", "metres"]);
const RECORDS = ["rank", "highestKillStreak"];
const ALL_MEASURES = GAMES.flatMap((game) => [...listFigures(game), ...Object.values(COLUMNS[game]).flat()]);
const CUMULATIVE: ReadonlySet<string> = new Set([
  ...ALL_MEASURES.filter(({ unit }) => CUMULATIVE_UNITS.has(unit)).map(({ id }) => id),
  ...RECORDS,
]);

/** Whether the figure of a career never falls: what is counted, and what is a record. Shares, rates and skill do. */
export const isCumulative = (figureId: string): boolean => CUMULATIVE.has(figureId);

export type { Measure };
