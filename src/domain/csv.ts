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

/** The line by which Excel names the separator of a table; what stands behind it is of a program that saved the table again. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n\p{L}\p{N}])"?[,;\t]*[ ]*(?:\r\n|\n|\r|$)/iu;

/** A table without its mark and the line that names its separator, and what separates its cells. */
function openTable(text: string): { plain: string; separator: string } {
  const marked = text.replace(/^\uFEFF/, "");
  const [line = "", named] = SEPARATOR_LINE.exec(marked) ?? [];
  const plain = marked.slice(line.length);
  const [head = ""] = plain.split(/[\r\n]/, 1);
  const count = (separator: string) => head.split(separator).length;
  if (named !== undefined && count(named) > 1) return { plain, separator: named };
  return { plain, separator: SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? "," };
}

/**
 * The cells of a table, row by row, separated by commas, by the semicolons or tabs that spreadsheets of other countries write, or by
 * what its first line names (`sep=;`); rows without text are left out.
 */
export function readCsv(text: string, maxRows = Number.POSITIVE_INFINITY): string[][] {
  const { plain, separator } = openTable(text);
  const escaped = `\\u{${separator.codePointAt(0)?.toString(16)}}`;
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"([^${escaped}\\r\\n]*)|([^${escaped}\\r\\n]*))(${escaped}|\\r\\n|\\n|\\r|$)`,
    "uy",
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while ((cell.lastIndex < plain.length || row.length > 0) && rows.length < maxRows) {
    const match = cell.exec(plain);
    if (!match) break;
    const [, quoted, rest = "", bare = "", end] = match;
    row.push(readCell(quoted === undefined ? bare : quoted.replaceAll('""', '"') + rest));
    if (end === separator) continue;
    if (row.some((text) => text !== "")) rows.push(row);
    row = [];
  }
  return rows;
}

const readCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
