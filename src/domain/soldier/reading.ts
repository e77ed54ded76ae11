// Decides whether a reading of a soldier may replace the previous reading of the same source, and merges the two.
import { counter } from "#domain/progress/known-progress.ts";
import { isCumulative } from "./figures/figures.ts";
import { TABLES, type TableId } from "./figures/table-id.ts";
import { removeRenamedRows } from "./parsing/name-index.ts";
import { toPlausible } from "./plausible.ts";
import { fillMissing, type Group, mergeStatistics, type Place } from "./snapshots.ts";
import type { Statistics, StoredStatistics, Values } from "./statistics.ts";

/** The lifetime counts that every source has, with the maximum increase per minute of play. They never decrease. */
const LIFETIME_COUNTS: Readonly<Record<string, number>> = {
  kills: 10,
  deaths: 10,
  secondsPlayed: 60,
  wins: 0.5,
  losses: 0.5,
  shotsFired: 1200,
  shotsHit: 1200,
};

/** The maximum increase per minute of play, by figure or column. */
const MAX_PER_MINUTE: Readonly<Record<string, number>> = {
  ...LIFETIME_COUNTS,
  rank: 0.1,
  matches: 0.5,
  rounds: 0.5,
  heals: 120,
  repairs: 120,
  resupplies: 120,
  teammatesSupported: 120,
  spots: 60,
  uses: 60,
  secondsOnObjectives: 60,
  secondsFlying: 60,
  secondsDriving: 60,
  // A single shot may set a new record.
  longestHeadshot: Number.POSITIVE_INFINITY,
};
const MAX_COUNT_PER_MINUTE = 10;
/** The maximum of score, damage and metres, and of the counters of awards and unlocks. */
const MAX_POINTS_PER_MINUTE = 20_000;
const POINTS = /score|points|experience|damage|metres/i;

function getMaxPerMinute({ group, id }: Place): number {
  if (group === "targets") return MAX_POINTS_PER_MINUTE;
  if (group === "counters") return id.startsWith(counter.kills("")) ? MAX_COUNT_PER_MINUTE : MAX_POINTS_PER_MINUTE;
  return MAX_PER_MINUTE[id] ?? (POINTS.test(id) ? MAX_POINTS_PER_MINUTE : MAX_COUNT_PER_MINUTE);
}

/** Sources round their values, so a decrease by less than this is ignored. */
const ROUNDING = 1;

/** Returns the ids of the lifetime counts that decreased by more than rounding. */
export const listDecreased = (older: Values, newer: Values): readonly string[] =>
  Object.keys(LIFETIME_COUNTS).filter((id) => {
    const [before, after] = [older[id], newer[id]];
    return before !== undefined && after !== undefined && before - after >= ROUNDING;
  });

/** Whether the figures have no lifetime count above 0, as returned by a source that has lost a soldier or must not show it. */
export const isEmptyReading = (figures: Values): boolean =>
  Object.keys(LIFETIME_COUNTS).every((id) => !((figures[id] ?? 0) > 0));

/** The maximum delay of a source, in minutes: of its updates, and of the time played, which it counts when a match ends. */
const MAX_DELAY_MIN = { clock: 12 * 60, played: 30 };

/** If two refused readings are this far apart, a transient error is unlikely, so the user is asked to confirm the values. */
export const ASKED_AFTER_MS = 20 * 60 * 60_000;

/** A user who did not confirm the values is asked again after this time. */
export const REFUSED_FOR_MS = 7 * 24 * 60 * 60_000;

export type Reading = {
  statistics: StoredStatistics;
  takenAt: string;
  /** Whether the user entered the time, as for a file; such a time is not used to limit increases. */
  isTimeFromUser?: boolean;
};

export type Judgement =
  /** The reading, completed with the previous reading. */
  | { kind: "accepted"; statistics: StoredStatistics }
  /** Lower than the previous reading, or higher than can be played since: a wrong response, or statistics that were reset. */
  | { kind: "decreased" | "increased" };

/**
 * Compares a reading with the previous reading of the same source; `before` is null for the first. Refuses a reading whose lifetime
 * counts decreased, or increased by more than can be played. Every other count is checked on its own: if it is missing, lower, or
 * higher than can be played, the stored value remains. A stored value that is too high remains until a reading reaches it, or
 * until the user confirms that the statistics were reset.
 */
export function judgeReading(before: Reading | null, reading: Reading): Judgement {
  const plausible = toPlausible(reading.statistics);
  if (!before) return { kind: "accepted", statistics: plausible };
  // Earlier releases may have stored implausible values, or rows with another id.
  const totals = getTotals(before.statistics.figures, plausible.figures);
  const older = removeRenamedRows(toPlausible(before.statistics, totals), plausible);
  const comparison = compare({ ...before, statistics: { ...before.statistics, ...older } }, reading, plausible);
  if (listDecreased(older.figures, plausible.figures).length > 0) return { kind: "decreased" };
  if (comparison.hasIncreasedTooMuch && !isEmptyReading(older.figures)) return { kind: "increased" };
  const { completed, staleSince, secondsAt } = comparison.complete();
  // If merging makes a value implausible, the previous value remains.
  const statistics = fillMissing(older, toPlausible(completed, totals));
  return {
    kind: "accepted",
    statistics: {
      ...statistics,
      ...(Object.keys(staleSince).length > 0 && { staleSince }),
      ...(Object.keys(secondsAt).length > 0 && { secondsAt }),
    },
  };
}

