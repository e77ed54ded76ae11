// The headline figures of a soldier and the columns of the tables: their ids, words and units.
import type { GameId } from "#domain/game.ts";
import type { TableId } from "./statistics.ts";

/** count, share (0–1), ratio (two counts), rate (per minute), seconds, metres; `rank` is a count that has no difference. */
export type Unit = "count" | "share" | "ratio" | "rate" | "seconds" | "metres" | "rank";

type Measure = { id: string; label: string; unit: Unit };

const measure = (id: string, label: string, unit: Unit = "count"): Measure => ({ id, label, unit });

/** What the page shows first, in its order. Kills per death of Battlefield 2042 leave bots out. */
export const HEADLINES: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("humanKillDeath", "Kills per death, without bots", "ratio"),
    measure("killDeath", "Kills per death, with bots", "ratio"),
    measure("killsPerMinute", "Kills a minute", "rate"),
    measure("winShare", "Matches won", "share"),
    measure("accuracy", "Accuracy", "share"),
    measure("kills", "Kills"),
    measure("humanKills", "Kills of people"),
    measure("secondsPlayed", "Time played", "seconds"),
  ],
  bf4: [
    measure("rank", "Rank", "rank"),
    measure("killDeath", "Kills per death", "ratio"),
    measure("killsPerMinute", "Kills a minute", "rate"),
    measure("scorePerMinute", "Score a minute", "rate"),
    measure("winShare", "Rounds won", "share"),
    measure("accuracy", "Accuracy", "share"),
    measure("kills", "Kills"),
    measure("secondsPlayed", "Time played", "seconds"),
  ],
};

/** Further figures, under "More". */
export const FURTHER: Record<GameId, readonly Measure[]> = {
  bf2042: [
    measure("deaths", "Deaths"),
    measure("botKills", "Kills of bots"),
    measure("assists", "Assists"),
    measure("damage", "Damage"),
    measure("damagePerMinute", "Damage a minute", "rate"),
    measure("headshots", "Headshot kills"),
    measure("headshotShare", "Headshots among kills", "share"),
    measure("infantryKillDeath", "Kills per death on foot", "ratio"),
    measure("matches", "Matches"),
    measure("wins", "Wins"),
    measure("losses", "Losses"),
    measure("revives", "Revives"),
    measure("heals", "Heals"),
    measure("repairs", "Repairs"),
    measure("resupplies", "Resupplies"),
    measure("spots", "Enemies spotted"),
    measure("vehiclesDestroyed", "Vehicles destroyed"),
    measure("multiKills", "Multi-kills"),
    measure("meleeKills", "Melee kills"),
    measure("roadKills", "Road kills"),
    measure("grenadeKills", "Grenade kills"),
    measure("saviorKills", "Saviour kills"),
    measure("mvps", "Best of the match"),
    measure("objectivesCaptured", "Objectives captured"),
    measure("objectivesDefended", "Sectors defended"),
    measure("experience", "Experience points"),
  ],
  bf4: [
    measure("deaths", "Deaths"),
    measure("assists", "Kill assists"),
    measure("headshots", "Headshots"),
    measure("rounds", "Rounds"),
    measure("wins", "Wins"),
    measure("losses", "Losses"),
    measure("quits", "Rounds left early"),
    measure("skill", "Skill", "rank"),
    measure("infantryKillDeath", "Kills per death on foot", "ratio"),
    measure("revives", "Revives"),
    measure("heals", "Heals"),
    measure("repairs", "Repairs"),
    measure("resupplies", "Resupplies"),
    measure("avengerKills", "Avenger kills"),
    measure("saviorKills", "Saviour kills"),
    measure("dogTagsTaken", "Dog tags taken"),
    measure("longestHeadshot", "Longest headshot", "metres"),
    measure("highestKillStreak", "Longest killing streak", "rank"),
    measure("rankPoints", "Points of rank"),
  ],
};

/** The columns of each table, in the order of the screen; a source gives some of them. */
export const COLUMNS: Record<GameId, Partial<Record<TableId, readonly Measure[]>>> = {
  bf2042: {
    weapons: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "Kills a minute", "rate"),
      measure("accuracy", "Accuracy", "share"),
      measure("headshotShare", "Headshots", "share"),
      measure("hitsPerKill", "Hits per kill", "ratio"),
      measure("damage", "Damage"),
      measure("damagePerMinute", "Damage a minute", "rate"),
      measure("multiKills", "Multi-kills"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    vehicles: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "Kills a minute", "rate"),
      measure("destroyed", "Destroyed"),
      measure("damage", "Damage"),
      measure("roadKills", "Road kills"),
      measure("assists", "Assists"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    classes: [
      measure("kills", "Kills"),
      measure("deaths", "Deaths"),
      measure("killDeath", "Kills per death", "ratio"),
      measure("killsPerMinute", "Kills a minute", "rate"),
      measure("revives", "Revives"),
      measure("assists", "Assists"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    modes: [
      measure("matches", "Matches"),
      measure("wins", "Wins"),
      measure("losses", "Losses"),
      measure("winShare", "Won", "share"),
      measure("kills", "Kills"),
      measure("killsPerMinute", "Kills a minute", "rate"),
      measure("revives", "Revives"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    maps: [
      measure("matches", "Matches"),
      measure("wins", "Wins"),
      measure("losses", "Losses"),
      measure("winShare", "Won", "share"),
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
    weapons: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "Kills a minute", "rate"),
      measure("accuracy", "Accuracy", "share"),
      measure("headshotShare", "Headshots", "share"),
      measure("hitsPerKill", "Hits per kill", "ratio"),
      measure("headshots", "Headshot kills"),
      measure("secondsPlayed", "Time", "seconds"),
    ],
    vehicles: [
      measure("kills", "Kills"),
      measure("killsPerMinute", "Kills a minute", "rate"),
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
  },
};

/** Every figure of a game by its id. */
export const figuresOf = (game: GameId): readonly Measure[] => [...HEADLINES[game], ...FURTHER[game]];

export type { Measure };
