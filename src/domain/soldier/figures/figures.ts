// The headline figures of a soldier and the columns of the tables: their ids, words and units.
import type { GameId } from "#domain/game.ts";
import type { TableId } from "./table-id.ts";

/** count, share (0–1), ratio (two counts), rate (per minute), seconds, metres; `rank` is a count that has no difference. */
export type Unit = "count" | "share" | "ratio" | "rate" | "seconds" | "metres" | "rank";

type Measure = { id: string; label: string; unit: Unit };

const measure = (id: string, label: string, unit: Unit = "count"): Measure => ({ id, label, unit });

/** What the page shows first, in its order. The first K/D of Battlefield 2042 leaves bots out. */
export const HEADLINES: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("humanKillDeath", "K/D without bots", "ratio"),
    measure("killDeath", "K/D with bots", "ratio"),
    measure("killsPerMinute", "KPM", "rate"),
    measure("winShare", "Win rate", "share"),
    measure("accuracy", "Accuracy", "share"),
    measure("kills", "Kills"),
    measure("humanKills", "Kills of players"),
    measure("secondsPlayed", "Time played", "seconds"),
  ],
  bf4: [
    measure("rank", "Rank", "rank"),
    measure("killDeath", "K/D", "ratio"),
    measure("killsPerMinute", "KPM", "rate"),
    measure("scorePerMinute", "SPM", "rate"),
    measure("winShare", "Win rate", "share"),
    measure("accuracy", "Accuracy", "share"),
    measure("kills", "Kills"),
    measure("secondsPlayed", "Time played", "seconds"),
  ],
};

/** Further figures, under "More". */
export const FURTHER: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("deaths", "Deaths"),
    measure("botKills", "Bot kills"),
    measure("assists", "Assists"),
    measure("killsPerMatch", "Kills per match", "ratio"),
    measure("damage", "Damage"),
    measure("damagePerMinute", "Damage per minute", "rate"),
    measure("damagePerMatch", "Damage per match", "ratio"),
    measure("damageToVehicles", "Damage to vehicles"),
    measure("headshots", "Headshot kills"),
    measure("headshotShare", "Headshot rate", "share"),
    measure("shotsFired", "Shots fired"),
    measure("shotsHit", "Shots hit"),
    measure("infantryKillDeath", "Infantry K/D", "ratio"),
    measure("matches", "Matches"),
    measure("wins", "Wins"),
    measure("losses", "Losses"),
    measure("revives", "Revives"),
    measure("heals", "Heals"),
    measure("repairs", "Repairs"),
    measure("resupplies", "Resupplies"),
    measure("squadSpawns", "Squad spawns"),
    measure("teammatesSupported", "Teammates supported"),
    measure("spots", "Enemies spotted"),
    measure("vehiclesDestroyed", "Vehicles destroyed"),
    measure("gadgetsDestroyed", "Gadgets destroyed"),
    measure("multiKills", "Multi-kills"),
    measure("meleeKills", "Melee kills"),
    measure("takedowns", "Takedowns"),
    measure("vehicleKills", "Vehicle kills"),
    measure("roadKills", "Road kills"),
    measure("grenadeKills", "Grenade kills"),
    measure("longDistanceKills", "Long-range kills"),
    measure("parachuteKills", "Parachute kills"),
    measure("saviorKills", "Saviour kills"),
    measure("callIns", "Vehicles called in"),
    measure("mvps", "MVP"),
    measure("bestSquads", "Best squad"),
    measure("objectivesCaptured", "Objectives captured"),
    measure("objectivesNeutralized", "Objectives neutralized"),
    measure("objectivesArmed", "Objectives armed"),
    measure("objectivesDefused", "Objectives defused"),
    measure("objectivesDestroyed", "Objectives destroyed"),
    measure("objectivesDefended", "Sectors defended"),
    measure("sectorsCaptured", "Sectors captured"),
    measure("secondsOnObjectives", "Time on objectives", "seconds"),
    measure("metresOnFoot", "Distance on foot", "metres"),
    measure("metresInVehicles", "Distance driven", "metres"),
    measure("secondsFlying", "Time flying", "seconds"),
    measure("secondsDriving", "Time driving", "seconds"),
    measure("experience", "Experience points"),
  ],
  bf4: [
    measure("deaths", "Deaths"),
    measure("assists", "Kill assists"),
    measure("headshots", "Headshots"),
    measure("headshotShare", "Headshot rate", "share"),
    measure("rounds", "Rounds"),
    measure("wins", "Wins"),
    measure("losses", "Losses"),
    measure("quits", "Rounds left early"),
    measure("skill", "Skill", "rank"),
    measure("infantryKillDeath", "Infantry K/D", "ratio"),
    measure("infantryKillsPerMinute", "Infantry KPM", "rate"),
    measure("revives", "Revives"),
    measure("heals", "Heals"),
    measure("repairs", "Repairs"),
    measure("resupplies", "Resupplies"),
    measure("avengerKills", "Avenger kills"),
    measure("saviorKills", "Saviour kills"),
    measure("dogTagsTaken", "Dog tags taken"),
    measure("longestHeadshot", "Longest headshot", "metres"),
    measure("highestKillStreak", "Best kill streak", "rank"),
    measure("rankPoints", "Rank points"),
    measure("squadScore", "Squad score"),
    measure("awardScore", "Award score"),
    measure("bonusScore", "Bonus score"),
  ],
};

