import { deflateRawSync, inflateRawSync } from "node:zlib";

/** PostgreSQL takes no NUL, and UTF-8 has no half of a surrogate pair: neither would be read back as it was written. */
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Whether both databases would keep every text in the value, its keys included, as it is. */
export function isValidText(value: unknown): boolean {
  // A list of what is left, rather than recursion: a body may be nested deeper than the stack.
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && !isStorableText(next)) return false;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, part] of Object.entries(next)) {
      if (!isStorableText(key)) return false;
      left.push(part);
    }
  }
  return true;
}

// JSON in a few bytes of text: a year of snapshots is mostly the same names and numbers over again.

/** What `unpacked` reads back; a text, so that both databases and every dump hold it alike. */
export const compressedJson = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString("base64");

/** The value that was packed. */
export const parseCompressedJson = (text: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString());

// Why the database refused a row: SQLite's extended codes, and PostgreSQL's.
const FOREIGN_KEY = [787, "23503"];
const UNIQUE = [2067, 1555, "23505"];

/** Whether a row that the row refers to does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean => FOREIGN_KEY.includes(getCode(error));

/** Whether another row has what only one may have. */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE.includes(getCode(error));

function getCode(error: unknown): number | string {
  if (!(error instanceof Error)) return "";
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode;
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
