// Detects an unavailable database: not reachable, frozen, full, corrupt or read-only. Any other error of a statement is a bug.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** The database did not answer or could not store a write; `cause` is the driver's error. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseAway";

  /** The reason for the outage. */
  readonly trouble: Trouble;

  constructor(cause: unknown) {
    super("The database is away.", { cause });
    this.trouble = getTrouble(cause);
  }
}

/** Why a database is unavailable. Only an operator can end the first three; `away` is any other reason. */
export type Trouble = "full" | "read-only" | "corrupt" | "away";

/** Retry-After in seconds: this server has reconnected within this time after an outage. */
export const RETRY_AFTER_S = 5;

/** SQLite codes: busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, locking protocol, not a database. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
/** PostgreSQL codes: connection, resources, operator intervention or timeout, I/O, corrupt data; read-only, lock not available. */
const POSTGRES_UNAVAILABLE = /^(08|53|57|58|XX00[12])|^(25006|55P03)$/;

/**
 * The reason by SQLite, PostgreSQL or system error code. A read-only PostgreSQL is not listed: it is a replica after a failover,
 * so `away`.
 */
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

/** Returns the error and the chain of its causes, at most five. */
export function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause);
  return causes;
}

/** Whether the error, or any error in its chain of causes, means that the database is unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  listCauses(error).some((cause) => cause instanceof DatabaseUnavailableError || hasUnavailableCode(cause));

/** Returns why the database was unavailable, from the error of a statement or connection. */
export function getTrouble(error: unknown): Trouble {
  const troubles = listCauses(error).flatMap((cause) => {
    if (cause instanceof DatabaseUnavailableError) return cause.trouble;
    const code = "errcode" in cause ? Number(cause.errcode) & 0xff : "code" in cause ? String(cause.code) : "";
    return (Object.hasOwn(TROUBLES, code) && TROUBLES[code]) || [];
  });
  return troubles[0] ?? "away";
}

/** Returns the code of the driver or the system, or undefined. A code is safe to log: it contains neither statement nor values. */
export function getErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).flatMap((cause) => {
    if ("errcode" in cause) return `SQLite ${cause.errcode}`;
    return "code" in cause ? String(cause.code) : [];
  });
  return codes[0];
}

function hasUnavailableCode(error: Error): boolean {
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE_UNAVAILABLE.has(error.errcode & 0xff);
  // Only PostgreSQL errors have a severity; errors of other libraries also have codes.
  return "severity" in error && "code" in error && POSTGRES_UNAVAILABLE.test(String(error.code));
}

/** Transactions that PostgreSQL rolled back because of another one: a deadlock or a serialization failure. */
const ROLLED_BACK = new Set(["40P01", "40001"]);
const MAX_RUNS = 5;

/** A pause in which the other transaction can finish; without it the rerun would meet the same deadlock. */
const getPauseMs = (run: number): number => 20 * 2 ** (run - 1) * (0.5 + Math.random());

const isRolledBack = (error: unknown): boolean =>
  listCauses(error).some((cause) => "code" in cause && ROLLED_BACK.has(String(cause.code)));

/** The error that rolled back the current task's transaction, recorded because the task may catch it. */
const transactionStorage = new AsyncLocalStorage<{ endedBy: unknown }>();

/**
 * Runs a task and reruns it if PostgreSQL rolled its transaction back, even if the task caught that error: the account library,
 * for example, reports only that no user could be created.
 */
export async function rerunRefused<T>(task: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    const transaction: { endedBy: unknown } = { endedBy: null };
    try {
      const result = await transactionStorage.run(transaction, task);
      if (transaction.endedBy === null) return result;
      throw transaction.endedBy;
    } catch (error) {
      if (run === MAX_RUNS || !(isRolledBack(error) || isRolledBack(transaction.endedBy))) throw error;
      await sleep(getPauseMs(run));
    }
  }
}

type Watch = { outage: DatabaseUnavailableError | null };
const watchStorage = new AsyncLocalStorage<Watch>();

/**
 * Runs the task and reports whether the database was unavailable during it, even if the task caught that error. After the
 * first failure all further statements of the task fail at once, so that a request never waits twice for the database.
 */
export async function watchForOutage<T>(task: (wasUnavailable: () => boolean) => Promise<T>): Promise<T> {
  const watch: Watch = { outage: null };
  return watchStorage.run(watch, () => task(() => watch.outage !== null));
}

/** Returns the outage recorded during the current task, or null. */
export const getOutage = (): DatabaseUnavailableError | null => watchStorage.getStore()?.outage ?? null;

/**
 * Converts a driver's error: an outage becomes DatabaseUnavailableError and is recorded for `watchForOutage`; a rolled-back
 * transaction is recorded for `rerunRefused`.
 */
export function toDatabaseError(error: unknown, isUnavailable = isDatabaseUnavailable(error)): unknown {
  const transaction = transactionStorage.getStore();
  if (transaction && isRolledBack(error)) transaction.endedBy ??= error;
  if (!isUnavailable) return error;
  const outage = error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
  const watch = watchStorage.getStore();
  if (watch) watch.outage ??= outage;
  return outage;
}

const timeoutsOff = new AsyncLocalStorage<"endless">();

/** Runs a task without statement timeouts, such as a migration. */
export const withoutTimeouts = <T>(task: () => Promise<T>): Promise<T> => timeoutsOff.run("endless", task);

/** Whether the current task runs without statement timeouts. */
export const isWithoutTimeouts = (): boolean => timeoutsOff.getStore() !== undefined;
