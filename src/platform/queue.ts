// Durable queues: rows of a table that a process claims with a lease, so that work outlives its process and is done by one at a
// time; and the worker that claims what is due.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Kysely, sql } from "kysely";
import type { Logger } from "./logger.ts";

/** `attempts` counts the present claim, too. */
type QueueRow = { id: string; attempts: number; leasedUntil: string | null };

/** A database with any tables: the queue knows its own by name. */
type QueueDatabase = Pick<Kysely<Record<string, Record<string, unknown>>>, "selectFrom" | "updateTable">;

type LeaseQueueOptions = {
  table: string;
  /** The column with the instant at which a row becomes due, as ISO text. */
  dueColumn: string;
  /** The SQL condition of rows that are not finished; default: all. */
  isOpen?: ReturnType<typeof sql<boolean>>;
  /** Duration of a claim, and of each renewal. */
  leaseMs: number;
};

/** A row that was written later than this from now was put off before the clock was turned back; it is due at once. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

export type LeaseQueue<Row extends QueueRow> = ReturnType<typeof createLeaseQueue<Row>>;

export function createLeaseQueue<Row extends QueueRow>(
  db: QueueDatabase,
  now: () => Date,
  { table, dueColumn, isOpen = sql<boolean>`1 = 1`, leaseMs }: LeaseQueueOptions,
) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  const claimableAt = sql<string>`coalesce("leasedUntil", ${sql.ref(dueColumn)})`;
  const isClaimable = () =>
    sql<boolean>`(${claimableAt} <= ${inMs(0)} OR ("leasedUntil" IS NULL AND "updatedAt" > ${inMs(CLOCK_DIFFERENCE_MS)}))`;

  const change = (id: string, set: Record<string, unknown>) =>
    db
      .updateTable(table)
      .set({ ...set, updatedAt: inMs(0) })
      .where("id", "=", id)
      .where(isOpen);

  /** Changes a claimed row and returns it; null where another process has claimed it since. */
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

    /** The row that is due for longest, now claimed; null when none is due. */
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
        // Where another process was faster, its lease lets this change no row.
        const claimed = await change(String(due["id"]), { leasedUntil: inMs(leaseMs) })
          .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
          .where(isClaimable())
          .returningAll()
          .executeTakeFirst();
        if (claimed) return claimed as Row;
      }
    },

    /** Extends the claim, and writes these changes; null where the claim is lost. */
    renew: (row: Row, set: Partial<Row> = {}): Promise<Row | null> =>
      update(row, { ...set, leasedUntil: inMs(leaseMs) }),

    /** Gives a claimed row back, to be due again after this time. */
    putOff: (row: Row, ms: number, attempts = row.attempts): Promise<Row | null> =>
      update(row, { leasedUntil: null, [dueColumn]: inMs(ms), attempts } as unknown as Partial<Row>),

    /** Milliseconds until the next row is due; null when there is none. */
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

/** Calls `renew` until disposed of, often enough to keep a lease. */
export function keepLease(leaseMs: number, renew: () => Promise<unknown>, logger?: Pick<Logger, "warn">): Disposable {
  const warn = (err: unknown) => logger?.warn({ err }, "a lease was not renewed");
  const timer = setInterval(() => void renew().catch(warn), leaseMs / 3);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Interval of looking for work that a process left when it died. */
const LOOK_EVERY_MS = 30_000;
/** Pause after the database failed. */
const DATABASE_RETRY_MS = 1000;

export type Worker = AsyncDisposable & {
  /** Looks for work at once. */
  wake(): void;
  /** Resolves when this process works on nothing and nothing is due; what waits for its next attempt is not due. */
  drained(): Promise<void>;
};

type WorkerParts<Work> = {
  /** Named in the log. */
  name: string;
  /** Maximum of tasks that this process does at the same time. */
  atOnce: number;
  /** Claims what is due for longest; null when nothing is due. */
  claim(): Promise<Work | null>;
  perform(work: Work): Promise<void>;
  /** Milliseconds until the next is due; null when there is none. */
  untilNextMs(): Promise<number | null>;
  logger: Logger;
};

/** Performs what is due: when woken, when something becomes due, and every half minute. Disposing waits for running tasks. */
export function createWorker<Work>(parts: WorkerParts<Work>): Worker {
  const { name, atOnce, claim, perform, untilNextMs, logger } = parts;
  const running = new Set<Promise<void>>();
  // A task has nothing of the request that woke the worker, such as its language.
  const ofNoRequest = AsyncLocalStorage.snapshot();
  let isWoken = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;

  /** Works until nothing is due; returns the pause until the next look. */
  async function workOff(): Promise<number> {
    while (!isEnded) {
      isWoken = false;
      const work = await claim();
      if (work) await perform(work);
      else if (!isWoken) break;
    }
    return isEnded ? 0 : Math.min((await untilNextMs()) ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  function start(): void {
    const run = ofNoRequest(workOff)
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
    while (running.size < atOnce) start();
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
