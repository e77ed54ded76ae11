// Responses that stay open, such as subscriptions: how many a person may have over all processes, and that they end with
// their session.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "#messages/errors.ts";
import { createLeaseRows } from "#platform/lock.ts";
import type { Logger } from "#platform/logger.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import { lockPerson } from "#server/people/person-lock.ts";

/** Maximum of open streams of a user, of all kinds and in all processes. */
export const MAX_STREAMS_PER_PERSON = 30;

/** Interval of checking the sessions of all open streams: a stream ends within a second of its session. */
const CHECK_EVERY_MS = 400;
/** Maximum duration of a stream; the client reconnects. */
const MAX_STREAM_MS = 10 * 60_000;
/** The streams of a process that died stop counting after this time. A process renews one row for all its streams. */
export const STREAMS_LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** Maximum of bound parameters in a statement. */
const IDS_PER_QUERY = 500;

type StreamOwner = { id: string; sessionId: string };
type Stream = StreamOwner & { rowId: string; ended: AbortController };

export type Streams = AsyncDisposable & {
  /**
   * The items of `source` until the signal, ten minutes, the end of the owner's session in whichever process, or the end of this one.
   * @throws {AppError} `too_many` when the person has `MAX_STREAMS_PER_PERSON` open; `signed_out` when the person is gone
   */
  open<T>(
    owner: StreamOwner,
    signal: AbortSignal | undefined,
    source: (signal: AbortSignal) => AsyncIterable<T>,
  ): Promise<AsyncIterable<T>>;
  /** How many are open in this process. */
  readonly count: number;
};

type StreamsParts = { db: Database; now: () => Date; logger: Pick<Logger, "warn"> };

export function createStreams({ db, now, logger }: StreamsParts): Streams {
  const opened = new Set<Stream>();
  const slots = createSlots(db, now);
  const closing = new AbortController();
  let isChecking = false;

  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await slots.free([]);
      if (opened.size === 0) return;
      await slots.renew();
      const checked = [...opened];
      const live = await liveSessions(db, [...new Set(checked.map(({ sessionId }) => sessionId))], now());
      for (const stream of checked) if (!live.has(stream.sessionId)) stream.ended.abort();
    } catch (err) {
      // Unknown while the database is unavailable: the stream ends at the first check afterwards.
      logger.warn({ err }, "the sessions of open streams could not be checked");
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();

  return {
    async open(owner, signal, source) {
      const stream = { ...owner, rowId: randomUUID(), ended: new AbortController() };
      const ends = [stream.ended.signal, closing.signal, AbortSignal.timeout(MAX_STREAM_MS)];
      const end = AbortSignal.any(signal ? [signal, ...ends] : ends);
      if (end.aborted) return source(end);
      await slots.take(stream);
      const close = () => {
        // When this process ends, all its streams are freed together.
        if (!opened.delete(stream) || closing.signal.aborted) return;
        // A failed check is repeated by the next one.
        slots.free([stream.rowId]).catch((err: unknown) => logger.warn({ err }, "a closed stream still counts"));
      };
      opened.add(stream);
      // Also ends a stream that is never read.
      end.addEventListener("abort", close, { once: true });
      // A client may have left in between: then there is no such event.
      if (end.aborted) close();
      return closeAtEnd(source(end), close);
    },
    get count() {
      return opened.size;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      // The lease expires by itself while the database is unavailable.
      await slots.freeAll().catch((err: unknown) => logger.warn({ err }, "the streams of this process still count"));
    },
  };
}

/**
 * The rows of a process's open streams. Each counts while the lease of its process lasts, so that a process writes one
 * row every few seconds, however many streams it has.
 */
function createSlots(db: Database, now: () => Date) {
  const holder = randomUUID();
  const leaseName = `streams ${holder}`;
  const leases = createLeaseRows(db, now);
  const closed = new Set<string>();
  let freeing: Promise<void> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    if (performance.now() - renewedAt < RENEW_EVERY_MS) return;
    const at = performance.now();
    await leases.claim(leaseName, holder, STREAMS_LEASE_MS);
    renewedAt = at;
  }

  async function freeClosed(): Promise<void> {
    if (closed.size === 0) return;
    // Many may close in one turn.
    await nextTurn();
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
        const at = now();
        if ((await countOpen(trx, userId, at)) >= MAX_STREAMS_PER_PERSON) throw new AppError("too_many");
        const createdAt = at.toISOString();
        await trx
          .insertInto("stream")
          .values({ id: rowId, userId, leaseName, createdAt, updatedAt: createdAt })
          .execute();
      });
    },
    /** Frees these, and those that could not be freed before. */
    free(rowIds: readonly string[]): Promise<void> {
      for (const id of rowIds) closed.add(id);
      freeing ??= freeClosed().finally(() => (freeing = null));
      return freeing;
    },
    freeAll: () => leases.release([leaseName], holder),
  };
}

/** Those of processes that live. A lease of a clock that was since set back counts for nothing. */
const countOpen = (db: Database, userId: string, at: Date): Promise<number> =>
  countAll(
    db
      .selectFrom("stream")
      .innerJoin("lease", "lease.name", "stream.leaseName")
      .where("stream.userId", "=", userId)
      .where("lease.endsAt", ">", at.toISOString())
      .where("lease.endsAt", "<=", new Date(at.getTime() + 2 * STREAMS_LEASE_MS).toISOString()),
  );

async function* closeAtEnd<T>(source: AsyncIterable<T>, close: () => void): AsyncIterable<T> {
  try {
    yield* source;
  } finally {
    close();
  }
}

async function liveSessions(db: Database, ids: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  for (let first = 0; first < ids.length; first += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom("session")
      .select("id")
      .where("id", "in", ids.slice(first, first + IDS_PER_QUERY))
      .where("expiresAt", ">", at)
      .execute();
    for (const { id } of rows) live.add(id);
  }
  return live;
}
