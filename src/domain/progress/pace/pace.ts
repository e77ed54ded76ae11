// Estimates the time of a remainder: by the soldier's pace with the item itself, otherwise on foot, otherwise per hour of play.
import type { NeedProgress, TargetProgress } from "#domain/progress/remaining.ts";
import { COUNTED_UNITS, type CountedUnit } from "#domain/progress/target.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";

/** The basis of a pace: kills with the item itself, kills on foot with any weapon, or a counter's gain per hour of play. */
export type Basis = "item" | "infantry" | "play";

export type Pace = { perHour: number; basis: Basis };

/** Returns the pace of a counter; null if the statistics do not contain it. */
export type PaceOf = (counter: string) => Pace | null;

/** An estimated time; the basis is null if its parts have different ones. */
export type Estimate = { hours: number; basis: Basis | null };

/** The part of a report from which the pace of play is computed. */
export type Moment = { at: string; secondsPlayed: number | null; counters: Readonly<Record<string, number>> };

const MAX_INTERVALS = 3;
/** The minimum play time for a pace, about the length of one round. */
const MIN_PLAY_S = 600;
const HOUR_S = 3600;
const KILLS = /^kills:/;

/** Returns the paces of a soldier from its current statistics and the newest moments of one source, which may be in any order. */
export function createPaces(statistics: Readonly<Statistics> | null, moments: readonly Moment[]): PaceOf {
  const items = getItemPaces(statistics);
  const infantry = statistics && getInfantryPace(statistics);
  const played = listPlayedMoments(moments);
  const paces = new Map<string, Pace | null>();
  const compute = (counter: string): Pace | null =>
    KILLS.test(counter) ? (items.get(counter.replace(KILLS, "")) ?? infantry) : getPlayPace(played, counter);
  return (counter) => {
    const cached = paces.get(counter);
    if (cached !== undefined) return cached;
    const pace = compute(counter);
    paces.set(counter, pace);
    return pace;
  };
}

const getPerHour = (kills: number, seconds: number, basis: Basis): Pace | null =>
  kills > 0 && seconds >= MIN_PLAY_S ? { perHour: (kills * HOUR_S) / seconds, basis } : null;

/** Returns the kills per hour of each item for which the source reports both kills and time. */
function getItemPaces(statistics: Readonly<Statistics> | null): ReadonlyMap<string, Pace> {
  const { weapons = [], gadgets = [], vehicles = [] } = statistics?.tables ?? {};
  return new Map(
    [...weapons, ...gadgets, ...vehicles].flatMap(({ id, values: { kills = 0, secondsPlayed = 0 } }) => {
      const pace = getPerHour(kills, secondsPlayed, "item");
      return pace ? [[id, pace] as const] : [];
    }),
  );
}

/** Returns the kills per hour outside vehicles; null if the source does not report kills and time of every used vehicle. */
function getInfantryPace({ figures, tables: { vehicles } }: Readonly<Statistics>): Pace | null {
  const { kills, secondsPlayed } = figures;
  if (kills === undefined || secondsPlayed === undefined || !vehicles) return null;
  let [killsOnFoot, secondsOnFoot] = [kills, secondsPlayed];
  for (const { values } of vehicles) {
    const isUnused = !values["kills"] && !values["secondsPlayed"];
    if (isUnused) continue;
    if (values["kills"] === undefined || values["secondsPlayed"] === undefined) return null;
    killsOnFoot -= values["kills"];
    secondsOnFoot -= values["secondsPlayed"];
  }
  return getPerHour(killsOnFoot, secondsOnFoot, "infantry");
}

type PlayedMoment = Moment & { secondsPlayed: number };

/** Returns the newest moments, newest first, with at least MIN_PLAY_S of play between two of them. */
function listPlayedMoments(moments: readonly Moment[]): readonly PlayedMoment[] {
  const timedMoments = moments.filter((moment): moment is PlayedMoment => moment.secondsPlayed !== null);
  const distinct: PlayedMoment[] = [];
  for (const moment of timedMoments.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const later = distinct.at(-1);
    if (!later || later.secondsPlayed - moment.secondsPlayed >= MIN_PLAY_S) distinct.push(moment);
  }
  return distinct.slice(0, MAX_INTERVALS + 1);
}

