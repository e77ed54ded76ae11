// What the statistics of a soldier can be, whatever a source, a file or a person claims.
import { counter } from "#domain/progress/known-progress.ts";
import { COLUMNS, listFigures, type Measure } from "./figures/figures.ts";
import { deriveQuotients } from "./figures/quotients.ts";
import { TABLES, type TableId } from "./figures/table-id.ts";
import type { Statistics, StatisticsRow, Values } from "./statistics.ts";

/** Larger than any count of a game; sums of such numbers stay exact. */
export const MAX_VALUE = 1e12;
/** The highest rank of Battlefield 4; the statistics of Battlefield 2042 have none. */
export const MAX_RANK = 140;
/** More seconds than have passed since the older game came out. */
const MAX_SECONDS = 20 * 365 * 24 * 3600;

/** A part, and what it is a part of. */
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

/** Every pellet of a shotgun hits, so more shots of a weapon may hit than were fired. */
const PELLETS = { share: "accuracy", part: "shotsHit" };

/** What no weapon, vehicle, class, mode or map can have more of than the soldier. */
const SHARED_COUNTS = ["kills", "deaths", "wins", "losses", "matches", "secondsPlayed"];

type Limits = { maxAccuracy: number; totals?: Values };
const OF_A_SOLDIER: Limits = { maxAccuracy: 1 };
/** Of a row, whose soldier has these figures. */
const ofThing = (totals: Values): Limits => ({ maxAccuracy: MAX_VALUE, totals });

function isWithin({ id, unit }: Measure, value: number, { maxAccuracy }: Limits): boolean {
  if (!(value >= 0 && value <= MAX_VALUE)) return false;
  if (id === "rank") return value <= MAX_RANK;
  if (unit === "seconds") return value <= MAX_SECONDS;
  if (unit === "share") return value <= (id === PELLETS.share ? maxAccuracy : 1);
  return true;
}

const isLarger = (part: number | undefined, whole: number | undefined): boolean =>
  part !== undefined && whole !== undefined && part > whole;

/** The ids of the values that cannot be: out of bounds, or a part that is larger than its whole. */
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
 * The statistics without what cannot be, and with K/D, KPM, win rate and accuracy from their counts where these are known.
 * `totals`: the figures of the soldier that no row and no counter of kills can exceed.
 */
export function toPlausible(statistics: Statistics, totals: Values = statistics.figures): Statistics {
  const { game, figures, counters, targets } = statistics;
  const plausibleFigures = toPlausibleValues(figures, listFigures(game), OF_A_SOLDIER);
  const limits = ofThing(totals === figures ? plausibleFigures : totals);
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

/** Whether the statistics have nothing above 0. */
export const isBlank = ({ figures, tables, counters, targets }: Statistics): boolean =>
  [figures, counters, ...Object.values(tables).flatMap((rows) => rows.map(({ values }) => values))]
    .flatMap((values) => Object.values(values))
    .concat(Object.values(targets).map(([done]) => done))
    .every((value) => value === 0);

const WHOLE_UNITS: ReadonlySet<Measure["unit"]> = new Set(["count", "seconds", "rank"]);

const listBroken = (values: Values, measures: readonly Measure[]): readonly string[] =>
  measures.filter(({ id, unit }) => WHOLE_UNITS.has(unit) && !Number.isInteger(values[id] ?? 0)).map(({ id }) => id);

/**
 * The ids of what a person cannot have read in the game: figures that cannot be and counts that are not whole, tables with such
 * a row or with one that has more than the soldier, "counters" and "targets".
 */
export function listImplausibleInput({ game, figures, tables, counters, targets }: Statistics): readonly string[] {
  const measures = listFigures(game);
  const isBrokenTable = (table: TableId) => {
    const columns = COLUMNS[game][table] ?? [];
    return (tables[table] ?? []).some(
      ({ values }) =>
        listImplausible(values, columns, ofThing(figures)).length > 0 || listBroken(values, columns).length > 0,
    );
  };
  const isBrokenCounter = ([key, count]: [string, number]) =>
    !Number.isInteger(count) || !isPlausibleCounter(key, count, figures);
  return [
    ...new Set([
      ...listImplausible(figures, measures, OF_A_SOLDIER),
      ...listBroken(figures, measures),
      ...TABLES.filter(isBrokenTable),
      ...(Object.entries(counters).some(isBrokenCounter) ? ["counters"] : []),
      ...(Object.values(targets).some((target) => !target.every(isCount)) ? ["targets"] : []),
    ]),
  ];
}
