// Whether a reading of a soldier may replace the one before it of the same source, and what the two are together.
import { counter } from "#domain/progress/known-progress.ts";
import { isCumulative } from "./figures/figures.ts";
import { TABLES, type TableId } from "./figures/table-id.ts";
import { removeRenamedRows } from "./parsing/name-index.ts";
import { toPlausible } from "./plausible.ts";
import { fillMissing, type Group, mergeStatistics, type Place } from "./snapshots.ts";
import type { Statistics, StoredStatistics, Values } from "./statistics.ts";

/** What a career only adds to, by the figures that every source counts, with what a minute of play can add at most. */
const LIFETIME_COUNTS: Readonly<Record<string, number>> = {
  kills: 10,
  deaths: 10,
  secondsPlayed: 60,
  wins: 0.5,
  losses: 0.5,
  shotsFired: 1200,
  shotsHit: 1200,
};

/** Of everything else that is counted: what a minute of play can add at most, by figure or column. */
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
  // A single shot may set it.
  longestHeadshot: Number.POSITIVE_INFINITY,
};
const MAX_COUNT_PER_MINUTE = 10;
/** Of score, damage and metres, and of what awards and unlocks count. */
const MAX_POINTS_PER_MINUTE = 20_000;
const POINTS = /score|points|experience|damage|metres/i;

function getMaxPerMinute({ group, id }: Place): number {
  if (group === "targets") return MAX_POINTS_PER_MINUTE;
  if (group === "counters") return id.startsWith(counter.kills("")) ? MAX_COUNT_PER_MINUTE : MAX_POINTS_PER_MINUTE;
  return MAX_PER_MINUTE[id] ?? (POINTS.test(id) ? MAX_POINTS_PER_MINUTE : MAX_COUNT_PER_MINUTE);
}

/** Sources round what they measure; a count that fell by less than this did not fall. */
const ROUNDING = 1;

/** The ids of the lifetime counts that are lower in the newer figures by more than rounding. */
export const listFallen = (older: Values, newer: Values): readonly string[] =>
  Object.keys(LIFETIME_COUNTS).filter((id) => {
    const [before, after] = [older[id], newer[id]];
    return before !== undefined && after !== undefined && before - after >= ROUNDING;
  });

/** Whether the figures are of no play: a source that has lost a soldier, or may not show it, answers without counts or with zeros. */
export const isEmptyReading = (figures: Values): boolean =>
  Object.keys(LIFETIME_COUNTS).every((id) => !((figures[id] ?? 0) > 0));

/** Sources are behind the game by some time, and count a match when it ends. */
const MAX_DELAY_MIN = { clock: 12 * 60, played: 30 };

/** Two readings this far apart are no single wrong answer: the person is asked whether what both show is right. */
export const ASKED_AFTER_MS = 20 * 60 * 60_000;

/** A person who answered no to the question is asked again after this time. */
export const REFUSED_FOR_MS = 7 * 24 * 60 * 60_000;

export type Reading = {
  statistics: StoredStatistics;
  takenAt: string;
  /** Whether the time is a person's claim, as that of a file: then nothing is measured by it. */
  isTimeClaimed?: boolean;
};

export type Judgement =
  /** The reading, completed by the one before it. */
  | { kind: "accepted"; statistics: StoredStatistics }
  /** Lower than the one before it, or higher than can be played since: a wrong answer, or statistics that began anew. */
  | { kind: "fallen" | "risen" };

/**
 * Compares a reading with the one before it of the same source; `before` is null for the first. One whose lifetime counts fell,
 * or rose by more than can be played, is not accepted. Of what else is counted each value is judged alone: one that is missing,
 * lower, or higher than can be played leaves the stored value. A value that was stored too high stays until it is reached, or until
 * the person confirms that the statistics began anew.
 */
