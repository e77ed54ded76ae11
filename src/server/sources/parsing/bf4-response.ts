// Parses the service's responses about a soldier of Battlefield 4, which consist of two or three pages.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Rank } from "#domain/game-data/schemas/award.ts";
import { counter } from "#domain/progress/known-progress.ts";
import {
  type Fields,
  type FigureReaders,
  getNumber,
  getTables,
  type NameIndex,
  number,
  type RowReader,
  readFigures,
  readRows,
  share,
} from "#domain/soldier/parsing/fields.ts";
import { mergeTwinModes } from "#domain/soldier/parsing/name-index.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { createBf4Names } from "./name-index.ts";

/** The responses of one reading; a missing page is empty. */
export type Bf4Pages = { all: Fields; stats: Fields; weapons: Fields };

const FIGURES: FigureReaders = {
  rank: number("rank"),
  kills: number("kills"),
  deaths: number("deaths"),
  assists: number("killAssists"),
  killDeath: number("killDeath"),
  killsPerMinute: number("killsPerMinute"),
  scorePerMinute: number("scorePerMinute"),
  wins: number("wins"),
  losses: number("loses", "losses"),
  winShare: share("winPercent"),
  accuracy: share("accuracy"),
  headshots: number("headShots"),
  quits: number("quits"),
  skill: number("skill"),
  revives: number("revives"),
  heals: number("heals"),
  repairs: number("repairs"),
  resupplies: number("resupplies"),
  avengerKills: number("avengerKills"),
  saviorKills: number("saviorKills"),
  longestHeadshot: number("longestHeadShot"),
  highestKillStreak: number("highestKillStreak"),
  secondsPlayed: number("secondsPlayed", "timePlayed"),
};

/** Figures that are only in /bf4/stats/. */
const ADDITIONAL_FIGURES: FigureReaders = {
  rounds: number("roundsPlayed"),
  dogTagsTaken: number("dogtagsTaken"),
  infantryKillDeath: number("infantryKillDeath"),
  infantryKillsPerMinute: number("infantryKillsPerMinute"),
  headshotShare: share("headshots"),
  awardScore: number("awardScore"),
  bonusScore: number("bonusScore"),
  squadScore: number("squadScore"),
};

const WEAPONS: RowReader = {
  names: ["weaponName"],
  name: "weaponName",
  values: {
    kills: number("kills"),
    killsPerMinute: number("killsPerMinute"),
    accuracy: share("accuracy"),
    headshotShare: share("headshots"),
    hitsPerKill: number("hitVKills"),
    headshots: number("headshotKills"),
    secondsPlayed: number("timeEquipped"),
  },
};

const VEHICLES: RowReader = {
  names: ["vehicleName"],
  name: "vehicleName",
  values: {
    kills: number("kills"),
    killsPerMinute: number("killsPerMinute"),
    destroyed: number("destroyed"),
    secondsPlayed: number("timeIn"),
  },
};

const CLASSES: RowReader = {
  names: ["className"],
  name: "className",
  values: {
    score: number("score"),
    serviceStars: number("serviceStarAmount"),
    serviceStarShare: share("serviceStarProgressAmount", "serviceStarProgress"),
    secondsPlayed: number("secondsPlayed", "timePlayed"),
  },
};

const MODES: RowReader = { names: ["gamemodeName"], name: "gamemodeName", values: { score: number("score") } };

/** Creates a parser for a soldier's pages; values that are in no page stay missing. */
export function createBf4Reader(arsenal: Bf4Arsenal): (pages: Bf4Pages) => Statistics {
  const names = createBf4Names(arsenal);
  const weaponOrGadget: NameIndex = (name) => names.weapons(name) ?? names.gadgets(name);
  const isGadget = (row: StatisticsRow) => row.isKnown && !arsenal.weapons.has(row.id);
  return ({ all, stats, weapons }) => {
    const items = readRows(hasWeapons(all) ? all["weapons"] : weapons["weapons"], WEAPONS, weaponOrGadget);
    const classes = readRows(all["classes"], CLASSES, names.classes);
    const rankPoints = getRankPoints(stats, arsenal.ranks);
    return toPlausible({
      game: "bf4",
      figures: {
        ...readFigures(stats, FIGURES),
        ...readFigures(all, FIGURES),
        ...readFigures(stats, ADDITIONAL_FIGURES),
        ...rankPoints,
      },
      tables: getTables({
        weapons: items.filter((row) => !isGadget(row)),
        vehicles: readRows(all["vehicles"], VEHICLES, names.vehicles),
        classes,
        modes: mergeTwinModes(readRows(all["gamemodes"], MODES, names.modes)),
        gadgets: items.filter(isGadget),
      }),
      counters: {
        ...toCounters(items, "kills", counter.kills),
        ...toCounters(classes, "score", counter.score),
        ...rankPoints,
      },
      targets: {},
    });
  };
}

/** Whether the page lists weapons. */
export const hasWeapons = (page: Fields): boolean => Array.isArray(page["weapons"]) && page["weapons"].length > 0;

/** Returns a column of the known rows as counters. */
const toCounters = (rows: readonly StatisticsRow[], column: string, getKey: (id: string) => string) =>
  Object.fromEntries(
    rows.flatMap(({ id, isKnown, values: { [column]: value } }) =>
      isKnown && value !== undefined ? [[getKey(id), value]] : [],
    ),
  );

/**
 * Returns the total rank points. The service reports the points within the current rank; they are used only if its number of needed
 * points matches the arsenal's ranks.
 */
function getRankPoints(stats: Fields, ranks: readonly Rank[]): { rankPoints?: number } {
  const rank = getNumber(stats["rank"]);
  const [current, needed] = [getNumber(stats["currentRankProgress"]), getNumber(stats["totalRankProgress"])];
  if (rank === undefined || current === undefined || needed === undefined || current > needed) return {};
  const [from, to] = [ranks[rank]?.points, ranks[rank + 1]?.points];
  if (from === undefined || to === undefined || needed !== to - from) return {};
  return { [counter.rankPoints]: from + current };
}
