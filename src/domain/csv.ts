// Tables as text (RFC 4180), for spreadsheets: written so that no cell acts as a formula, and read back as they were.

/** A spreadsheet takes text that begins like this for a formula; the apostrophe before it makes it plain. */
const FORMULA = /^'*[=+\-@\t\r]/;

export type Cell = string | number;

export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => cells.map(writeCell).join(",")).join("\r\n");

/** Quoted where it must be; text that a spreadsheet would take for a formula is made plain. */
function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const SEPARATORS = [",", ";", "\t"] as const;

/**
 * The cells of a table, row by row, separated by commas, or by the semicolons or tabs that spreadsheets of other
 * countries write; rows without text are left out.
 */
export function readCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, "");
  const [head = ""] = plain.split(/\r?\n/, 1);
  const count = (separator: string) => head.split(separator).length;
  const separator = SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ",";
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, "y");
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < plain.length || row.length > 0) {
    const found = cell.exec(plain);
    // Text behind a closing quote: the rest cannot be read as a table.
    if (!found) break;
    const [, quoted, bare = "", end] = found;
    row.push(readCell(quoted?.replaceAll('""', '"') ?? bare));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.some((text) => text !== ""));
}

const readCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