/** Returns the gain per hour of play between the oldest and the newest of the moments that have the counter. */
function getPlayPace(played: readonly PlayedMoment[], counter: string): Pace | null {
  const counting = played.filter(({ counters }) => counters[counter] !== undefined);
  const [newest, oldest] = [counting[0], counting.at(-1)];
  if (!newest || !oldest || newest === oldest) return null;
  const gain = (newest.counters[counter] ?? 0) - (oldest.counters[counter] ?? 0);
  const seconds = newest.secondsPlayed - oldest.secondsPlayed;
  return gain > 0 ? { perHour: (gain * HOUR_S) / seconds, basis: "play" } : null;
}

/** Returns the time that an amount takes at a pace. */
export const getEstimateAtPace = (left: number, { perHour, basis }: Pace): Estimate => ({
  hours: left / perHour,
  basis,
});

/**
 * Combines estimates of different counters. The times of items are added, because only one is used at a time; counters that grow
 * during any play need no time of their own. Returns null for no estimates.
 */
export function addEstimates(all: readonly Estimate[]): Estimate | null {
  const [first, ...others] = all;
  if (!first) return null;
  const byPlay = all.filter(({ basis }) => basis === "play").map(({ hours }) => hours);
  const byItem = all.filter(({ basis }) => basis !== "play").reduce((sum, { hours }) => sum + hours, 0);
  // The basis "item" means a single item, so a sum of several items has no basis.
  const isAlike = others.every(({ basis }) => basis === first.basis && basis !== "item");
  return { hours: Math.max(byItem, ...byPlay), basis: isAlike ? first.basis : null };
}

/** What the targets of a plan need together. */
export type PlanTotal = {
  /** The total remaining amount of each unit. */
  units: readonly { unit: CountedUnit; left: number }[];
  /** The estimate of all counters with a pace; null if none has one. */
  estimate: Estimate | null;
  /** The number of counters without a pace, which the estimate omits. */
  withoutPace: number;
  /** The number of targets reached, and of targets whose remainder is unknown. */
  reached: number;
  uncounted: number;
};

/** Returns the total of a plan. Of several targets on one counter, only the largest remainder counts, because the same kills count for all. */
export function getPlanTotal(targetProgress: readonly TargetProgress[], pace: PaceOf): PlanTotal {
  const largest = listLargestNeeds(targetProgress);
  const estimates = largest.flatMap(({ need, left }) => {
    const own = pace(need.counter ?? "");
    return own ? [getEstimateAtPace(left, own)] : [];
  });
  return {
    units: COUNTED_UNITS.flatMap((unit) => {
      const left = largest.filter(({ need }) => need.unit === unit).reduce((sum, own) => sum + own.left, 0);
      return left > 0 ? [{ unit, left }] : [];
    }),
    estimate: addEstimates(estimates),
    withoutPace: largest.length - estimates.length,
    reached: targetProgress.filter(({ remainder }) => remainder.state === "reached").length,
    uncounted: targetProgress.filter(
      ({ remainder }) => remainder.state === "unknown" || remainder.state === "uncounted",
    ).length,
  };
}

type OpenNeed = NeedProgress & { left: number };

/** Returns the need with the largest remainder of each counter, and every need without a counter. */
function listLargestNeeds(targetProgress: readonly TargetProgress[]): readonly OpenNeed[] {
  const byCounter = new Map<string, OpenNeed>();
  for (const { target, remainder } of targetProgress) {
    if (remainder.state !== "left") continue;
    for (const [index, { need, done, left }] of remainder.needs.entries()) {
      const key = need.counter ?? `${target.id} ${index}`;
      if (left && left > (byCounter.get(key)?.left ?? 0)) byCounter.set(key, { need, done, left });
    }
  }
  return [...byCounter.values()];
}
