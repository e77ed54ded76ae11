// What a goal aims at, without the schema, so that the browser may use it alone.
import type { GameId } from "#domain/game.ts";
import { COLUMNS, listFigures, type Measure, type Unit } from "#domain/soldier/figures/figures.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import type { Aim } from "./goal.ts";

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
