// Durable queues: a process claims a row of a table with a lease, so that work survives a crash and is done by one process at a
// time. The worker claims and performs the rows that are due.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Kysely, sql } from "kysely";
import type { Logger } from "./logger.ts";

/** `attempts` includes the current claim. */
type QueueRow = { id: string; attempts: number; leasedUntil: string | null };

/** A database with any tables; the queue's table is named by `table`. */
type QueueDatabase = Pick<Kysely<Record<string, Record<string, unknown>>>, "selectFrom" | "updateTable">;

type LeaseQueueOptions = {
  table: string;
  /** The column with the instant at which a row becomes due, as ISO text. */
  dueColumn: string;
  /** The SQL condition of unfinished rows; default: all rows. */
  isOpen?: ReturnType<typeof sql<boolean>>;
  /** Duration of a claim, and of each renewal. */
  leaseMs: number;
};

/** A row whose `updatedAt` is further in the future was written before the clock was turned back; it is due at once. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

export type LeaseQueue<Row extends QueueRow> = ReturnType<typeof createLeaseQueue<Row>>;

export function createLeaseQueue<Row extends QueueRow>(
  db: QueueDatabase,
  now: () => Date,
  { table, dueColumn, isOpen = sql<boolean>`1 = 1`, leaseMs }: LeaseQueueOptions,
) {
  const getTimeIn = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  const claimableAt = sql<string>`coalesce("leasedUntil", ${sql.ref(dueColumn)})`;
  const isClaimable = () =>
    sql<boolean>`(${claimableAt} <= ${getTimeIn(0)} OR ("leasedUntil" IS NULL AND "updatedAt" > ${getTimeIn(CLOCK_DIFFERENCE_MS)}))`;

  const change = (id: string, set: Record<string, unknown>) =>
    db
      .updateTable(table)
      .set({ ...set, updatedAt: getTimeIn(0) })
      .where("id", "=", id)
      .where(isOpen);

  /** Changes a claimed row and returns it, or null if another process has claimed it since. */
  const update = async (row: Row, set: Partial<Row>): Promise<Row | null> => {
    const changed = await change(row.id, set)
      .where("attempts", "=", row.attempts)
      .where("leasedUntil", "is not", null)
      .returningAll()
      .executeTakeFirst();
    return (changed as Row | undefined) ?? null;
  };

  return {
    leaseMs,
    update,

    /** Claims and returns the row that has been due longest, or null if none is due. */
    async claim(): Promise<Row | null> {
      for (;;) {
        const due = await db
          .selectFrom(table)
          .select("id")
          .where(isOpen)
          .where(isClaimable())
          .orderBy(dueColumn)
          .orderBy("id")
          .limit(1)
          .executeTakeFirst();
        if (!due) return null;
        // If another process was faster, this changes no row because of its lease.
        const claimed = await change(String(due["id"]), { leasedUntil: getTimeIn(leaseMs) })
          .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
          .where(isClaimable())
          .returningAll()
          .executeTakeFirst();
        if (claimed) return claimed as Row;
      }
    },

    /** Extends the claim and writes the changes; returns null if the claim is lost. */
    renew: (row: Row, set: Partial<Row> = {}): Promise<Row | null> =>
      update(row, { ...set, leasedUntil: getTimeIn(leaseMs) }),

    /** Releases a claimed row, which is due again after this time. */
    postpone: (row: Row, ms: number, attempts = row.attempts): Promise<Row | null> =>
      update(row, { leasedUntil: null, [dueColumn]: getTimeIn(ms), attempts } as unknown as Partial<Row>),

    /** Returns the milliseconds until the next row is due, or null if there is none. */
    async untilNextMs(): Promise<number | null> {
      const { next } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.min<string | null>(claimableAt).as("next"))
        .where(isOpen)
        .executeTakeFirstOrThrow();
      return next === null ? null : Math.max(0, Date.parse(next) - now().getTime());
    },
  };
}

/** Calls `renew` three times per lease duration until disposed of. */
export function keepLease(leaseMs: number, renew: () => Promise<unknown>, logger?: Pick<Logger, "warn">): Disposable {
  const warn = (err: unknown) => logger?.warn({ err }, "a lease was not renewed");
  const timer = setInterval(() => void renew().catch(warn), leaseMs / 3);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Interval of looking for work that a crashed process left. */
const POLL_EVERY_MS = 30_000;
/** Pause after a database error. */
const DATABASE_RETRY_MS = 1000;

export type Worker = AsyncDisposable & {
  /** Looks for work now. */
  wake(): void;
  /** Resolves when this process runs no task and nothing is due; work that waits for its next attempt is not due. */
  drained(): Promise<void>;
};

type WorkerParts<Work> = {
  /** The worker's name in the log. */
  name: string;
  /** Maximum of concurrent tasks in this process. */
  maxConcurrent: number;
  /** Claims the work that has been due longest, or returns null if none is due. */
  claim(): Promise<Work | null>;
  perform(work: Work): Promise<void>;
  /** Returns the milliseconds until the next work is due, or null if there is none. */
  untilNextMs(): Promise<number | null>;
  logger: Logger;
};

/** Creates a worker that looks for due work when woken, when the next becomes due and every half minute. Disposing waits for running tasks. */
export function createWorker<Work>(parts: WorkerParts<Work>): Worker {
  const { name, maxConcurrent, claim, perform, untilNextMs, logger } = parts;
  const running = new Set<Promise<void>>();
  // A task must not inherit the async context of the request that woke the worker, such as its language.
  const withoutRequestContext = AsyncLocalStorage.snapshot();
  let isWoken = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;

  /** Performs work until nothing is due; returns the pause before the next poll. */
  async function performDueWork(): Promise<number> {
    while (!isEnded) {
      isWoken = false;
      const work = await claim();
      if (work) await perform(work);
      else if (!isWoken) break;
    }
    return isEnded ? 0 : Math.min((await untilNextMs()) ?? POLL_EVERY_MS, POLL_EVERY_MS);
  }

  function start(): void {
    const run = withoutRequestContext(performDueWork)
      .catch((err: unknown) => {
        logger.error({ err }, `${name} lost its database`);
        return DATABASE_RETRY_MS;
      })
      .then((pauseMs) => {
        running.delete(run);
        clearTimeout(timer);
        if (isWoken) wake();
        else if (!isEnded) timer = setTimeout(wake, pauseMs);
      });
    running.add(run);
  }

  function wake(): void {
    isWoken = true;
    if (isEnded) return;
    clearTimeout(timer);
    while (running.size < maxConcurrent) start();
  }

  wake();
  return {
    wake,
    async drained() {
      wake();
      while (running.size > 0) await Promise.all(running);
    },
    async [Symbol.asyncDispose]() {
      isEnded = true;
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