/** Returns the figures that no row of either reading can exceed. Uses the larger value, as a lower newer figure may be wrong. */
const getTotals = (older: Values, newer: Values): Values =>
  Object.fromEntries(Object.entries(newer).map(([id, value]) => [id, Math.max(value, older[id] ?? 0)]));

function compare(before: Reading, { takenAt, isTimeFromUser = false }: Reading, newer: Statistics) {
  const older = before.statistics;
  const staleBefore = older.staleSince ?? {};
  /** Returns the time of the reading that the stored value comes from. */
  const getTime = (group: Group, key: string): number =>
    Date.parse(staleBefore[`${group}/${key}`] ?? staleBefore[group] ?? before.takenAt);

  /** Returns the time played at a stored reading; undefined if it is unknown. */
  const getSecondsAt = (ms: number): number | undefined =>
    getTime("figures", "secondsPlayed") <= ms ? older.figures["secondsPlayed"] : older.secondsAt?.[toIsoTime(ms)];

  /** Returns the maximum increase of a value since this time. */
  function getMaxGain(place: Place, since: number): number {
    if (isTimeFromUser) return Number.POSITIVE_INFINITY;
    const available = (Date.parse(takenAt) - since) / 60_000 + MAX_DELAY_MIN.clock;
    const [from, to] = [getSecondsAt(since), newer.figures["secondsPlayed"]];
    const isTime = place.group === "figures" && place.id === "secondsPlayed";
    const played =
      from !== undefined && to !== undefined && !isTime ? (to - from) / 60 + MAX_DELAY_MIN.played : available;
    return Math.max(0, played) * getMaxPerMinute(place);
  }

  const hasIncreasedTooMuch = Object.keys(LIFETIME_COUNTS).some((id) => {
    const [from, to] = [older.figures[id], newer.figures[id]];
    if (from === undefined || to === undefined) return false;
    return to - from > getMaxGain({ group: "figures", key: id, id }, getTime("figures", id));
  });

  function complete() {
    const staleSince = isTimeFromUser ? {} : listStale(older, newer, getTime);

    function choose(from: number, to: number, { group, key, id }: Place): number {
      const isCount = group === "counters" || group === "targets" || isCumulative(id);
      if (!isCount) return to;
      if (group === "figures" && Object.hasOwn(LIFETIME_COUNTS, id)) return Math.max(from, to);
      const time = getTime(group, key);
      if (to >= from && to - from <= getMaxGain({ group, key, id }, time)) return to;
      if (!isTimeFromUser) staleSince[`${group}/${key}`] = toIsoTime(time);
      return from;
    }

    const completed = mergeStatistics(older, newer, choose);
    const secondsAt = Object.fromEntries(
      Object.values(staleSince).flatMap((time) => {
        const seconds = getSecondsAt(Date.parse(time));
        return seconds === undefined ? [] : [[time, seconds] as const];
      }),
    );
    return { completed, staleSince, secondsAt };
  }

  return { hasIncreasedTooMuch, complete };
}

const toIsoTime = (ms: number): string => new Date(ms).toISOString();

/** Returns the older values that the newer statistics lack, with the time they come from: values by group and key, or whole groups. */
function listStale(
  older: Statistics,
  newer: Statistics,
  getTime: (group: Group, key: string) => number,
): Record<string, string> {
  const getRows = ({ tables }: Statistics, table: TableId) =>
    Object.fromEntries((tables[table] ?? []).map(({ id, values }) => [id, values]));
  const groups: readonly (readonly [Group, before: object, after: object])[] = [
    ["figures", older.figures, newer.figures],
    ["counters", older.counters, newer.counters],
    ["targets", older.targets, newer.targets],
    ...TABLES.map((table) => [table, getRows(older, table), getRows(newer, table)] as const),
  ];
  return Object.fromEntries(
    groups.flatMap(([group, before, after]) => {
      const missing = Object.keys(before).filter(
        (key) => !Object.hasOwn(after, key) || !isComplete(Reflect.get(before, key), Reflect.get(after, key)),
      );
      const times = missing.map((key) => getTime(group, key));
      if (missing.length > 0 && Object.keys(after).length === 0) return [[group, toIsoTime(Math.min(...times))]];
      return missing.map((key, index) => [`${group}/${key}`, toIsoTime(times[index] ?? 0)]);
    }),
  );
}

/** Whether the newer row has every count of the older row; true for values that are not rows. */
function isComplete(before: unknown, after: unknown): boolean {
  if (typeof before !== "object" || before === null || Array.isArray(before)) return true;
  return Object.keys(before).every((column) => !isCumulative(column) || Object.hasOwn(Object(after), column));
}
