// What a goal aims at, without the schema, so that the browser may use it alone.
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
  /** The value when the goal was set, from which `amount` more are counted; null: `amount` is the total. */
  from: number | null;
};

/** What an aim measures; null where its game has no such figure. */
export function getMeasure(game: GameId, aim: Aim): Measure | null {
  const measures = aim.kind === "figure" ? listFigures(game) : (COLUMNS[game][aim.table] ?? []);
  const requested = aim.kind === "figure" ? aim.figureId : aim.columnId;
  return measures.find(({ id }) => id === requested) ?? null;
}

const ADDING: ReadonlySet<Unit> = new Set(["count", "seconds"]);

/** Whether "so many more" makes sense: of a count or a time, and of no ratio. */
export const isSum = ({ unit }: Measure): boolean => ADDING.has(unit);

/** The value an aim has now; null where these statistics do not tell it. */
export function valueOfAim({ figures, tables }: Statistics, aim: Aim): number | null {
  if (aim.kind === "figure") return figures[aim.figureId] ?? null;
  return tables[aim.table]?.find(({ id }) => id === aim.rowId)?.values[aim.columnId] ?? null;
}

/** What players play for: with what they use most, and of the figures they look at. */
const COMMON_AIMS = [
  { table: "weapons", columnId: "kills" },
  { table: "vehicles", columnId: "kills" },
  { table: "classes", columnId: "revives" },
  { table: "classes", columnId: "score" },
  { table: "modes", columnId: "wins" },
  { table: "gadgets", columnId: "uses" },
] as const satisfies readonly { table: TableId; columnId: string }[];

const OF_THE_SOLDIER = ["humanKills", "kills", "revives", "wins"] as const;

/** Of which a soldier has fewer, no habit has begun. */
const LEAST = 10;

/** Goals to pick from: the next round number of what the soldier does most. Empty where too little is known. */
export function goalStarters(statistics: Statistics): readonly Goal[] {
  const rows = COMMON_AIMS.flatMap(({ table, columnId }): readonly Aim[] => {
    const most = statistics.tables[table]?.toSorted((a, b) => (b.values[columnId] ?? 0) - (a.values[columnId] ?? 0))[0];
    return most ? [{ kind: "row", table, rowId: most.id, columnId }] : [];
  });
  const figures = OF_THE_SOLDIER.map((figureId): Aim => ({ kind: "figure", figureId }));
  return [...rows, ...figures].flatMap((aim) => {
    const value = valueOfAim(statistics, aim);
    return value !== null && value >= LEAST && getMeasure(statistics.game, aim)
      ? [{ aim, amount: nextRound(value), from: null }]
      : [];
  });
}

const ROUND = [1, 2.5, 5, 10];

/** The next round number above: 100, 250, 500, 1,000, 2,500 and so on. */
function nextRound(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 100)));
  return power * (ROUND.find((step) => power * step > value) ?? 10);
}

/** What one of a typed unit is worth: shares are typed in per cent, times in hours, everything else as it is. */
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
