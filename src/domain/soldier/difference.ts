// What lies between two snapshots: counts subtract, and shares and rates of the time between come from the counts.
import type { GameId } from "#domain/game.ts";
import { COLUMNS, listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { QUOTIENTS } from "./figures/quotients.ts";
import type { Statistics, StatisticsRow, Values } from "./statistics.ts";

export type Change = Measure & {
  /** The older and the newer value; null where a snapshot does not tell. */
  from: number | null;
  to: number | null;
  /** Newer less older, of what can be counted; null for what has no difference, where one is unknown, and where a count fell. */
  by: number | null;
  /** The value over the time between alone, e.g. the kills per death of those days; null where counts do not tell. */
  between: number | null;
};

export type RowChange = {
  id: string;
  name: string;
  isKnown: boolean;
  /** "new": the older snapshot does not have the row; "gone": the newer one does not. */
  kind: "both" | "new" | "gone";
  changes: readonly Change[];
};

export type Difference = {
  figures: readonly Change[];
  tables: Partial<Record<TableId, readonly RowChange[]>>;
};

/** What changed from the older to the newer; every figure either knows, every row either has. */
export function diffSnapshots(older: Statistics, newer: Statistics): Difference {
  const figures = diffFigures(newer.game, older.figures, newer.figures);
  const tables: Difference["tables"] = {};
  for (const table of TABLES) {
    const rows = rowChanges(COLUMNS[newer.game][table] ?? [], older.tables[table] ?? [], newer.tables[table] ?? []);
    if (rows.length > 0) tables[table] = rows;
  }
  return { figures, tables };
}

/** What changed of a soldier's own figures. */
export const diffFigures = (game: GameId, older: Values, newer: Values): readonly Change[] =>
  listFigures(game).flatMap((measure) => getChange(measure, older, newer) ?? []);

function rowChanges(
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

/** One figure's change; undefined where neither snapshot knows it, nor what it is made of. */
function getChange(measure: Measure, older: Values, newer: Values): Change | undefined {
  const from = older[measure.id] ?? null;
  const to = newer[measure.id] ?? null;
  const between = getBetween(measure.id, older, newer);
  if (from === null && to === null && between === null) return undefined;
  // A count of a career only grows: where it fell, the two are not of one career, and nothing lies between them.
  const by = COUNTED.has(measure.unit) && from !== null && to !== null && to >= from ? to - from : null;
  return { ...measure, from, to, by, between };
}

/** The counts a quotient is made of that a snapshot lacks; none for what is no quotient. */
export function missingCounts(id: string, older: Values, newer: Values): readonly string[] {
  const { of, per } = QUOTIENTS[id] ?? { of: null, per: [] };
  return [...(of === null ? [] : [of]), ...per].filter((count) => gained(count, older, newer) === null);
}

/** The quotient of what was added; null where a count is unknown, fell, or nothing was added to divide by. */
function getBetween(id: string, older: Values, newer: Values): number | null {
  const quotient = QUOTIENTS[id];
  if (!quotient) return null;
  if (id === "scorePerMinute" && missingCounts(id, older, newer).includes("score")) return getScoreRate(older, newer);
  const part = gained(quotient.of, older, newer);
  const whole = quotient.per.map((each) => gained(each, older, newer)).reduce(sum);
  return part === null || whole === null || part < 0 || whole <= 0 ? null : (part / whole) * (quotient.scale ?? 1);
}

/** The rounding of the sources may be this share of a rate at most. */
const MAX_ROUNDING = 0.05;

/**
 * The score per minute of the time between, of a source that gives no score but its rate: the score is the rate times the
 * time; null where the rounding of the rates, times a career, is too much of it.
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

const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

function gained(id: string, older: Values, newer: Values): number | null {
  const from = older[id];
  const to = newer[id];
  return from === undefined || to === undefined ? null : to - from;
}
