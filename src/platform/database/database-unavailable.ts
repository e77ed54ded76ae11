// Detects an unavailable database: not reachable, frozen, full, corrupt or read-only. Any other error of a statement is a bug.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** The database did not answer or could not store a write; `cause` is the driver's error. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseAway";

  /** Why nothing can be read or stored. */
  readonly trouble: Trouble;

  constructor(cause: unknown) {
    super("The database is away.", { cause });
    this.trouble = getTrouble(cause);
  }
}

/** Why a database is unavailable; `away` is every reason but the other three, which only its operator can end. */
export type Trouble = "full" | "read-only" | "corrupt" | "away";

/** Retry-After in seconds: a database that is available again is in use by then. */
export const RETRY_AFTER_S = 5;

/** SQLite's busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, lost locking protocol, and no database. */
const SQLITE_AWAY = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
/** PostgreSQL: lost connections, no room, ended by an operator or a time limit, the disk, corrupt data; and a server that only reads. */
const POSTGRES_AWAY = /^(08|53|57|58|XX00[12])|^(25006|55P03)$/;

/** By SQLite's primary codes, by PostgreSQL's, and by the system's. PostgreSQL that is read-only is a replica after a failover: `away`. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  8: "read-only",
  11: "corrupt",
  13: "full",
  26: "corrupt",
  53100: "full",
  ENOSPC: "full",
  XX001: "corrupt",
  XX002: "corrupt",
};

/** An error, and those that caused it. */
export function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}

/** Whether an error, or any error in its chain of causes, is an unavailable database. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  listCauses(error).some((at) => at instanceof DatabaseUnavailableError || meansAway(at));

/** Why the database was unavailable, by the error of a statement or of a connection. */
export function getTrouble(error: unknown): Trouble {
  const troubles = listCauses(error).flatMap((at) => {
    if (at instanceof DatabaseUnavailableError) return at.trouble;
    const code = "errcode" in at ? Number(at.errcode) & 0xff : "code" in at ? String(at.code) : "";
    return (Object.hasOwn(TROUBLES, code) && TROUBLES[code]) || [];
  });
  return troubles[0] ?? "away";
}

/** The code of the driver or the system, which names the reason without the statement and its values; undefined for none. */
export function getErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).flatMap((at) => {
    if ("errcode" in at) return `SQLite ${at.errcode}`;
    return "code" in at ? String(at.code) : [];
  });
  return codes[0];
}

function meansAway(error: Error): boolean {
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE_AWAY.has(error.errcode & 0xff);
  // Only an answer of PostgreSQL has a severity: other programs' errors have codes, too.
  return "severity" in error && "code" in error && POSTGRES_AWAY.test(String(error.code));
}

/** What PostgreSQL ended for the sake of another: a deadlock, or writes that have no order. */
const ROLLED_BACK = new Set(["40P01", "40001"]);
const MAX_RUNS = 5;

/** It lets the other finish: without it the new run takes the same locks before that and meets the same end. */
const getPauseMs = (run: number): number => 20 * 2 ** (run - 1) * (0.5 + Math.random());

const isRolledBack = (error: unknown): boolean =>
  listCauses(error).some((at) => "code" in at && ROLLED_BACK.has(String(at.code)));

/** The error that ended the transaction of the task under way, which the task may hide. */
const transactions = new AsyncLocalStorage<{ endedBy: unknown }>();

/**
 * Runs a task, and again where PostgreSQL refused it for a reason that passes, whatever the task made of that: the account library
 * answers for example that no user could be made.
 */
export async function rerunRefused<T>(task: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    const transaction: { endedBy: unknown } = { endedBy: null };
    try {
      const result = await transactions.run(transaction, task);
      if (transaction.endedBy === null) return result;
      throw transaction.endedBy;
    } catch (error) {
      if (run === MAX_RUNS || !(isRolledBack(error) || isRolledBack(transaction.endedBy))) throw error;
      await sleep(getPauseMs(run));
    }
  }
}

type Watch = { away: DatabaseUnavailableError | null };
const watched = new AsyncLocalStorage<Watch>();

/**
 * Runs the task and reports whether the database was unavailable during it, even if the task hid that. After the first
 * failure every other statement of the task fails at once, so that one request never waits twice for the database.
 */
export async function watchForOutage<T>(task: (wasAway: () => boolean) => Promise<T>): Promise<T> {
  const watch: Watch = { away: null };
  return watched.run(watch, () => task(() => watch.away !== null));
}

/** The outage that the current task has seen; null for none. */
export const describeOutage = (): DatabaseUnavailableError | null => watched.getStore()?.away ?? null;

/**
 * Converts a driver's error: an outage becomes DatabaseUnavailableError and is recorded for `watchForOutage`, and what ended a
 * transaction for `rerunRefused`.
 */
export function toDatabaseError(error: unknown, isAway = isDatabaseUnavailable(error)): unknown {
  const transaction = transactions.getStore();
  if (transaction && isRolledBack(error)) transaction.endedBy ??= error;
  if (!isAway) return error;
  const away = error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
  const watch = watched.getStore();
  if (watch) watch.away ??= away;
  return away;
}

const patience = new AsyncLocalStorage<"endless">();

/** Runs a task without statement timeouts, such as a migration. */
export const withoutTimeouts = <T>(task: () => Promise<T>): Promise<T> => patience.run("endless", task);

/** Whether the current task runs without statement timeouts. */
export const isWithoutTimeouts = (): boolean => patience.getStore() !== undefined;
