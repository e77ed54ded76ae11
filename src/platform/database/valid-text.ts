import { deflateRawSync, inflateRawSync } from "node:zlib";

/** PostgreSQL takes no NUL, and UTF-8 has no half of a surrogate pair: neither would be read back as it was written. */
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Whether both databases would keep every text in the value, its keys included, as it is. */
export function isValidText(value: unknown): boolean {
  // A work list instead of recursion: a body may be nested deeper than the stack.
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

// Compressed JSON as text: snapshots repeat the same names and numbers.

/** Compresses a value; text, so that both databases and dumps store it alike. */
export const compressedJson = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString("base64");

/** Decompresses a value. */
export const parseCompressedJson = (text: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString());

// Constraint violations: SQLite's extended error codes, and PostgreSQL's.
const FOREIGN_KEY = [787, "23503"];
const UNIQUE = [2067, 1555, "23505"];

/** Whether a foreign key constraint failed. */
export const isForeignKeyViolation = (error: unknown): boolean => FOREIGN_KEY.includes(getCode(error));

/** Whether a unique constraint failed. */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE.includes(getCode(error));

function getCode(error: unknown): number | string {
  if (!(error instanceof Error)) return "";
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode;
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
