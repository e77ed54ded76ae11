// Statistics as a table any spreadsheet opens: a line per figure.
import { type Cell, writeCsv } from "#domain/csv.ts";
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { getMeasureLabel, getRowName } from "./measure-labels.ts";

const HEADER = ["table", "id", "name", "figure", "value"];

/** Lines of table, row, figure and value, with a header; what is unknown has no line. */
export function toCsv(statistics: Statistics): string {
  const lines = [HEADER, ...figureLines(statistics), ...tableLines(statistics)];
  return writeCsv(lines);
}

function figureLines({ game, figures }: Statistics): Cell[][] {
  return listFigures(game).flatMap(({ id, labelId }) => {
    const value = figures[id];
    return value === undefined ? [] : [["soldier", id, getMeasureLabel(labelId), getMeasureLabel(labelId), value]];
  });
}

function tableLines({ game, tables }: Statistics): Cell[][] {
  return TABLES.flatMap((table) =>
    (tables[table] ?? []).flatMap((row) =>
      (COLUMNS[game][table] ?? []).flatMap(({ id, labelId }) => {
        const value = row.values[id];
        return value === undefined ? [] : [[table, row.id, getRowName(table, row), getMeasureLabel(labelId), value]];
      }),
    ),
  );
}
