// The figure that a goal is about. Has no schema, so that the browser bundle does not load Zod.
import type { GameId } from "#domain/game.ts";
import { COLUMNS, listFigures, type Measure, type Unit } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";

export type Aim =
  /** A figure of the soldier, by its id in `listFigures`. */
  | { kind: "figure"; figureId: string }
  /** A column of one row of a table, e.g. kills with one weapon. */
  | { kind: "row"; table: TableId; rowId: string; columnId: string };

export type Goal = {
  aim: Aim;
  amount: number;
  /** The value when the goal was set, if `amount` counts from there; null if `amount` is the total. */
  from: number | null;
};

/** Returns the measure of an aim; null if the game has no such figure. */
export function getMeasure(game: GameId, aim: Aim): Measure | null {
  const measures = aim.kind === "figure" ? listFigures(game) : (COLUMNS[game][aim.table] ?? []);
  const measureId = aim.kind === "figure" ? aim.figureId : aim.columnId;
  return measures.find(({ id }) => id === measureId) ?? null;
}

const SUMMABLE_UNITS: ReadonlySet<Unit> = new Set(["count", "seconds"]);

/** Whether a goal can count from now on: true for counts and times, false for ratios. */
export const isSum = ({ unit }: Measure): boolean => SUMMABLE_UNITS.has(unit);

/** Returns the current value of an aim; null if the statistics do not contain it. */
export function getAimValue({ figures, tables }: Statistics, aim: Aim): number | null {
  if (aim.kind === "figure") return figures[aim.figureId] ?? null;
  return tables[aim.table]?.find(({ id }) => id === aim.rowId)?.values[aim.columnId] ?? null;
}

/** Common goals about a row of a table; suggested for the row with the highest value. */
const COMMON_AIMS = [
  { table: "weapons", columnId: "kills" },
  { table: "vehicles", columnId: "kills" },
  { table: "classes", columnId: "revives" },
  { table: "classes", columnId: "score" },
  { table: "modes", columnId: "wins" },
  { table: "gadgets", columnId: "uses" },
] as const satisfies readonly { table: TableId; columnId: string }[];

const COMMON_FIGURES = ["humanKills", "kills", "revives", "wins"] as const;

/** A figure below this value is not suggested. */
const MIN_SUGGESTED_VALUE = 10;

/** Returns suggested goals: the next round number above the soldier's highest values. Empty if too little is known. */
export function listGoalSuggestions(statistics: Statistics): readonly Goal[] {
  const rows = COMMON_AIMS.flatMap(({ table, columnId }): readonly Aim[] => {
    const most = statistics.tables[table]?.toSorted((a, b) => (b.values[columnId] ?? 0) - (a.values[columnId] ?? 0))[0];
    return most ? [{ kind: "row", table, rowId: most.id, columnId }] : [];
  });
  const figures = COMMON_FIGURES.map((figureId): Aim => ({ kind: "figure", figureId }));
  return [...rows, ...figures].flatMap((aim) => {
    const value = getAimValue(statistics, aim);
    return value !== null && value >= MIN_SUGGESTED_VALUE && getMeasure(statistics.game, aim)
      ? [{ aim, amount: getNextRoundNumber(value), from: null }]
      : [];
  });
}

const ROUND_FACTORS = [1, 2.5, 5, 10];

/** Returns the next higher of 100, 250, 500, 1,000, 2,500 and so on. */
function getNextRoundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 100)));
  return power * (ROUND_FACTORS.find((step) => power * step > value) ?? 10);
}

/** The factor from a typed number to a stored value: shares are typed in per cent, times in hours, others unchanged. */
export const TYPED_UNIT: Record<Unit, number> = {
  count: 1,
  rank: 1,
  ratio: 1,
  rate: 1,
  points: 1,
  share: 0.01,
  seconds: 3600,
  metres: 1,
};
