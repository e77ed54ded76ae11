// Logs the start and the end of a database outage, however many statements fail.
import type { Logger } from "#platform/logger.ts";
import { getErrorCode, getTrouble, type Trouble } from "./database-unavailable.ts";

/** Minimum interval between error lines of one cause. An `away` outage is logged once, however long it lasts. */
const LINE_EVERY_MS = 60_000;
/**
 * An outage ends only after this time without a failure: a stopping server still answers some statements, a full disk still takes
 * small writes, and most pages of a damaged file can be read.
 */
const QUIET_MS: Readonly<Record<Trouble, number>> = {
  away: 500,
  full: 1000,
  "read-only": 1000,
  corrupt: LINE_EVERY_MS,
};

const LINES: Readonly<Record<Trouble, string>> = {
  away: "the database does not answer, or ended the statement",
  full: "the disk of the database is full: nothing can be stored",
  "read-only": "the database is read-only: nothing can be stored",
  corrupt: "the database is damaged: restore a backup",
};

export type OutageLog = {
  /** The current outage, or null. */
  readonly trouble: Trouble | null;
  /** Records that a statement failed because the database was unavailable, or that a connection was lost. */
  recordFailure(error: unknown): void;
  /** Records that a statement was executed: this ends `away`; only a write ends the other outages. */
  recordSuccess(statement: { isWrite: boolean }): void;
};

/** Creates a log of at most one line a minute per cause, and one when the database works again. */
export function createOutageLog(logger: Pick<Logger, "error" | "info">, now = () => performance.now()): OutageLog {
  const loggedAt = new Map<Trouble, number>();
  let outage: { trouble: Trouble; beganAt: number; failedAt: number; isLogged: boolean } | null = null;
  return {
    get trouble() {
      return outage?.trouble ?? null;
    },
    recordFailure(error) {
      const trouble = getTrouble(error);
      // A full disk or damaged file can also cause `away` errors; the first cause stays.
      if (outage && outage.trouble !== trouble && trouble === "away") return;
      if (outage?.trouble !== trouble) outage = { trouble, beganAt: now(), failedAt: now(), isLogged: false };
      outage.failedAt = now();
      if (outage.isLogged && trouble === "away") return;
      if (now() - (loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < LINE_EVERY_MS) return;
      loggedAt.set(trouble, now());
      outage.isLogged = true;
      logger.error({ trouble, code: getErrorCode(error) }, LINES[trouble]);
    },
    recordSuccess({ isWrite }) {
      if (!outage || (outage.trouble !== "away" && !isWrite)) return;
      const { trouble, beganAt, failedAt, isLogged } = outage;
      if (now() - failedAt < QUIET_MS[trouble]) return;
      outage = null;
      if (isLogged) logger.info({ trouble, ms: Math.round(now() - beganAt) }, "the database works again");
    },
  };
}