export function judgeReading(before: Reading | null, reading: Reading): Judgement {
  const plausible = toPlausible(reading.statistics);
  if (!before) return { kind: "accepted", statistics: plausible };
  // Earlier releases may have stored what cannot be, or a thing under another id.
  const totals = getTotals(before.statistics.figures, plausible.figures);
  const older = removeRenamedRows(toPlausible(before.statistics, totals), plausible);
  const comparison = compare({ ...before, statistics: { ...before.statistics, ...older } }, reading, plausible);
  if (listFallen(older.figures, plausible.figures).length > 0) return { kind: "fallen" };
  if (comparison.hasRisen && !isEmptyReading(older.figures)) return { kind: "risen" };
  const { completed, staleSince, secondsAt } = comparison.complete();
  // What the two together make implausible stays as it was before.
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

/** What no row of either can exceed: the newer figures; one that is lower than before may be the wrong one. */
const getTotals = (older: Values, newer: Values): Values =>
  Object.fromEntries(Object.entries(newer).map(([id, value]) => [id, Math.max(value, older[id] ?? 0)]));

function compare(before: Reading, { takenAt, isTimeClaimed = false }: Reading, newer: Statistics) {
  const older = before.statistics;
  const staleBefore = older.staleSince ?? {};
  /** The time of the reading that the stored value is from. */
  const getTime = (group: Group, key: string): number =>
    Date.parse(staleBefore[`${group}/${key}`] ?? staleBefore[group] ?? before.takenAt);

  /** The time played up to a stored reading; undefined where none had it by then. */
  const getSecondsAt = (ms: number): number | undefined =>
    getTime("figures", "secondsPlayed") <= ms ? older.figures["secondsPlayed"] : older.secondsAt?.[toIsoTime(ms)];

  /** What can be added to a value from this time on. */
  function getMaxGain(place: Place, since: number): number {
    if (isTimeClaimed) return Number.POSITIVE_INFINITY;
    const available = (Date.parse(takenAt) - since) / 60_000 + MAX_DELAY_MIN.clock;
    const [from, to] = [getSecondsAt(since), newer.figures["secondsPlayed"]];
    const isTime = place.group === "figures" && place.id === "secondsPlayed";
    const played =
      from !== undefined && to !== undefined && !isTime ? (to - from) / 60 + MAX_DELAY_MIN.played : available;
    return Math.max(0, played) * getMaxPerMinute(place);
  }

  const hasRisen = Object.keys(LIFETIME_COUNTS).some((id) => {
    const [from, to] = [older.figures[id], newer.figures[id]];
    if (from === undefined || to === undefined) return false;
    return to - from > getMaxGain({ group: "figures", key: id, id }, getTime("figures", id));
  });

  function complete() {
    const staleSince = isTimeClaimed ? {} : listStale(older, newer, getTime);

    function choose(from: number, to: number, { group, key, id }: Place): number {
      const isCount = group === "counters" || group === "targets" || isCumulative(id);
      if (!isCount) return to;
      if (group === "figures" && Object.hasOwn(LIFETIME_COUNTS, id)) return Math.max(from, to);
      const time = getTime(group, key);
      if (to >= from && to - from <= getMaxGain({ group, key, id }, time)) return to;
      if (!isTimeClaimed) staleSince[`${group}/${key}`] = toIsoTime(time);
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

  return { hasRisen, complete };
}

const toIsoTime = (ms: number): string => new Date(ms).toISOString();

/** What the newer statistics lack of the older, with the time that it is from: figures, counters, targets and rows, or a group whole. */
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
      return missing.map((key, at) => [`${group}/${key}`, toIsoTime(times[at] ?? 0)]);
    }),
  );
}

/** Whether the newer row has each count of the older; a single value has. */
function isComplete(before: unknown, after: unknown): boolean {
  if (typeof before !== "object" || before === null || Array.isArray(before)) return true;
  return Object.keys(before).every((column) => !isCumulative(column) || Object.hasOwn(Object(after), column));
}
