// A response cache with one request for all callers: a caller waits for the result of a running request in this or another process.
// A result is cached for `cacheMs`, a failure briefly, so that the waiting callers do not retry one after another.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { compressedJson, parseCompressedJson } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";

export type ResponseCache<T> = (
  key: string,
  send: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Timeout of one shared request. */
const MAX_WAIT_MS = 5000;
/** A claim expires after this time, so that another process can take over after a crash. */
const CLAIM_MS = 6000;
const FAILURE_TTL_MS = 3000;
const POLL_INTERVAL_MS = 50;

/**
 * Creates a cache of responses with one schema, each for `cacheMs`.
 * @throws {AppError} the errors of the request; source_unavailable after five seconds
 */
export function createResponseCache<T>(table: ResponseTable, schema: z.ZodType<T>, cacheMs: number): ResponseCache<T> {
  const share = createSingleFlight<T>();
  const getCachedResponse = (entry: Exclude<Entry, { state: "asking" }>): T => {
    if (entry.state === "failed") throw new AppError(getCode(entry.code), entry.details);
    const { data, error } = schema.safeParse(entry.answer);
    if (error) throw new AppError("source_unavailable", {}, { cause: error });
    return data;
  };

  /** Returns how long an error is cached; an unknown soldier is cached like a result. */
  const getTtlMs = ({ code }: AppError): number => (code === "soldier_unknown" ? cacheMs : FAILURE_TTL_MS);

  async function settle(claim: Claim, pendingResponse: Promise<T>): Promise<T> {
    try {
      const response = await pendingResponse;
      await table.settle(claim, { state: "answered", answer: response }, cacheMs);
      return response;
    } catch (error) {
      if (error instanceof AppError) await table.settle(claim, getFailure(error), getTtlMs(error));
      else await table.release(claim);
      throw error;
    }
  }

  async function getResponse(key: string, send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    let hasWaited = false;
    for (;;) {
      const cached = await table.read(key);
      // A result that arrived during the wait is used even if it is already expired.
      if (cached && cached.entry.state !== "asking" && (hasWaited || !cached.isExpired))
        return getCachedResponse(cached.entry);
      const claim = cached && !cached.isExpired ? null : await table.claim(key, CLAIM_MS);
      if (claim) return settle(claim, send(signal));
      hasWaited = true;
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  return (key, send, signal) =>
    share(
      key,
      async (aborted) => {
        const timeout = AbortSignal.timeout(MAX_WAIT_MS);
        try {
          return await getResponse(key, send, AbortSignal.any([aborted, timeout]));
        } catch (error) {
          if (timeout.aborted && !aborted.aborted && !(error instanceof AppError)) {
            throw new AppError("source_unavailable", {}, { cause: error });
          }
          throw error;
        }
      },
      signal,
    );
}

const getFailure = ({ code, details }: AppError): Entry => ({ state: "failed", code, details });

/** The error codes of a request. An unknown stored code was written by a newer release. */
const ERROR_CODES = ["soldier_unknown", "source_unavailable", "source_mismatched", "source_busy"] as const;
const getCode = (stored: string): (typeof ERROR_CODES)[number] =>
  ERROR_CODES.find((code) => code === stored) ?? "source_unavailable";

// The table of a source's responses. A request first stores a claim, and later replaces it with the result in the same row.
const entry = z.discriminatedUnion("state", [
  z.object({ state: z.literal("asking"), holder: z.string() }),
  z.object({ state: z.literal("answered"), answer: z.unknown() }),
  z.object({ state: z.literal("failed"), code: z.string(), details: z.record(z.string(), z.unknown()) }),
]);

export type Entry = z.infer<typeof entry>;

/** The right to send the request, until it expires. */
export type Claim = { key: string; body: string };

export type ResponseTable = ReturnType<typeof createResponseTable>;

/** Maximum clock difference between processes of one database; a claim is shorter. */
const CLOCK_SLACK_MS = 60_000;

/** Returns the access to the cached responses of a source; no entry is cached for longer than `maxCacheMs`. */
export function createResponseTable(db: Database, now: () => Date, maxCacheMs: number) {
  const getTimeIn = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  /** A row that expires later than this was written before the clock was set back, so it counts as expired. */
  const maxExpiry = (): string => getTimeIn(maxCacheMs + CLOCK_SLACK_MS);

  return {
    /** Returns the entry of the key, and whether it has expired, or null. */
    async read(key: string): Promise<{ entry: Entry; isExpired: boolean } | null> {
      const row = await db
        .selectFrom("sourceAnswer")
        .select(["body", "endsAt"])
        .where("key", "=", key)
        .executeTakeFirst();
      if (!row) return null;
      const isExpired = row.endsAt <= getTimeIn(0) || row.endsAt > maxExpiry();
      return { entry: entry.parse(parseCompressedJson(row.body)), isExpired };
    },

    /** Claims an expired entry for a new request; returns null if another process was faster. */
    async claim(key: string, forMs: number): Promise<Claim | null> {
      const body = compressedJson({ state: "asking", holder: randomUUID() } satisfies Entry);
      const [timestamp, endsAt] = [getTimeIn(0), getTimeIn(forMs)];
      const row = { id: randomUUID(), key, body, endsAt, createdAt: timestamp, updatedAt: timestamp };
      const claimed = await db
        .insertInto("sourceAnswer")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ body, endsAt, updatedAt: timestamp })
            .where((eb) =>
              eb.or([eb("sourceAnswer.endsAt", "<=", timestamp), eb("sourceAnswer.endsAt", ">", maxExpiry())]),
            ),
        )
        .returning("id")
        .executeTakeFirst();
      return claimed ? { key, body } : null;
    },

    /** Replaces the claim with the result. */
    async settle({ key, body }: Claim, entry: Entry, forMs: number): Promise<void> {
      await db
        .updateTable("sourceAnswer")
        .set({ body: compressedJson(entry), endsAt: getTimeIn(forMs), updatedAt: getTimeIn(0) })
        .where("key", "=", key)
        .where("body", "=", body)
        .execute();
    },

    /** Releases the claim. */
    async release({ key, body }: Claim): Promise<void> {
      await db.deleteFrom("sourceAnswer").where("key", "=", key).where("body", "=", body).execute();
    },
  };
}

// Single flight: concurrent calls with the same key share one request.

type SingleFlight<T> = (key: string, send: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>;

type PendingRequest<T> = { result: Promise<T>; abort: AbortController; callerCount: number };

/** Creates a single flight: at most one request runs per key, and is aborted after all its callers have aborted. */
function createSingleFlight<T>(): SingleFlight<T> {
  const requests = new Map<string, PendingRequest<T>>();

  function start(key: string, send: (signal: AbortSignal) => Promise<T>): PendingRequest<T> {
    const abort = new AbortController();
    const request = { result: send(abort.signal), abort, callerCount: 0 };
    const remove = () => requests.get(key) === request && requests.delete(key);
    abort.signal.addEventListener("abort", remove);
    request.result.then(remove, remove);
    requests.set(key, request);
    return request;
  }

  return async (key, send, signal) => {
    signal?.throwIfAborted();
    const request = requests.get(key) ?? start(key, send);
    request.callerCount += 1;
    try {
      return await raceWithAbort(request.result, signal);
    } finally {
      request.callerCount -= 1;
      if (request.callerCount === 0) request.abort.abort();
    }
  };
}

/** Returns the result, or rejects with the signal's reason if the signal is aborted first. */
async function raceWithAbort<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
