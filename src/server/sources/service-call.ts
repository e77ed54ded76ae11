// One call to the statistics service: within our own rate, and whatever goes wrong becomes a fault. Time, size and
// redirects are limited by outbound.ts.
import { Fault } from "#domain/fault.ts";
import type { Budget } from "#server/limits/budget.ts";
import type { Logger } from "#server/logger.ts";
import { fieldsOf } from "./lenient.ts";

/** Everything that is asked of the service. */
type ServicePath =
  | "/bf4/all/"
  | "/bf4/stats/"
  | "/bf4/weapons/"
  | "/bf2042/stats/"
  | "/bf2042/player/"
  | "/bfglobal/search";

/** The parsed answer. Faults: `soldier_unknown`, `source_unavailable`, `source_busy`; a signal's own reason. */
export type ServiceCall = (path: ServicePath, query: Record<string, string>, signal: AbortSignal) => Promise<unknown>;

export type ServiceCallParts = { url: string; budget: Budget; logger: Logger; now: () => Date };

/** Over all processes on one database. The service tells no limit; this is ours. */
const RATE = { most: 60, windowMs: 60_000 };
const RATE_KEY = "statistics-service";
/** Where the service is busy and does not say for how long, and the longest that is believed. */
const BUSY_S = 60;
const LONGEST_BUSY_S = 3600;
/** What of a body may be told in a log. */
const FIRST_WORDS = 100;

export function createServiceCall({ url, budget, logger, now }: ServiceCallParts): ServiceCall {
  let busyUntil = 0;

  async function spendOne(): Promise<void> {
    const at = now().getTime();
    const restMs = busyUntil - at;
    if (restMs > 0 && restMs <= LONGEST_BUSY_S * 1000) throw busy(restMs);
    const waitMs = await budget.spend(RATE_KEY, RATE);
    if (waitMs > 0) throw busy(waitMs);
  }

  return async (path, query, signal) => {
    await spendOne();
    const address = new URL(url.replace(/\/+$/, "") + path);
    address.search = new URLSearchParams({ ...query, format_values: "false" }).toString();
    try {
      const answer = await fetch(address, {
        signal,
        headers: { accept: "application/json", "user-agent": "Fieldlocker" },
      });
      const body = await answer.text();
      if (answer.status === 429) {
        busyUntil = now().getTime() + retryAfterMs(answer.headers.get("retry-after"), now());
        throw busy(busyUntil - now().getTime());
      }
      return answerIn(answer.status, body);
    } catch (error) {
      const fault = faultOf(error, signal);
      if (fault?.code === "source_unavailable")
        logger.warn({ path, said: saidBy(fault) }, "the statistics service failed");
      throw fault ?? error;
    }
  };
}

const busy = (waitMs: number): Fault => new Fault("source_busy", { retryAfterS: Math.ceil(waitMs / 1000) });

/** What a status and a body mean: the service refuses with 200, too, and where JSON should be there may be HTML. */
function answerIn(status: number, body: string): unknown {
  const answer = parsed(body);
  const { error, errors, detail } = fieldsOf(answer);
  const refusal = [error, errors, detail].flat().filter((said) => said !== undefined && said !== null && said !== "");
  if ((status === 200 || status === 404) && refusal.some(isAboutSoldier)) {
    throw new Fault("soldier_unknown", {}, { cause: said(status, body) });
  }
  if (status < 200 || status > 299 || answer === undefined || refusal.length > 0) throw said(status, body);
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

/** The status and the first words of a body: all that is told of it anywhere. */
const said = (status: number, body: string): Error =>
  new Error(`${status} ${body.slice(0, FIRST_WORDS).replace(/\s+/g, " ").toWellFormed()}`);

/** Null when it was the caller who ended the call. */
function faultOf(error: unknown, signal: AbortSignal): Fault | null {
  if (error instanceof Fault) return error;
  const isCallers = signal.aborted && !isTimeout(signal.reason);
  return isCallers ? null : new Fault("source_unavailable", {}, { cause: error });
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === "TimeoutError";

function saidBy({ cause }: Fault): string {
  if (!(cause instanceof Error)) return "";
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

/** A number of seconds or a date. */
function retryAfterMs(header: string | null, at: Date): number {
  const seconds = Number(header ?? BUSY_S);
  const told = Number.isNaN(seconds) ? (Date.parse(header ?? "") - at.getTime()) / 1000 : seconds;
  return (Number.isFinite(told) ? Math.min(LONGEST_BUSY_S, Math.max(1, told)) : BUSY_S) * 1000;
}
