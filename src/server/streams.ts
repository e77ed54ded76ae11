// Streams such as subscriptions: limits their number per person over all processes, and ends them with the session.
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AppError } from "#messages/errors.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import { lockPerson } from "#server/people/person-lock.ts";

/** Maximum of open streams per user, of all kinds and in all processes. */
export const MAX_STREAMS_PER_PERSON = 30;

/** Interval of checking the sessions of all open streams, so that a stream ends within a second after its session. */
const CHECK_EVERY_MS = 400;
/** Maximum duration of a stream; the client reconnects. */
const MAX_STREAM_MS = 10 * 60_000;
/** The streams of a crashed process stop counting after this time. A process renews one row for all its streams. */
export const STREAMS_LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** Maximum of bound parameters in a statement. */
const IDS_PER_QUERY = 500;

type StreamOwner = { id: string; sessionId: string };
type Stream = StreamOwner & { rowId: string; ended: AbortController };

export type Streams = AsyncDisposable & {
  /**
   * Yields the items of `source` until the signal is aborted, ten minutes have passed, the owner's session has ended, or this process
   * shuts down.
   * @throws {AppError} `too_many` if the person has `MAX_STREAMS_PER_PERSON` open; `signed_out` if the person no longer exists
   */
  open<T>(
    owner: StreamOwner,
    signal: AbortSignal | undefined,
    source: (signal: AbortSignal) => AsyncIterable<T>,
  ): Promise<AsyncIterable<T>>;
  /** The number of open streams in this process. */
  readonly count: number;
};

type StreamsParts = { db: Database; now: () => Date; logger: Pick<Logger, "warn"> };

export function createStreams({ db, now, logger }: StreamsParts): Streams {
  const openStreams = new Set<Stream>();
  const slots = createSlots(db, now);
  const closing = new AbortController();
  let isChecking = false;

  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await slots.free([]);
      if (openStreams.size === 0) return;
      await slots.renew();
      const checked = [...openStreams];
      const live = await findLiveSessions(db, [...new Set(checked.map(({ sessionId }) => sessionId))], now());
      for (const stream of checked) if (!live.has(stream.sessionId)) stream.ended.abort();
    } catch (err) {
      // While the database is unavailable no stream ends; the first check afterwards ends them.
      logger.warn({ err }, "the sessions of open streams could not be checked");
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();

  return {
    async open(owner, signal, source) {
      const stream = { ...owner, rowId: randomUUID(), ended: new AbortController() };
      const signals = [stream.ended.signal, closing.signal, AbortSignal.timeout(MAX_STREAM_MS)];
      const end = AbortSignal.any(signal ? [signal, ...signals] : signals);
      if (end.aborted) return source(end);
      await slots.take(stream);
      const close = () => {
        // During a shutdown all streams are freed together.
        if (!openStreams.delete(stream) || closing.signal.aborted) return;
        // After a failure the next check frees the stream.
        slots.free([stream.rowId]).catch((err: unknown) => logger.warn({ err }, "a closed stream still counts"));
      };
      openStreams.add(stream);
      // This also closes a stream that is never read.
      end.addEventListener("abort", close, { once: true });
      // If the signal was aborted in between, there is no event.
      if (end.aborted) close();
      return closeAtEnd(source(end), close);
    },
    get count() {
      return openStreams.size;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      // If the database is unavailable, the lease expires.
      await slots.freeAll().catch((err: unknown) => logger.warn({ err }, "the streams of this process still count"));
    },
  };
}

/**
 * Manages the rows of a process's open streams. They count while the lease of the process is valid, so that a process writes only one
 * row every few seconds, regardless of the number of streams.
 */
function createSlots(db: Database, now: () => Date) {
  const holder = randomUUID();
  const leaseName = `streams ${holder}`;
  const leases = createLeaseRows(db, now);
  const closed = new Set<string>();
  let pendingFree: Promise<void> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    if (performance.now() - renewedAt < RENEW_EVERY_MS) return;
    const time = performance.now();
    await leases.claim(leaseName, holder, STREAMS_LEASE_MS);
    renewedAt = time;
  }

  async function freeClosed(): Promise<void> {
    if (closed.size === 0) return;
    // Many streams may close in the same turn of the event loop.
    await setImmediate();
    while (closed.size > 0) {
      const ids = [...closed].slice(0, IDS_PER_QUERY);
      await db.deleteFrom("stream").where("id", "in", ids).execute();
      for (const id of ids) closed.delete(id);
    }
  }

  return {
    renew,
    async take({ rowId, id: userId }: Stream): Promise<void> {
      await renew();
      await inTransaction(db, async (trx) => {
        if (!(await lockPerson(trx, userId))) throw new AppError("signed_out");
        const time = now();
        if ((await countOpen(trx, userId, time)) >= MAX_STREAMS_PER_PERSON) throw new AppError("too_many");
        const createdAt = time.toISOString();
        await trx
          .insertInto("stream")
          .values({ id: rowId, userId, leaseName, createdAt, updatedAt: createdAt })
          .execute();
      });
    },
    /** Frees these streams, and those that could not be freed before. */
    free(rowIds: readonly string[]): Promise<void> {
      for (const id of rowIds) closed.add(id);
      pendingFree ??= freeClosed().finally(() => (pendingFree = null));
      return pendingFree;
    },
    freeAll: () => leases.release([leaseName], holder),
  };
}

/** Returns the number of a user's open streams of running processes. A lease that was written before the clock was set back does not count. */
const countOpen = (db: Database, userId: string, time: Date): Promise<number> =>
  countAll(
    db
      .selectFrom("stream")
      .innerJoin("lease", "lease.name", "stream.leaseName")
      .where("stream.userId", "=", userId)
      .where("lease.endsAt", ">", time.toISOString())
      .where("lease.endsAt", "<=", new Date(time.getTime() + 2 * STREAMS_LEASE_MS).toISOString()),
  );

async function* closeAtEnd<T>(source: AsyncIterable<T>, close: () => void): AsyncIterable<T> {
  try {
    yield* source;
  } finally {
    close();
  }
}

async function findLiveSessions(db: Database, ids: readonly string[], time: Date): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  for (let first = 0; first < ids.length; first += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom("session")
      .select("id")
      .where("id", "in", ids.slice(first, first + IDS_PER_QUERY))
      .where("expiresAt", ">", time)
      .execute();
    for (const { id } of rows) live.add(id);
  }
  return live;
}
