// One call to the statistics service: within our own rate, and whatever goes wrong becomes a fault. Time, size and
// redirects are limited by outbound.ts.
import { Fault } from "#domain/fault.ts";
import type { Budget } from "#server/limits/budget.ts";
import { fieldsOf } from "./lenient.ts";

/** Everything that is asked of the service. */
export type ServicePath =
  | "/bf4/all/"
  | "/bf4/stats/"
  | "/bf4/weapons/"
  | "/bf2042/stats/"
  | "/bf2042/player/"
  | "/bfglobal/search";

/** The parsed answer. Faults: `soldier_unknown`, `source_unavailable`, `source_busy`; a signal's own reason. */
export type ServiceCall = (path: ServicePath, query: Record<string, string>, signal: AbortSignal) => Promise<unknown>;

type ServiceCallParts = { url: string; perMinute: number; budget: Budget; now: () => Date };

const MINUTE_MS = 60_000;
const RATE_KEY = "statistics-service";
const HEADERS = { accept: "application/json", "user-agent": "Fieldlocker" };
/** Where the service is busy and does not say for how long, and the longest that is believed. */
const BUSY_S = 60;
const LONGEST_BUSY_S = 3600;
/** What of a body is told in a log, and nowhere else. */
const FIRST_WORDS = 100;

export function createServiceCall({ url, perMinute, budget, now }: ServiceCallParts): ServiceCall {
  const rate = { most: perMinute, windowMs: MINUTE_MS };
  const root = url.replace(/\/+$/, "");
  let busyUntil = 0;

  async function spendOne(): Promise<void> {
    const restMs = busyUntil - now().getTime();
    // A clock that went back must not make the rest longer.
    const waitMs = restMs > 0 && restMs <= LONGEST_BUSY_S * 1000 ? restMs : await budget.spend(RATE_KEY, rate);
    if (waitMs > 0) throw busy(waitMs);
  }

  return async (path, query, signal) => {
    await spendOne();
    const search = new URLSearchParams({ ...query, format_values: "false" });
    const answer = await bodyOf(`${root}${path}?${search}`, signal).catch((error: unknown) => {
      throw wasLeft(signal) ? error : failure(`${path} did not answer: ${reasonOf(error)}`, error);
    });
    if (answer.status === 429) {
      const restMs = restMsIn(answer.retryAfter, now());
      busyUntil = now().getTime() + restMs;
      throw busy(restMs);
    }
    return answerIn(path, answer);
  };
}

type Answer = { status: number; retryAfter: string | null; body: string };

async function bodyOf(address: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(address, { signal, headers: HEADERS });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() };
}

/** What an answer means: the service refuses with 200, too, and where JSON should be there may be HTML. */
function answerIn(path: ServicePath, { status, body }: Answer): unknown {
  const answer = parsed(body);
  const { error, errors, detail } = fieldsOf(answer);
  const refusals = [error, errors, detail].flat().filter((said) => said !== undefined && said !== null && said !== "");
  const firstWords = body.slice(0, FIRST_WORDS).toWellFormed().replace(/\s+/g, " ");
  const told = `${path} answered ${status}: ${firstWords}`;
  if ((status === 200 || status === 404) && refusals.some(isAboutSoldier)) {
    throw new Fault("soldier_unknown", {}, { cause: new Error(told) });
  }
  if (status < 200 || status > 299 || answer === undefined || refusals.length > 0) throw failure(told);
  return answer;
}

/** "player not found", where a page that is gone says "Not Found". */
const isAboutSoldier = (said: unknown): boolean =>
  typeof said === "string" && /not found/i.test(said) && said !== "Not Found";

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const busy = (waitMs: number): Fault => new Fault("source_busy", { retryAfterS: Math.ceil(waitMs / 1000) });

const failure = (told: string, cause?: unknown): Fault =>
  new Fault("source_unavailable", {}, { cause: new Error(told, { cause }) });

/** Whether it was the caller who ended the call, and not the clock. */
const wasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");

/** What fetch says of a failure is in its cause. */
function reasonOf(error: unknown): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return told instanceof Error ? told.message : String(told);
}

/** A number of seconds or a date. */
function restMsIn(retryAfter: string | null, at: Date): number {
  if (retryAfter === null) return BUSY_S * 1000;
  const seconds = Number(retryAfter);
  const told = Number.isNaN(seconds) ? (Date.parse(retryAfter) - at.getTime()) / 1000 : seconds;
  return (Number.isFinite(told) ? Math.min(LONGEST_BUSY_S, Math.max(1, told)) : BUSY_S) * 1000;
}
