import { deflateRawSync, inflateRawSync } from "node:zlib";

/** PostgreSQL takes no NUL, and UTF-8 has no half of a surrogate pair: neither would be read back as it was written. */
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Levels of objects and lists in an input; none that a call takes has as many. Libraries walk what they get by recursion. */
const MAX_DEPTH = 16;

/** Names that lead to what all objects share: libraries refuse or drop them where they read what they have stored. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Whether both databases would keep every text in the value, its keys included, as it is, and every program can read it again: it is
 * nested in few levels, and no key is one of `UNSAFE_KEYS`.
 */
export function isValidText(value: unknown): boolean {
  // Level by level instead of recursion: a body may be nested deeper than the stack.
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const part of level) {
      if (typeof part === "string" && !isStorableText(part)) return false;
      if (typeof part !== "object" || part === null) continue;
      if (depth >= MAX_DEPTH) return false;
      for (const [key, inner] of Object.entries(part)) {
        if (!isStorableText(key) || UNSAFE_KEYS.has(key)) return false;
        next.push(inner);
      }
    }
    level = next;
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
