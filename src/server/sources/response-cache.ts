// One request for all callers: a caller that finds one under way, here or in another process, waits for its result. A
// result is cached for a while; a failure briefly, so that the waiting callers do not retry one after another.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { compressedJson, parseCompressedJson } from "#platform/database/valid-text.ts";
import type { Database } from "#server/database/database.ts";

export type ResponseCache<T> = (
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** The longest wait, over all calls. */
const MAX_WAIT_MS = 5000;
/** Other processes wait this long for one that died during its request. */
const CLAIM_MS = 6000;
const FAILURE_TTL_MS = 3000;
const LOOK_EVERY_MS = 50;

/**
 * A cache of responses of one schema, each for `cacheMs`.
 * @throws {AppError} those of the request; source_unavailable after five seconds
 */
export function createResponseCache<T>(table: AnswerTable, schema: z.ZodType<T>, cacheMs: number): ResponseCache<T> {
  const share = createSingleFlight<T>();
  const getCachedAnswer = (entry: Exclude<Entry, { state: "asking" }>): T => {
    if (entry.state === "failed") throw new AppError(getCode(entry.code), entry.details);
    const { data, error } = schema.safeParse(entry.answer);
    if (error) throw new AppError("source_unavailable", {}, { cause: error });
    return data;
  };

  /** An unknown soldier is cached like any other answer. */
  const msFor = ({ code }: AppError): number => (code === "soldier_unknown" ? cacheMs : FAILURE_TTL_MS);

  async function settle(claim: Claim, asking: Promise<T>): Promise<T> {
    try {
      const answer = await asking;
      await table.settle(claim, { state: "answered", answer }, cacheMs);
      return answer;
    } catch (error) {
      if (error instanceof AppError) await table.settle(claim, getFailure(error), msFor(error));
      else await table.release(claim);
      throw error;
    }
  }

  async function getAnswer(key: string, ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    let waited = false;
    for (;;) {
      const cached = await table.look(key);
      // A result that arrived during the wait is used even if it is already expired.
      if (cached && cached.entry.state !== "asking" && (waited || !cached.isOver)) return getCachedAnswer(cached.entry);
      const claim = cached && !cached.isOver ? null : await table.claim(key, CLAIM_MS);
      if (claim) return settle(claim, ask(signal));
      waited = true;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  return (key, ask, signal) =>
    share(
      key,
      async (left) => {
        const late = AbortSignal.timeout(MAX_WAIT_MS);
        try {
          return await getAnswer(key, ask, AbortSignal.any([left, late]));
        } catch (error) {
          if (late.aborted && !left.aborted && !(error instanceof AppError)) {
            throw new AppError("source_unavailable", {}, { cause: error });
          }
          throw error;
        }
      },
      signal,
    );
}

const getFailure = ({ code, details }: AppError): Entry => ({ state: "failed", code, details });

/** The faults of asking; another one is a newer version's of this program. */
const CODES = ["soldier_unknown", "source_unavailable", "source_mismatched", "source_busy"] as const;
const getCode = (stored: string): (typeof CODES)[number] =>
  CODES.find((code) => code === stored) ?? "source_unavailable";

// The table of a source's responses. The first request records that it is under way and later stores the result in the
// same row.
const entry = z.discriminatedUnion("state", [
  z.object({ state: z.literal("asking"), holder: z.string() }),
  z.object({ state: z.literal("answered"), answer: z.unknown() }),
  z.object({ state: z.literal("failed"), code: z.string(), details: z.record(z.string(), z.unknown()) }),
]);

export type Entry = z.infer<typeof entry>;

/** The right to send the request, until it expires. */
export type Claim = { key: string; body: string };

export type AnswerTable = ReturnType<typeof createAnswerTable>;

/** Maximum clock difference between processes of one database; a claim is shorter. */
const CLOCK_SLACK_MS = 60_000;

/** The table as a source sees it that keeps no entry for longer than `longestMs`. */
export function createAnswerTable(db: Database, now: () => Date, longestMs: number) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  /** A later end was set before the clock was turned back. */
  const latest = (): string => inMs(longestMs + CLOCK_SLACK_MS);

  return {
    /** The entry of the key, and whether it has expired. */
    async look(key: string): Promise<{ entry: Entry; isOver: boolean } | null> {
      const row = await db
        .selectFrom("sourceAnswer")
        .select(["body", "endsAt"])
        .where("key", "=", key)
        .executeTakeFirst();
      if (!row) return null;
      const isOver = row.endsAt <= inMs(0) || row.endsAt > latest();
      return { entry: entry.parse(parseCompressedJson(row.body)), isOver };
    },

    /** Claims an expired entry for a new request; null when another process was faster. */
    async claim(key: string, forMs: number): Promise<Claim | null> {
      const body = compressedJson({ state: "asking", holder: randomUUID() } satisfies Entry);
      const [at, endsAt] = [inMs(0), inMs(forMs)];
      const row = { id: randomUUID(), key, body, endsAt, createdAt: at, updatedAt: at };
      const claimed = await db
        .insertInto("sourceAnswer")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ body, endsAt, updatedAt: at })
            .where((eb) => eb.or([eb("sourceAnswer.endsAt", "<=", at), eb("sourceAnswer.endsAt", ">", latest())])),
        )
        .returning("id")
        .executeTakeFirst();
      return claimed ? { key, body } : null;
    },

    /** Replaces the claim with the result. */
    async settle({ key, body }: Claim, entry: Entry, forMs: number): Promise<void> {
      await db
        .updateTable("sourceAnswer")
        .set({ body: compressedJson(entry), endsAt: inMs(forMs), updatedAt: inMs(0) })
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

// Concurrent calls with one key share one request.

type SingleFlight<T> = (key: string, begin: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>;

type Flight<T> = { landing: Promise<T>; end: AbortController; passengers: number };

/** At most one running request per key; it is aborted when all its callers have left. */
function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  function takeOff(key: string, begin: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const end = new AbortController();
    const flight = { landing: begin(end.signal), end, passengers: 0 };
    const forget = () => flights.get(key) === flight && flights.delete(key);
    end.signal.addEventListener("abort", forget);
    flight.landing.then(forget, forget);
    flights.set(key, flight);
    return flight;
  }

  return async (key, begin, signal) => {
    signal?.throwIfAborted();
    const flight = flights.get(key) ?? takeOff(key, begin);
    flight.passengers += 1;
    try {
      return await orLeft(flight.landing, signal);
    } finally {
      flight.passengers -= 1;
      if (flight.passengers === 0) flight.end.abort();
    }
  };
}

/** The result, or the signal's reason when that comes first. */
async function orLeft<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([result, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
