// Parses the service's responses about a soldier of Battlefield 4, which are two or three pages.

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
import { bf4Names } from "./name-index.ts";

/** The responses of one reading; empty where a page is missing. */
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

/** Only in /bf4/stats/. */
const FURTHER_FIGURES: FigureReaders = {
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

/** Parses the statistics in a soldier's pages; what no page has stays missing. */
export function createBf4Reader(arsenal: Bf4Arsenal): (pages: Bf4Pages) => Statistics {
  const names = bf4Names(arsenal);
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
        ...readFigures(stats, FURTHER_FIGURES),
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
        ...counted(items, "kills", counter.kills),
        ...counted(classes, "score", counter.score),
        ...rankPoints,
      },
      targets: {},
    });
  };
}

/** Whether the page lists weapons. */
export const hasWeapons = (page: Fields): boolean => Array.isArray(page["weapons"]) && page["weapons"].length > 0;

/** One column of the rows that the arsenal knows, under the keys of counters. */
const counted = (rows: readonly StatisticsRow[], column: string, keyOf: (id: string) => string) =>
  Object.fromEntries(
    rows.flatMap(({ id, isKnown, values: { [column]: value } }) =>
      isKnown && value !== undefined ? [[keyOf(id), value]] : [],
    ),
  );

/**
 * Total points toward the rank. The service gives the points done of the next rank; they are used only when the points
 * it reports as needed match the arsenal's ranks.
 */
function getRankPoints(stats: Fields, ranks: readonly Rank[]): { rankPoints?: number } {
  const rank = getNumber(stats["rank"]);
  const [current, needed] = [getNumber(stats["currentRankProgress"]), getNumber(stats["totalRankProgress"])];
  if (rank === undefined || current === undefined || needed === undefined || current > needed) return {};
  const [from, to] = [ranks[rank]?.points, ranks[rank + 1]?.points];
  if (from === undefined || to === undefined || needed !== to - from) return {};
  return { [counter.rankPoints]: from + current };
}
