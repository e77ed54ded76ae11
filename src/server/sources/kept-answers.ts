// One asking for everybody: who finds another's under way, here or in another process, waits for it and takes what it
// brings. An answer is kept for a while; a failure for a moment, so that those who waited do not try one after the other.
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { Fault } from "#domain/fault.ts";
import type { AnswerTable, Claim, Entry } from "./answer-table.ts";
import { createFlights } from "./flights.ts";

export type KeptAnswers<T> = (
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Nobody waits longer, for however many calls. */
const LONGEST_WAIT_MS = 5000;
/** A process that died while it asked keeps the others waiting for this long. */
const CLAIM_MS = 6000;
const FAILURE_KEPT_MS = 3000;
const LOOK_EVERY_MS = 50;

/** Answers of one schema, each kept for `keptMs`. Faults: those of asking, and `source_unavailable` after five seconds. */
export function createKeptAnswers<T>(table: AnswerTable, schema: z.ZodType<T>, keptMs: number): KeptAnswers<T> {
  const share = createFlights<T>();
  const answerIn = (entry: Exclude<Entry, { state: "asking" }>): T => {
    if (entry.state === "failed") throw new Fault(codeOf(entry.code), entry.details);
    const { data, error } = schema.safeParse(entry.answer);
    if (error) throw new Fault("source_unavailable", {}, { cause: error });
    return data;
  };

  /** That there is no such soldier is an answer like any other. */
  const msFor = ({ code }: Fault): number => (code === "soldier_unknown" ? keptMs : FAILURE_KEPT_MS);

  async function settled(claim: Claim, asking: Promise<T>): Promise<T> {
    try {
      const answer = await asking;
      await table.settle(claim, { state: "answered", answer }, keptMs);
      return answer;
    } catch (error) {
      if (error instanceof Fault) await table.settle(claim, failureOf(error), msFor(error));
      else await table.release(claim);
      throw error;
    }
  }

  async function answerOf(key: string, ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    let waited = false;
    for (;;) {
      const found = await table.look(key);
      // What ended while somebody waited for it is theirs, however short it is kept.
      if (found && found.entry.state !== "asking" && (waited || !found.isOver)) return answerIn(found.entry);
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
        const late = AbortSignal.timeout(LONGEST_WAIT_MS);
        try {
          return await answerOf(key, ask, AbortSignal.any([left, late]));
        } catch (error) {
          if (late.aborted && !left.aborted && !(error instanceof Fault)) {
            throw new Fault("source_unavailable", {}, { cause: error });
          }
          throw error;
        }
      },
      signal,
    );
}

const failureOf = ({ code, details }: Fault): Entry => ({ state: "failed", code, details });

/** The faults of asking; another one is a newer version's of this program. */
const CODES = ["soldier_unknown", "source_unavailable", "source_busy"] as const;
const codeOf = (kept: string): (typeof CODES)[number] => CODES.find((code) => code === kept) ?? "source_unavailable";
