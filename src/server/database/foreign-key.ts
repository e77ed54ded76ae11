/** SQLITE_CONSTRAINT_FOREIGNKEY, and foreign_key_violation of PostgreSQL. */
const SQLITE_ERRCODE = 787;
const POSTGRES_CODE = "23503";

/** Whether the database refused a row because what it belongs to is gone. */
export function isOwnerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("errcode" in error && error.errcode === SQLITE_ERRCODE) || ("code" in error && error.code === POSTGRES_CODE);
}
