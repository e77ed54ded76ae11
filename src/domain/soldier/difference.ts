// Compares two snapshots: subtracts counts, and computes shares and rates of the time between them from the counts.
import type { GameId } from "#domain/game.ts";
import { COLUMNS, listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { QUOTIENTS } from "./figures/quotients.ts";
import type { Statistics, StatisticsRow, Values } from "./statistics.ts";

export type Change = Measure & {
  /** The older and the newer value; null if a snapshot lacks it. */
  from: number | null;
  to: number | null;
  /** The newer value minus the older; null if the figure is not a count, if a value is unknown, or if the count decreased. */
  by: number | null;
  /** The value of the time between the snapshots, e.g. the K/D of those days; null if the counts are unknown. */
  between: number | null;
};

export type RowChange = {
  id: string;
  name: string;
  isKnown: boolean;
  /** "new": the older snapshot lacks the row; "gone": the newer snapshot lacks it. */
  kind: "both" | "new" | "gone";
  changes: readonly Change[];
};

export type Difference = {
  figures: readonly Change[];
  tables: Partial<Record<TableId, readonly RowChange[]>>;
};

/** Returns the changes from the older to the newer snapshot, for every figure and row that either of them has. */
export function diffSnapshots(older: Statistics, newer: Statistics): Difference {
  const figures = diffFigures(newer.game, older.figures, newer.figures);
  const tables: Difference["tables"] = {};
  for (const table of TABLES) {
    const rows = listRowChanges(COLUMNS[newer.game][table] ?? [], older.tables[table] ?? [], newer.tables[table] ?? []);
    if (rows.length > 0) tables[table] = rows;
  }
  return { figures, tables };
}

/** Returns the changes of the soldier's figures. */
export const diffFigures = (game: GameId, older: Values, newer: Values): readonly Change[] =>
  listFigures(game).flatMap((measure) => getChange(measure, older, newer) ?? []);

function listRowChanges(
  columns: readonly Measure[],
  older: readonly StatisticsRow[],
  newer: readonly StatisticsRow[],
): RowChange[] {
  const before = new Map(older.map((row) => [row.id, row]));
  const after = new Set(newer.map(({ id }) => id));
  const getChanges = (from: Values, to: Values) => columns.flatMap((column) => getChange(column, from, to) ?? []);
  const present = newer.map(({ id, name, isKnown, values }): RowChange => {
    const row = before.get(id);
    return { id, name, isKnown, kind: row ? "both" : "new", changes: getChanges(row?.values ?? {}, values) };
  });
  const gone = older.filter(({ id }) => !after.has(id));
  return [
    ...present,
    ...gone.map(({ id, name, isKnown, values }): RowChange => {
      return { id, name, isKnown, kind: "gone", changes: getChanges(values, {}) };
    }),
  ];
}

const COUNTED: ReadonlySet<Measure["unit"]> = new Set(["count", "seconds"]);

/** Returns the change of a figure; undefined if both snapshots lack the figure and its counts. */
function getChange(measure: Measure, older: Values, newer: Values): Change | undefined {
  const from = older[measure.id] ?? null;
  const to = newer[measure.id] ?? null;
  const between = getBetween(measure.id, older, newer);
  if (from === null && to === null && between === null) return undefined;
  // A career count never decreases. If it did, the snapshots belong to different careers, and the difference is meaningless.
  const by = COUNTED.has(measure.unit) && from !== null && to !== null && to >= from ? to - from : null;
  return { ...measure, from, to, by, between };
}

/** Returns the counts of a quotient that a snapshot lacks; empty for a figure that is not a quotient. */
export function listMissingCounts(id: string, older: Values, newer: Values): readonly string[] {
  const { of, per } = QUOTIENTS[id] ?? { of: null, per: [] };
  return [...(of === null ? [] : [of]), ...per].filter((count) => getGain(count, older, newer) === null);
}

/** Returns the quotient of the counts' increases; null if a count is unknown or decreased, or if the divisor did not increase. */
function getBetween(id: string, older: Values, newer: Values): number | null {
  const quotient = QUOTIENTS[id];
  if (!quotient) return null;
  if (id === "scorePerMinute" && listMissingCounts(id, older, newer).includes("score"))
    return getScoreRate(older, newer);
  const part = getGain(quotient.of, older, newer);
  const whole = quotient.per.map((each) => getGain(each, older, newer)).reduce(addOrNull);
  return part === null || whole === null || part < 0 || whole <= 0 ? null : (part / whole) * (quotient.scale ?? 1);
}

/** The maximum rounding error of a rate, as a fraction of the rate. */
const MAX_ROUNDING = 0.05;

/**
 * Returns the score per minute of the time between the snapshots for a source that has only the rate: the score is the rate times
 * the time. Returns null if the rounding error of the career rates is too large.
 */
function getScoreRate(older: Values, newer: Values): number | null {
  const [from, to] = [older["scorePerMinute"], newer["scorePerMinute"]];
  const [before, after] = [older["secondsPlayed"], newer["secondsPlayed"]];
  if (from === undefined || to === undefined || before === undefined || after === undefined) return null;
  const seconds = after - before;
  if (seconds <= 0) return null;
  const rate = (to * after - from * before) / seconds;
  const decimals = Math.max(...[from, to].map((value) => String(value).split(".")[1]?.length ?? 0));
  const rounding = (0.5 * 10 ** -decimals * (before + after)) / seconds;
  return rounding <= rate * MAX_ROUNDING ? rate : null;
}

const addOrNull = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

function getGain(id: string, older: Values, newer: Values): number | null {
  const from = older[id];
  const to = newer[id];
  return from === undefined || to === undefined ? null : to - from;
}
