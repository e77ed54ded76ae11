// Checks the plausibility of statistics from a source, a file or a user.
import { counter } from "#domain/progress/known-progress.ts";
import { COLUMNS, listFigures, type Measure } from "./figures/figures.ts";
import { deriveQuotients } from "./figures/quotients.ts";
import { TABLES, type TableId } from "./figures/table-id.ts";
import type { Statistics, StatisticsRow, Values } from "./statistics.ts";

/** The maximum of any value. It is larger than any count of a game, and sums of such numbers are still exact. */
export const MAX_VALUE = 1e12;
/** The highest rank of Battlefield 4; the statistics of Battlefield 2042 have no rank. */
export const MAX_RANK = 140;
/** More seconds than have passed since the release of the older game. */
const MAX_SECONDS = 20 * 365 * 24 * 3600;

/** Pairs of values of which the first cannot exceed the second. */
const PARTS: readonly (readonly [part: string, whole: string])[] = [
  ["humanKills", "kills"],
  ["botKills", "kills"],
  ["headshots", "kills"],
  ["hipfireKills", "kills"],
  ["multiKills", "kills"],
  ["meleeKills", "kills"],
  ["vehicleKills", "kills"],
  ["roadKills", "kills"],
  ["grenadeKills", "kills"],
  ["parachuteKills", "kills"],
  ["saviorKills", "kills"],
  ["avengerKills", "kills"],
  ["highestKillStreak", "kills"],
  ["shotsHit", "shotsFired"],
  ["wins", "matches"],
  ["losses", "matches"],
  ["mvps", "matches"],
  ["bestSquads", "matches"],
  ["wins", "rounds"],
  ["losses", "rounds"],
  ["secondsFlying", "secondsPlayed"],
  ["secondsDriving", "secondsPlayed"],
  ["secondsOnObjectives", "secondsPlayed"],
];

/** The values that a shotgun may exceed, because every pellet counts as a hit: its accuracy may be above 1. */
const PELLETS = { share: "accuracy", part: "shotsHit" };

/** Counts of which no weapon, vehicle, class, mode or map can have more than the soldier. */
const SHARED_COUNTS = ["kills", "deaths", "wins", "losses", "matches", "secondsPlayed"];

type Limits = { maxAccuracy: number; totals?: Values };
const SOLDIER_LIMITS: Limits = { maxAccuracy: 1 };
/** Returns the limits of a row whose soldier has these figures. */
const getRowLimits = (totals: Values): Limits => ({ maxAccuracy: MAX_VALUE, totals });

function isWithin({ id, unit }: Measure, value: number, { maxAccuracy }: Limits): boolean {
  if (!(value >= 0 && value <= MAX_VALUE)) return false;
  if (id === "rank") return value <= MAX_RANK;
  if (unit === "seconds") return value <= MAX_SECONDS;
  if (unit === "share") return value <= (id === PELLETS.share ? maxAccuracy : 1);
  return true;
}

const isLarger = (part: number | undefined, whole: number | undefined): boolean =>
  part !== undefined && whole !== undefined && part > whole;

/** Returns the ids of implausible values: those out of range, and parts that are larger than their whole. */
function listImplausible(values: Values, measures: readonly Measure[], limits: Limits): readonly string[] {
  const outside = measures.filter((measure) => {
    const value = values[measure.id];
    return value !== undefined && !isWithin(measure, value, limits);
  });
  const { totals = {} } = limits;
  const ids = new Set([
    ...outside.map(({ id }) => id),
    ...SHARED_COUNTS.filter((id) => isLarger(values[id], totals[id])),
  ]);
  for (const [part, whole] of PARTS) {
    const mayExceed = part === PELLETS.part && limits.maxAccuracy > 1;
    if (!ids.has(whole) && isLarger(values[part], values[whole]) && !mayExceed) ids.add(part);
  }
  return [...ids];
}

function toPlausibleValues(values: Values, measures: readonly Measure[], limits: Limits): Record<string, number> {
  const implausible = new Set(listImplausible(values, measures, limits));
  const plausible = Object.fromEntries(Object.entries(values).filter(([id]) => !implausible.has(id)));
  const ids = new Set(measures.map(({ id }) => id));
  return deriveQuotients(plausible, (id) => ids.has(id));
}

/**
 * Returns the statistics without implausible values, with K/D, KPM, win rate and accuracy computed from their counts if known.
 * `totals` are the figures of the soldier that no row and no counter of kills can exceed.
 */
export function toPlausible(statistics: Statistics, totals: Values = statistics.figures): Statistics {
  const { game, figures, counters, targets } = statistics;
  const plausibleFigures = toPlausibleValues(figures, listFigures(game), SOLDIER_LIMITS);
  const limits = getRowLimits(totals === figures ? plausibleFigures : totals);
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const columns = COLUMNS[game][table] ?? [];
    const rows = statistics.tables[table];
    const toPlausibleRow = (row: StatisticsRow) => ({
      ...row,
      values: toPlausibleValues(row.values, columns, limits),
    });
    if (rows) tables[table] = rows.map(toPlausibleRow);
  }
  return {
    game,
    figures: plausibleFigures,
    tables,
    counters: Object.fromEntries(
      Object.entries(counters).filter(([key, count]) => isPlausibleCounter(key, count, limits.totals)),
    ),
    targets: Object.fromEntries(Object.entries(targets).filter(([, target]) => target.every(isCount))),
  };
}

const isCount = (value: number): boolean => value >= 0 && value <= MAX_VALUE;

const isPlausibleCounter = (key: string, count: number, totals: Values = {}): boolean =>
  isCount(count) && !(key.startsWith(counter.kills("")) && isLarger(count, totals["kills"]));

/** Whether all values of the statistics are 0. */
export const isBlank = ({ figures, tables, counters, targets }: Statistics): boolean =>
  [figures, counters, ...Object.values(tables).flatMap((rows) => rows.map(({ values }) => values))]
    .flatMap((values) => Object.values(values))
    .concat(Object.values(targets).map(([done]) => done))
    .every((value) => value === 0);

const WHOLE_UNITS: ReadonlySet<Measure["unit"]> = new Set(["count", "seconds", "rank"]);

const listFractionalCounts = (values: Values, measures: readonly Measure[]): readonly string[] =>
  measures.filter(({ id, unit }) => WHOLE_UNITS.has(unit) && !Number.isInteger(values[id] ?? 0)).map(({ id }) => id);

/**
 * Returns the ids of values that cannot be correct in a user's input: implausible figures, fractional counts, tables with such a
 * row or with a row that exceeds the soldier's figures, "counters" and "targets".
 */
export function listImplausibleInput({ game, figures, tables, counters, targets }: Statistics): readonly string[] {
  const measures = listFigures(game);
  const isImplausibleTable = (table: TableId) => {
    const columns = COLUMNS[game][table] ?? [];
    return (tables[table] ?? []).some(
      ({ values }) =>
        listImplausible(values, columns, getRowLimits(figures)).length > 0 ||
        listFractionalCounts(values, columns).length > 0,
    );
  };
  const isImplausibleCounter = ([key, count]: [string, number]) =>
    !Number.isInteger(count) || !isPlausibleCounter(key, count, figures);
  return [
    ...new Set([
      ...listImplausible(figures, measures, SOLDIER_LIMITS),
      ...listFractionalCounts(figures, measures),
      ...TABLES.filter(isImplausibleTable),
      ...(Object.entries(counters).some(isImplausibleCounter) ? ["counters"] : []),
      ...(Object.values(targets).some((target) => !target.every(isCount)) ? ["targets"] : []),
    ]),
  ];
}
