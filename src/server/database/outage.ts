// Whether the database is away: not reachable, frozen, full, corrupt or read-only. What else a statement fails with is a bug.
import { AsyncLocalStorage } from "node:async_hooks";

/** The database could not be asked, or could not keep what it was told; `cause` is what the driver said. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";

  constructor(cause: unknown) {
    super("The database is away.", { cause });
  }
}

/** When to come again, in seconds: by then a database that is back is in use again. */
export const AWAY_FOR_S = 5;

/** SQLite's busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, lost locking protocol, and no database. */
const SQLITE_AWAY = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
/** PostgreSQL: lost connections, no room, ended by an operator or a time limit, the disk, corrupt data; and a server that only reads. */
const POSTGRES_AWAY = /^(08|53|57|58|XX00[12])|^(25006|55P03)$/;

/** Whether the database was away, whoever passed that on as the cause of an error of their own. */
export function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseAway || meansAway(at)) return true;
  }
  return false;
}

function meansAway(error: Error): boolean {
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE_AWAY.has(error.errcode & 0xff);
  // Only an answer of PostgreSQL has a severity: other programs' errors have codes, too.
  return "severity" in error && "code" in error && POSTGRES_AWAY.test(String(error.code));
}

type Watch = { away: DatabaseAway | null };
const watched = new AsyncLocalStorage<Watch>();

/**
 * Does the task, and tells whether the database was away meanwhile, even where the task made something else of that.
 * After its first loss a task loses every other statement at once: nobody waits for a database twice.
 */
export async function watchingForOutage<T>(task: (wasAway: () => boolean) => Promise<T>): Promise<T> {
  const watch: Watch = { away: null };
  return watched.run(watch, () => task(() => watch.away !== null));
}

/** What the task under way lost the database by; null where it has not. */
export const outageMet = (): DatabaseAway | null => watched.getStore()?.away ?? null;

/** What a driver failed with as the callers see it: an outage as such, and noted for whoever watches. */
export function asSeen(error: unknown, isAway = isOutage(error)): unknown {
  if (!isAway) return error;
  const away = error instanceof DatabaseAway ? error : new DatabaseAway(error);
  const watch = watched.getStore();
  if (watch) watch.away ??= away;
  return away;
}
