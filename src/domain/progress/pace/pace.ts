import type { NeedDone, Standing } from "#domain/progress/remaining.ts";
import { COUNTED_UNITS, type CountedUnit } from "#domain/progress/target.ts";

// A player's own pace: how much of a counter an hour of play brought lately, and how long what is left would take at it.

/** The part of a report that a pace is computed from. */
export type Moment = { at: string; secondsPlayed: number | null; counters: Readonly<Record<string, number>> };

/** The counter of kills with whatever weapon, which no target needs. */
export const ALL_KILLS = "kills";

/** Gain per hour of play, the lowest and the highest of the intervals between so many snapshots. */
export type Pace = { lowPerHour: number; highPerHour: number; snapshots: number };

/** Hours of play: at the highest pace and at the lowest, null where the lowest is none; and from how many snapshots. */
export type Hours = { least: number; most: number | null; snapshots: number };

/** The pace of a counter; null where nothing was gained, or less than two moments tell it. */
export type PaceOf = (counter: string) => Pace | null;

const INTERVALS = 3;
/** Less play than this is too little for a pace: it is about the length of one round. */
const MIN_PLAY_S = 600;
const HOUR_S = 3600;

/** The pace over the last three intervals with play in them. The moments are of one source, in any order. */
export function getPace(moments: readonly Moment[]): PaceOf {
  const played = withPlay(moments);
  const paces = new Map<string, Pace | null>();
  return (counter) => {
    const cached = paces.get(counter);
    if (cached !== undefined) return cached;
    const pace = computePace(played, counter);
    paces.set(counter, pace);
    return pace;
  };
}

type Played = Moment & { secondsPlayed: number };

/** The newest moments, newest first, each with enough play after the one before it. */
function withPlay(moments: readonly Moment[]): readonly Played[] {
  const timedMoments = moments.filter((moment): moment is Played => moment.secondsPlayed !== null);
  const cached: Played[] = [];
  for (const moment of timedMoments.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const later = cached.at(-1);
    if (!later || later.secondsPlayed - moment.secondsPlayed >= MIN_PLAY_S) cached.push(moment);
  }
  return cached.slice(0, INTERVALS + 1);
}

function computePace(played: readonly Played[], counter: string): Pace | null {
  const gains = played.slice(1).flatMap((earlier, index) => {
    const later = played[index];
    const [before, after] = [earlier.counters[counter], later?.counters[counter]];
    if (!later || before === undefined || after === undefined) return [];
    return [(Math.max(0, after - before) * HOUR_S) / (later.secondsPlayed - earlier.secondsPlayed)];
  });
  const highPerHour = Math.max(0, ...gains);
  return highPerHour > 0 ? { lowPerHour: Math.min(...gains), highPerHour, snapshots: gains.length + 1 } : null;
}

/** How long so much takes at a pace. */
export const estimateHours = (left: number, { lowPerHour, highPerHour, snapshots }: Pace): Hours => ({
  least: left / highPerHour,
  most: lowPerHour > 0 ? left / lowPerHour : null,
  snapshots,
});

/** Things that pile up in the same hours of play: together they take as long as the longest. */
export const together = (all: readonly Hours[]): Hours | null =>
  all.length === 0
    ? null
    : {
        least: Math.max(...all.map(({ least }) => least)),
        most: all.some(({ most }) => most === null) ? null : Math.max(...all.map(({ most }) => most ?? 0)),
        snapshots: Math.max(...all.map(({ snapshots }) => snapshots)),
      };

// What a plan of several targets asks for together.
export type PlanTotal = {
  /** What is left in all, unit by unit; units are never added to each other. */
  units: readonly { unit: CountedUnit; left: number }[];
  /** Of what has a pace; null where nothing has. */
  hours: Hours | null;
  /** Counters without a pace, which `hours` leaves out. */
  withoutPace: number;
  /** The number of targets reached, and of targets whose remainder is unknown. */
  reached: number;
  uncounted: number;
};

/** Several targets on one counter are counted once, by the one that has most left: its kills are kills for all of them. */
export function planTotal(standings: readonly Standing[], pace: PaceOf): PlanTotal {
  const most = mostLeft(standings);
  const paced = most.flatMap(({ need, left }) => {
    const own = pace(need.counter ?? "");
    return own ? [estimateHours(left, own)] : [];
  });
  return {
    units: COUNTED_UNITS.flatMap((unit) => {
      const left = most.filter(({ need }) => need.unit === unit).reduce((sum, own) => sum + own.left, 0);
      return left > 0 ? [{ unit, left }] : [];
    }),
    hours: together(paced),
    withoutPace: most.length - paced.length,
    reached: standings.filter(({ remainder }) => remainder.state === "reached").length,
    uncounted: standings.filter(({ remainder }) => remainder.state === "unknown" || remainder.state === "uncounted")
      .length,
  };
}

type Open = NeedDone & { left: number };

/** Of each counter the need with most left; needs without a counter stand for themselves. */
function mostLeft(standings: readonly Standing[]): readonly Open[] {
  const byCounter = new Map<string, Open>();
  for (const { target, remainder } of standings) {
    if (remainder.state !== "left") continue;
    for (const [index, { need, done, left }] of remainder.needs.entries()) {
      const key = need.counter ?? `${target.id} ${index}`;
      if (left && left > (byCounter.get(key)?.left ?? 0)) byCounter.set(key, { need, done, left });
    }
  }
  return [...byCounter.values()];
}
