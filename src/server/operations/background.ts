// Goes on with what a process left when it ended: operations that are pending, and rows of people who are gone.
import type { Database } from "#server/database/database.ts";
import type { Logger } from "#server/logger.ts";
import { createWorker } from "#server/worker.ts";
import { purgePerson } from "./departure.ts";
import { finishOperation } from "./finish.ts";

type Piece = { kind: "operation" | "departure"; userId: string };

export type BackgroundOperations = AsyncDisposable & {
  /** Resolves when nothing is left to do. */
  drained(): Promise<void>;
};

/** Looks at once and every half minute. Disposing waits for the transaction under way. */
export function createBackgroundOperations(db: Database, logger: Logger): BackgroundOperations {
  const closing = new AbortController();
  // What fails is left to the next start: its owner meets the error, and others must not wait behind it.
  const failed = new Set<string>();
  const worker = createWorker<Piece>({
    name: "the operations",
    atOnce: 1,
    claim: async () => (closing.signal.aborted ? null : nextPiece(db, failed)),
    async perform({ kind, userId }) {
      try {
        if (kind === "operation") await finishOperation(db, userId);
        else await purgePerson(db, userId, { signal: closing.signal, isRestful: true });
      } catch (err) {
        failed.add(userId);
        logger.error({ err, kind }, "an operation failed");
      }
    },
    untilNextMs: async () => null,
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

async function nextPiece(db: Database, failed: ReadonlySet<string>): Promise<Piece | null> {
  const isOpen = ({ userId }: { userId: string }) => !failed.has(userId);
  const limit = failed.size + 1;
  const pending = await db
    .selectFrom("operation")
    .select("userId")
    .where("state", "=", "pending")
    .limit(limit)
    .execute();
  const operation = pending.find(isOpen);
  if (operation) return { kind: "operation", ...operation };
  const departure = (await db.selectFrom("departure").select("userId").limit(limit).execute()).find(isOpen);
  return departure ? { kind: "departure", ...departure } : null;
}
