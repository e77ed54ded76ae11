// One request for all callers: a caller that finds one under way, here or in another process, waits for its result. A
// result is cached for a while; a failure briefly, so that the waiting callers do not retry one after another.
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "#domain/errors.ts";
import type { AnswerTable, Claim, Entry } from "./answer-table.ts";
import { createSingleFlight } from "./single-flight.ts";

export type ResponseCache<T> = (
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** The longest wait, over all calls. */
const MAX_WAIT_MS = 5000;
/** A process that died while it asked keeps the others waiting for this long. */
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

  /** That there is no such soldier is an answer like any other. */
  const msFor = ({ code }: AppError): number => (code === "soldier_unknown" ? cacheMs : FAILURE_TTL_MS);

  async function settled(claim: Claim, asking: Promise<T>): Promise<T> {
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
      const found = await table.look(key);
      // A result that arrived during the wait is used even if it is already expired.
      if (found && found.entry.state !== "asking" && (waited || !found.isOver)) return getCachedAnswer(found.entry);
      const claim = found && !found.isOver ? null : await table.claim(key, CLAIM_MS);
      if (claim) return settled(claim, ask(signal));
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
const CODES = ["soldier_unknown", "source_unavailable", "source_busy"] as const;
const getCode = (stored: string): (typeof CODES)[number] =>
  CODES.find((code) => code === stored) ?? "source_unavailable";
