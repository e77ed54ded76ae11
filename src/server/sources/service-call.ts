// One call to the statistics service, within our own rate; every failure becomes an AppError. outbound.ts limits time, size and
// redirects.
import { randomUUID } from "node:crypto";
import { type Selectable, sql, type UpdateObject } from "kysely";
import { getFields } from "#domain/soldier/parsing/fields.ts";
import { AppError } from "#messages/errors.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";

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

type ServiceCallParts = {
  url: string;
  perMinute: number;
  rateLimiter: RateLimiter;
  state: Pick<SourceState, "busyMs" | "setBusy">;
  now: () => Date;
};

const MINUTE_MS = 60_000;
const RATE_KEY = "statistics-service";
const HEADERS = { accept: "application/json", "user-agent": "Fieldlocker" };
/** The wait when a busy service gives no Retry-After, and the maximum that is accepted from it. */
const BUSY_S = 60;
const MAX_BUSY_S = 3600;
/** How much of a response body is logged; it is used nowhere else. */
const FIRST_WORDS = 100;

export function createServiceCall({ url, perMinute, rateLimiter, state, now }: ServiceCallParts): ServiceCall {
  const rate = { max: perMinute, windowMs: MINUTE_MS };
  const root = url.replace(/\/+$/, "");

  async function spendOne(): Promise<void> {
    const waitMs = (await state.busyMs()) || (await rateLimiter.consume(RATE_KEY, rate));
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
      await state.setBusy(restMs);
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
  const refusals = [error, errors, detail]
    .flat()
    .filter((message) => message !== undefined && message !== null && message !== "");
  const firstWords = body.slice(0, FIRST_WORDS).toWellFormed().replace(/\s+/g, " ");
  const explanation = `${path} answered ${status}: ${firstWords}`;
  if ((status === 200 || status === 404) && refusals.some(isAboutSoldier)) {
    throw new AppError("soldier_unknown", {}, { cause: new Error(explanation) });
  }
  if (status < 200 || status > 299 || answer === undefined || refusals.length > 0) throw failure(explanation);
  return answer;
}

/** Matches "player not found", but not the "Not Found" of a page that does not exist. */
const isAboutSoldier = (message: unknown): boolean =>
  typeof message === "string" && /not found/i.test(message) && message !== "Not Found";

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

// What all processes of one database know of the service: until when it is busy, and a circuit breaker, by which a service
// that fails repeatedly is not called for a while, and then probed by one caller.

/** This many failures in a row open the circuit. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 5 * 60_000;
/** Longer than a probe takes: that of a process that died during it is over then. */
const PROBE_MS = 6000;

export type SourceState = {
  /**
   * Runs the task.
   * @throws {AppError} the task's own; source_unavailable with `retryAfterS` while the circuit is open
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Milliseconds until the service's Retry-After has passed; 0 when it may be called. */
  busyMs(): Promise<number>;
  setBusy(ms: number): Promise<void>;
  /** Milliseconds until a call has a chance: the service is neither busy nor is its circuit open. */
  restingMs(): Promise<number>;
};

/** The state of the service at this address. After each probe that fails it rests twice as long. */
export function createSourceState(db: Database, address: string, now: () => Date): SourceState {
  const { inMs, find, update, write, countFailure } = createStateRow(db, address, now);

  /** A clock that went back must not make the rest longer. */
  const leftMs = (until: string, maxMs: number): number => {
    const ms = until === "" ? 0 : Date.parse(until) - now().getTime();
    return ms > 0 && ms <= maxMs ? ms : 0;
  };

  const getBusyMs = (state: State | undefined): number => leftMs(state?.busyUntil ?? "", MAX_BUSY_S * 1000);
  const isOpen = (state: State | undefined): state is State => state !== undefined && state.failures >= MAX_FAILURES;
  const getOpenMs = (state: State | undefined): number => (isOpen(state) ? leftMs(state.restUntil, state.restMs) : 0);

  async function claimProbe({ restUntil }: State): Promise<void> {
    const { numUpdatedRows } = await update()
      .set({ probeUntil: inMs(PROBE_MS) })
      .where("failures", ">=", MAX_FAILURES)
      .where("restUntil", "=", restUntil)
      .where(({ or, eb }) => or([eb("probeUntil", "<=", inMs(0)), eb("probeUntil", ">", inMs(PROBE_MS))]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("source_unavailable", { retryAfterS: 1 });
  }

  async function settle(error: unknown, probed: State | null): Promise<void> {
    const ended = probed ? { probeUntil: "" } : {};
    if (error === null || isAnswer(error)) {
      await update()
        .set({ failures: 0, ...ended })
        .where("failures", ">", 0)
        .execute();
    } else if (isFailure(error) && !probed) {
      await countFailure();
    } else if (probed) {
      const restMs = Math.min(MAX_REST_MS, 2 * probed.restMs);
      await update()
        .set({ ...ended, ...(isFailure(error) && { restMs, restUntil: inMs(restMs) }) })
        .execute();
    }
  }

  return {
    async run(task) {
      const state = await find();
      const openMs = getOpenMs(state);
      if (openMs > 0) throw new AppError("source_unavailable", { retryAfterS: Math.ceil(openMs / 1000) });
      const probed = isOpen(state) ? state : null;
      if (probed) await claimProbe(probed);
      try {
        const result = await task();
        await settle(null, probed);
        return result;
      } catch (error) {
        await settle(error, probed);
        throw error;
      }
    },
    busyMs: async () => getBusyMs(await find()),
    setBusy: (ms) => write({ busyUntil: inMs(ms) }, () => ({ busyUntil: inMs(ms) })),
    async restingMs() {
      const state = await find();
      return Math.max(getBusyMs(state), getOpenMs(state));
    },
  };
}

type State = Selectable<Tables["sourceState"]>;

/** The row of the state. */
function createStateRow(db: Database, address: string, now: () => Date) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();

  async function write(first: Partial<State>, changes: (at: string) => UpdateObject<Tables, "sourceState">) {
    const at = inMs(0);
    const none = { failures: 0, restMs: 0, restUntil: "", probeUntil: "", busyUntil: "" };
    await db
      .insertInto("sourceState")
      .values({ id: randomUUID(), address, ...none, ...first, createdAt: at, updatedAt: at })
      .onConflict((conflict) => conflict.column("address").doUpdateSet({ ...changes(at), updatedAt: at }))
      .execute();
  }

  /** Calls that began before the circuit opened count no further. */
  const countFailure = () =>
    write({ failures: 1 }, () => {
      const before = sql<number>`"sourceState"."failures"`;
      const opens = sql<boolean>`${before} = ${sql.lit(MAX_FAILURES - 1)}`;
      return {
        failures: sql<number>`CASE WHEN ${before} < ${sql.lit(MAX_FAILURES)} THEN ${before} + 1 ELSE ${before} END`,
        restMs: sql<number>`CASE WHEN ${opens} THEN ${sql.lit(FIRST_REST_MS)} ELSE "sourceState"."restMs" END`,
        restUntil: sql<string>`CASE WHEN ${opens} THEN ${inMs(FIRST_REST_MS)} ELSE "sourceState"."restUntil" END`,
      };
    });

  return {
    inMs,
    write,
    countFailure,
    find: () => db.selectFrom("sourceState").selectAll().where("address", "=", address).executeTakeFirst(),
    update: () =>
      db
        .updateTable("sourceState")
        .set({ updatedAt: inMs(0) })
        .where("address", "=", address),
  };
}

/** An unknown soldier is a successful answer. */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.code === "soldier_unknown";

/** A busy service or a client that left is no evidence of whether the service works. */
const isFailure = (error: unknown): boolean => error instanceof AppError && error.code === "source_unavailable";
