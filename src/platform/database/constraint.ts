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
