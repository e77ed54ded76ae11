// Answers that stay open, such as subscriptions: how many a person may have, and that they end with their session.
import { Fault } from "#domain/fault.ts";
import type { Database } from "./database/database.ts";
import type { Logger } from "./logger.ts";

/** One person's open streams in this process, of all kinds together. */
export const MAX_STREAMS_PER_PERSON = 30;

/** How often the sessions of all open streams are looked up: a stream ends within a second of its session. */
const CHECK_EVERY_MS = 400;
/** A stream ends after this long, and its screen comes again. */
const MAX_STREAM_MS = 10 * 60_000;
/** Bound parameters of one statement. */
const SESSIONS_PER_QUERY = 500;

type StreamOwner = { id: string; sessionId: string };
type Stream = StreamOwner & { ended: AbortController };

export type Streams = Disposable & {
  /**
   * The items of `source` until the signal, ten minutes, the end of the owner's session in whichever process, or the end of this one.
   * @throws {Fault} `too_many` when the person has `MAX_STREAMS_PER_PERSON` open.
   */
  open<T>(
    owner: StreamOwner,
    signal: AbortSignal | undefined,
    source: (signal: AbortSignal) => AsyncIterable<T>,
  ): AsyncIterable<T>;
  /** How many are open. */
  readonly count: number;
};

type StreamsParts = { db: Database; now: () => Date; logger: Pick<Logger, "warn"> };

export function createStreams({ db, now, logger }: StreamsParts): Streams {
  const opened = new Set<Stream>();
  let isChecking = false;

  const check = async () => {
    if (isChecking || opened.size === 0) return;
    isChecking = true;
    try {
      const checked = [...opened];
      const live = await liveSessions(db, [...new Set(checked.map(({ sessionId }) => sessionId))], now());
      for (const stream of checked) if (!live.has(stream.sessionId)) stream.ended.abort();
    } catch (err) {
      // Unknown while the database is away: the stream ends at the first check after that.
      logger.warn({ err }, "the sessions of open streams could not be checked");
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();

  return {
    open(owner, signal, source) {
      const own = [...opened].filter(({ id }) => id === owner.id);
      if (own.length >= MAX_STREAMS_PER_PERSON) throw new Fault("too_many");
      const stream = { ...owner, ended: new AbortController() };
      const ends = [stream.ended.signal, AbortSignal.timeout(MAX_STREAM_MS)];
      const end = AbortSignal.any(signal ? [signal, ...ends] : ends);
      const close = () => void opened.delete(stream);
      opened.add(stream);
      // Also where nothing is ever read of it.
      end.addEventListener("abort", close, { once: true });
      // A client may have left before: then there is no such event.
      if (end.aborted) close();
      return closing(source(end), close);
    },
    get count() {
      return opened.size;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const { ended } of opened) ended.abort();
    },
  };
}

async function* closing<T>(source: AsyncIterable<T>, close: () => void): AsyncIterable<T> {
  try {
    yield* source;
  } finally {
    close();
  }
}

async function liveSessions(db: Database, ids: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  for (let first = 0; first < ids.length; first += SESSIONS_PER_QUERY) {
    const rows = await db
      .selectFrom("session")
      .select("id")
      .where("id", "in", ids.slice(first, first + SESSIONS_PER_QUERY))
      .where("expiresAt", ">", at)
      .execute();
    for (const { id } of rows) live.add(id);
  }
  return live;
}