const SHOTS = [
  measure("kills", "Kills"),
  measure("killsPerMinute", "KPM", "rate"),
  measure("accuracy", "Accuracy", "share"),
  measure("headshotShare", "Headshots", "share"),
  measure("hitsPerKill", "Hits per kill", "ratio"),
] as const;

/** Of a weapon or gadget of Battlefield 4. */
const BF4_ARM = [
  ...SHOTS,
  measure("headshots", "Headshot kills"),
  measure("secondsPlayed", "Time", "seconds"),
] as const;

/** The columns of each table, in the order of the screen; a source gives some of them. */
export const COLUMNS: Record<GameId, Partial<Record<TableId, readonly Measure[]>>> = {
  bf2042: {
    weapons: [
      ...SHOTS,
      measure("damage", "Damage"),
      measure("damagePerMinute", "Damage per minute", "rate"),
      measure("headshots", "Headshot kills"),
      measure("hipfireKills", "Hip-fire kills"),
      measure("multiKills", "Multi-kills"),
      measure("shotsFired", "Shots"),
      measure("shotsHit", "Hits"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    vehicles: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "KPM", "rate"),
      measure("destroyed", "Destroyed"),
      measure("damage", "Damage"),
      measure("multiKills", "Multi-kills"),
      measure("roadKills", "Road kills"),
      measure("assists", "Assists"),
      measure("callIns", "Called in"),
      measure("metres", "Distance", "metres"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    classes: [
      measure("kills", "Kills"),
      measure("deaths", "Deaths"),
      measure("killDeath", "K/D", "ratio"),
      measure("killsPerMinute", "KPM", "rate"),
      measure("revives", "Revives"),
      measure("assists", "Assists"),
      measure("spawns", "Spawns"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    modes: [
      measure("matches", "Matches"),
      measure("wins", "Wins"),
      measure("losses", "Losses"),
      measure("winShare", "Win rate", "share"),
      measure("kills", "Kills"),
      measure("killsPerMinute", "KPM", "rate"),
      measure("assists", "Assists"),
      measure("revives", "Revives"),
      measure("mvps", "MVP"),
      measure("objectivesCaptured", "Objectives captured"),
      measure("objectivesDefended", "Objectives defended"),
      measure("secondsOnObjectives", "Time on objectives", "seconds"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    maps: [
      measure("matches", "Matches"),
      measure("wins", "Wins"),
      measure("losses", "Losses"),
      measure("winShare", "Win rate", "share"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    gadgets: [
      measure("kills", "Kills"),
      measure("uses", "Uses"),
      measure("damage", "Damage"),
      measure("multiKills", "Multi-kills"),
      measure("vehiclesDestroyed", "Vehicles destroyed"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
  },
  bf4: {
    weapons: BF4_ARM,
    vehicles: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "KPM", "rate"),
      measure("destroyed", "Destroyed"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    classes: [
      measure("score", "Score"),
      measure("serviceStars", "Service stars"),
      measure("serviceStarShare", "To the next star", "share"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    modes: [measure("score", "Score")],
    gadgets: BF4_ARM,
  },
};

/** Every figure of a game by its id. */
export const listFigures = (game: GameId): readonly Measure[] => [...HEADLINES[game], ...FURTHER[game]];

export type { Measure };
