// Statistics as a table any spreadsheet opens: a line per figure.
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "./statistics.ts";

const HEADER = ["table", "id", "name", "figure", "value"];

/** Lines of table, row, figure and value, with a header; what is unknown has no line. */
export function toCsv(statistics: Statistics): string {
  const lines = [HEADER, ...figureLines(statistics), ...tableLines(statistics)];
  return lines.map((cells) => cells.map(getCell).join(",")).join("\r\n");
}

type Cell = string | number;

function figureLines({ game, figures }: Statistics): Cell[][] {
  return listFigures(game).flatMap(({ id, label }) => {
    const value = figures[id];
    return value === undefined ? [] : [["soldier", id, label, label, value]];
  });
}

function tableLines({ game, tables }: Statistics): Cell[][] {
  return TABLES.flatMap((table) =>
    (tables[table] ?? []).flatMap(({ id, name, values }) =>
      (COLUMNS[game][table] ?? []).flatMap((column) => {
        const value = values[column.id];
        return value === undefined ? [] : [[table, id, name, column.label, value]];
      }),
    ),
  );
}

/** Quoted where it must be; text that a spreadsheet would take for a formula is made plain. */
function getCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const plain = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
