// Reads and writes CSV (RFC 4180) for spreadsheets. No written cell acts as a formula; `readCsv` restores the original texts.

/** A spreadsheet runs a cell that begins like this as a formula. An apostrophe in front makes it plain text. */
const FORMULA = /^'*[=+\-@\t\r]/;

export type Cell = string | number;

export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => cells.map(writeCell).join(",")).join("\r\n");

/** Quotes the cell where the format requires it, and escapes text that a spreadsheet would run as a formula. */
function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const SEPARATORS = [",", ";", "\t"] as const;

/** The line in which Excel names the separator of a table. A program that saves the table again may append empty cells. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n\p{L}\p{N}])"?[,;\t]*[ ]*(?:\r\n|\n|\r|$)/iu;

/** Returns the table without its byte order mark and its separator line, and the separator of its cells. */
function splitHeader(text: string): { plain: string; separator: string } {
  const marked = text.replace(/^\uFEFF/, "");
  const [line = "", named] = SEPARATOR_LINE.exec(marked) ?? [];
  const plain = marked.slice(line.length);
  const [head = ""] = plain.split(/[\r\n]/, 1);
  const count = (separator: string) => head.split(separator).length;
  if (named !== undefined && count(named) > 1) return { plain, separator: named };
  return { plain, separator: SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? "," };
}

/**
 * Returns the cells of a table, row by row; rows without text are omitted. The separator is a comma, a semicolon or a tab (which
 * spreadsheets write in other countries), or the one that the first line names (`sep=;`).
 */
export function readCsv(text: string, maxRows = Number.POSITIVE_INFINITY): string[][] {
  const { plain, separator } = splitHeader(text);
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
