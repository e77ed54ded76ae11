import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Whether both databases store the text unchanged: PostgreSQL refuses NUL, and UTF-8 cannot encode half a surrogate pair. */
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Maximum nesting of objects and lists; no valid input is as deep. Libraries walk their input recursively. */
const MAX_DEPTH = 16;

/** Keys that could reach the prototype; libraries refuse or drop them when they read stored JSON. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Whether both databases store the value unchanged and any library can read it back: each text and key is storable, the nesting
 * is at most `MAX_DEPTH`, and no key is in `UNSAFE_KEYS`.
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

/** Compresses a value to base64 text, which both databases and their dumps store in the same form. */
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
