// Exports statistics as CSV with a line per figure.
import { type Cell, writeCsv } from "#domain/csv.ts";
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { getMeasureLabel, getRowName } from "./measure-labels.ts";

const HEADER = ["table", "id", "name", "figure", "value"];

/** Returns CSV with the columns table, id, name, figure and value; unknown values have no line. */
export function toCsv(statistics: Statistics): string {
  const lines = [HEADER, ...listFigureLines(statistics), ...listTableLines(statistics)];
  return writeCsv(lines);
}

function listFigureLines({ game, figures }: Statistics): Cell[][] {
  return listFigures(game).flatMap(({ id, labelId }) => {
    const value = figures[id];
    return value === undefined ? [] : [["soldier", id, getMeasureLabel(labelId), getMeasureLabel(labelId), value]];
  });
}

function listTableLines({ game, tables }: Statistics): Cell[][] {
  return TABLES.flatMap((table) =>
    (tables[table] ?? []).flatMap((row) =>
      (COLUMNS[game][table] ?? []).flatMap(({ id, labelId }) => {
        const value = row.values[id];
        return value === undefined ? [] : [[table, row.id, getRowName(table, row), getMeasureLabel(labelId), value]];
      }),
    ),
  );
}
