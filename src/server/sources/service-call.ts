// One call to the statistics service, within our own rate; every failure becomes an AppError. outbound.ts limits time, size and
// redirects.
import { AppError } from "#messages/errors.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import { getFields } from "#server/sources/parsing/lenient-fields.ts";

/** The rate limit key of all requests to the service. */
export type ServicePath =
  | "/bf4/all/"
  | "/bf4/stats/"
  | "/bf4/weapons/"
  | "/bf2042/stats/"
  | "/bf2042/player/"
  | "/bfglobal/search";

/**
 * The parsed answer.
 * @throws {AppError} soldier_unknown; source_unavailable; source_busy; a signal's own reason
 */
export type ServiceCall = (path: ServicePath, query: Record<string, string>, signal: AbortSignal) => Promise<unknown>;

type ServiceCallParts = { url: string; perMinute: number; rateLimiter: RateLimiter; now: () => Date };

const MINUTE_MS = 60_000;
const RATE_KEY = "statistics-service";
const HEADERS = { accept: "application/json", "user-agent": "Fieldlocker" };
/** The wait when a busy service gives no Retry-After, and the maximum that is accepted from it. */
const BUSY_S = 60;
const MAX_BUSY_S = 3600;
/** How much of a response body is logged; it is used nowhere else. */
const FIRST_WORDS = 100;

export function createServiceCall({ url, perMinute, rateLimiter, now }: ServiceCallParts): ServiceCall {
  const rate = { max: perMinute, windowMs: MINUTE_MS };
  const root = url.replace(/\/+$/, "");
  let busyUntil = 0;

  async function spendOne(): Promise<void> {
    const restMs = busyUntil - now().getTime();
    // A clock that went back must not make the rest longer.
    const waitMs = restMs > 0 && restMs <= MAX_BUSY_S * 1000 ? restMs : await rateLimiter.consume(RATE_KEY, rate);
    if (waitMs > 0) throw busy(waitMs);
  }

  return async (path, query, signal) => {
    await spendOne();
    const search = new URLSearchParams({ ...query, format_values: "false" });
    const answer = await getBody(`${root}${path}?${search}`, signal).catch((error: unknown) => {
      throw wasLeft(signal) ? error : failure(`${path} did not answer: ${getReason(error)}`, error);
    });
    if (answer.status === 429) {
      const restMs = parseRetryAfter(answer.retryAfter, now());
      busyUntil = now().getTime() + restMs;
      throw busy(restMs);
    }
    return parseServiceAnswer(path, answer);
  };
}

type Answer = { status: number; retryAfter: string | null; body: string };

async function getBody(address: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(address, { signal, headers: HEADERS });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() };
}

/** Classifies a response: the service also refuses with status 200, and may return HTML instead of JSON. */
function parseServiceAnswer(path: ServicePath, { status, body }: Answer): unknown {
  const answer = parsed(body);
  const { error, errors, detail } = getFields(answer);
  const refusals = [error, errors, detail].flat().filter((said) => said !== undefined && said !== null && said !== "");
  const firstWords = body.slice(0, FIRST_WORDS).toWellFormed().replace(/\s+/g, " ");
  const explanation = `${path} answered ${status}: ${firstWords}`;
  if ((status === 200 || status === 404) && refusals.some(isAboutSoldier)) {
    throw new AppError("soldier_unknown", {}, { cause: new Error(explanation) });
  }
  if (status < 200 || status > 299 || answer === undefined || refusals.length > 0) throw failure(explanation);
  return answer;
}

/** Matches "player not found", but not the "Not Found" of a page that does not exist. */
const isAboutSoldier = (said: unknown): boolean =>
  typeof said === "string" && /not found/i.test(said) && said !== "Not Found";

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const busy = (waitMs: number): AppError => new AppError("source_busy", { retryAfterS: Math.ceil(waitMs / 1000) });

const failure = (explanation: string, cause?: unknown): AppError =>
  new AppError("source_unavailable", {}, { cause: new Error(explanation, { cause }) });

/** Whether the caller aborted the call, not the timeout. */
const wasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");

/** The reason of a failed fetch is in its cause. */
function getReason(error: unknown): string {
  const explanation = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return explanation instanceof Error ? explanation.message : String(explanation);
}

/** A number of seconds or a date. */
function parseRetryAfter(retryAfter: string | null, at: Date): number {
  if (retryAfter === null) return BUSY_S * 1000;
  const seconds = Number(retryAfter);
  const explanation = Number.isNaN(seconds) ? (Date.parse(retryAfter) - at.getTime()) / 1000 : seconds;
  return (Number.isFinite(explanation) ? Math.min(MAX_BUSY_S, Math.max(1, explanation)) : BUSY_S) * 1000;
}

// A circuit breaker: a service that fails repeatedly is not called for a while, and then probed by one caller.

/** This many failures in a row open the circuit. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 5 * 60_000;

export type Circuit = {
  /**
   * Runs the task.
   * @throws {AppError} the task's own; source_unavailable with `retryAfterS` while the circuit is open
   */
  run<T>(task: () => Promise<T>): Promise<T>;
};

/** The circuit of one service in this process. After each probe that fails it rests twice as long. */
export function createCircuit(now: () => Date): Circuit {
  let failures = 0;
  let restMs = 0;
  let openedAt = 0;
  let probing = false;

  function waitMs(): number {
    if (failures < MAX_FAILURES) return 0;
    const passedMs = now().getTime() - openedAt;
    // A clock that went back must not make the rest longer.
    const leftMs = passedMs < 0 ? 0 : restMs - passedMs;
    return leftMs > 0 ? leftMs : probing ? 1 : 0;
  }

  function failed(isProbe: boolean): void {
    if (failures >= MAX_FAILURES && !isProbe) return;
    failures += 1;
    if (failures < MAX_FAILURES) return;
    restMs = Math.min(MAX_REST_MS, isProbe ? 2 * restMs : FIRST_REST_MS);
    openedAt = now().getTime();
  }

  return {
    async run(task) {
      const left = waitMs();
      if (left > 0) throw new AppError("source_unavailable", { retryAfterS: Math.ceil(left / 1000) });
      const isProbe = failures >= MAX_FAILURES;
      probing ||= isProbe;
      try {
        const result = await task();
        failures = 0;
        return result;
      } catch (error) {
        if (isAnswer(error)) failures = 0;
        else if (isFailure(error)) failed(isProbe);
        throw error;
      } finally {
        if (isProbe) probing = false;
      }
    },
  };
}

/** An unknown soldier is a successful answer. */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.code === "soldier_unknown";

/** A busy service or a client that left is no evidence of whether the service works. */
const isFailure = (error: unknown): boolean => error instanceof AppError && error.code === "source_unavailable";
