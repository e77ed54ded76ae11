// What the service answers about a soldier of Battlefield 4, over two or three of its pages.
import type { Rank } from "#domain/arsenal/award.ts";
import type { Bf4Arsenal } from "#domain/arsenal/bf4-arsenal.ts";
import { counter } from "#domain/progress/counter.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { bf4Things, type KnownThings } from "./known-things.ts";
import { type Fields, numberOf } from "./lenient.ts";
import { type FigureReaders, figuresIn, number, type RowReader, rowsIn, share, tablesOf } from "./readers.ts";

/** The pages of one reading; empty where a page was not told. */
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

/** Told by /bf4/stats/ alone. */
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
  id: "weaponName",
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
  id: "vehicleName",
  name: "vehicleName",
  values: {
    kills: number("kills"),
    killsPerMinute: number("killsPerMinute"),
    destroyed: number("destroyed"),
    secondsPlayed: number("timeIn"),
  },
};

const CLASSES: RowReader = {
  id: "className",
  name: "className",
  values: {
    score: number("score"),
    serviceStars: number("serviceStarAmount"),
    serviceStarShare: share("serviceStarProgressAmount", "serviceStarProgress"),
    secondsPlayed: number("secondsPlayed", "timePlayed"),
  },
};

const MODES: RowReader = { id: "gamemodeName", name: "gamemodeName", values: { score: number("score") } };

/** Reads the statistics in the pages of one soldier; what no page tells is missing. */
export function createBf4Reader(arsenal: Bf4Arsenal): (pages: Bf4Pages) => Statistics {
  const known = bf4Things(arsenal);
  const weaponOrGadget: KnownThings = (name) => known.weapons(name) ?? known.gadgets(name);
  const isGadget = (row: StatisticsRow) => row.known && !arsenal.weapons.has(row.id);
  return ({ all, stats, weapons }) => {
    const items = rowsIn(hasWeapons(all) ? all["weapons"] : weapons["weapons"], WEAPONS, weaponOrGadget);
    const classes = rowsIn(all["classes"], CLASSES, known.classes);
    const rankPoints = rankPointsIn(stats, arsenal.ranks);
    return {
      game: "bf4",
      figures: {
        ...figuresIn(stats, FIGURES),
        ...figuresIn(all, FIGURES),
        ...figuresIn(stats, FURTHER_FIGURES),
        ...rankPoints,
      },
      tables: tablesOf({
        weapons: items.filter((row) => !isGadget(row)),
        vehicles: rowsIn(all["vehicles"], VEHICLES, known.vehicles),
        classes,
        modes: rowsIn(all["gamemodes"], MODES, known.modes),
        gadgets: items.filter(isGadget),
      }),
      counters: {
        ...counted(items, "kills", counter.kills),
        ...counted(classes, "score", counter.score),
        ...rankPoints,
      },
      targets: {},
    };
  };
}

/** Whether the page lists weapons. */
export const hasWeapons = (page: Fields): boolean => Array.isArray(page["weapons"]) && page["weapons"].length > 0;

/** One column of the rows that the arsenal knows, under the keys of counters. */
const counted = (rows: readonly StatisticsRow[], column: string, keyOf: (id: string) => string) =>
  Object.fromEntries(
    rows.flatMap(({ id, known, values: { [column]: value } }) =>
      known && value !== undefined ? [[keyOf(id), value]] : [],
    ),
  );

/**
 * Points toward the rank in total. The service tells how many of the next rank's points are done; only where the points
 * it says are needed are those of the arsenal's ranks do the two speak of the same.
 */
function rankPointsIn(stats: Fields, ranks: readonly Rank[]): { rankPoints?: number } {
  const rank = numberOf(stats["rank"]);
  const [current, needed] = [numberOf(stats["currentRankProgress"]), numberOf(stats["totalRankProgress"])];
  if (rank === undefined || current === undefined || needed === undefined || current > needed) return {};
  const [from, to] = [ranks[rank]?.points, ranks[rank + 1]?.points];
  if (from === undefined || to === undefined || needed !== to - from) return {};
  return { [counter.rankPoints]: from + current };
}
