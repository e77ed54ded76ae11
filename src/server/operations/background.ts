// Continues the work of processes that ended: pending operations, and rows of deleted users.

import type { Logger } from "#platform/logger.ts";
import { createWorker } from "#platform/queue.ts";
import type { Database } from "#server/database/database.ts";
import { purgePerson } from "./departure.ts";
import { finishOperation } from "./finish.ts";

type Piece = { kind: "operation" | "departure"; userId: string };

export type BackgroundOperations = AsyncDisposable & {
  /** Resolves when nothing is left to do. */
  drained(): Promise<void>;
};

/** The pause after a failure; it doubles with each further one. */
const RETRY_AFTER_MS = 30_000;
const MAX_RETRY_AFTER_MS = 15 * 60_000;

type Failure = { attempts: number; dueAtMs: number };

/**
 * Looks at once and every half minute. What fails is logged and tried again, less and less often: its owner meets the
 * error, and others do not wait behind it. Disposing waits for the transaction under way.
 */
export function createBackgroundOperations(
  db: Database,
  logger: Logger,
  { retryAfterMs = RETRY_AFTER_MS }: { retryAfterMs?: number } = {},
): BackgroundOperations {
  const closing = new AbortController();
  const failures = new Map<string, Failure>();
  const isWaiting = (piece: Piece) => (failures.get(getKey(piece))?.dueAtMs ?? 0) > performance.now();
  const worker = createWorker<Piece>({
    name: "the operations",
    atOnce: 1,
    async claim() {
      if (closing.signal.aborted) return null;
      const piece = await nextPiece(db, isWaiting, failures.size + 1);
      // Failed operations that are due but no longer found were finished by a call of their owner.
      if (!piece) for (const [key, { dueAtMs }] of failures) if (dueAtMs <= performance.now()) failures.delete(key);
      return piece;
    },
    async perform(piece) {
      const { kind, userId } = piece;
      try {
        if (kind === "operation") await finishOperation(db, userId);
        else await purgePerson(db, userId, { signal: closing.signal, isRestful: true });
        failures.delete(getKey(piece));
      } catch (err) {
        const attempt = (failures.get(getKey(piece))?.attempts ?? 0) + 1;
        const againInMs = Math.min(retryAfterMs * 2 ** (attempt - 1), MAX_RETRY_AFTER_MS);
        failures.set(getKey(piece), { attempts: attempt, dueAtMs: performance.now() + againInMs });
        logger.error({ err, kind, attempt, againInMs }, "an operation failed");
      }
    },
    async untilNextMs() {
      const next = Math.min(...[...failures.values()].map(({ dueAtMs }) => dueAtMs));
      return Number.isFinite(next) ? Math.max(0, next - performance.now()) : null;
    },
    logger,
  });
  return {
    drained: worker.drained,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await worker[Symbol.asyncDispose]();
    },
  };
}

const getKey = ({ kind, userId }: Piece): string => `${kind} ${userId}`;

async function nextPiece(db: Database, isWaiting: (piece: Piece) => boolean, limit: number): Promise<Piece | null> {
  const operations = await db
    .selectFrom("operation")
    .select("userId")
    .where("state", "=", "pending")
    .limit(limit)
    .execute();
  const departures = await db.selectFrom("departure").select("userId").limit(limit).execute();
  const pieces: Piece[] = [
    ...operations.map(({ userId }) => ({ kind: "operation" as const, userId })),
    ...departures.map(({ userId }) => ({ kind: "departure" as const, userId })),
  ];
  return pieces.find((piece) => !isWaiting(piece)) ?? null;
}
