// Calls of the statistics service, within our own rate limit; every failure becomes an AppError. outbound.ts limits time, size and
// redirects.
import { randomUUID } from "node:crypto";
import { type Selectable, sql, type UpdateObject } from "kysely";
import { getFields } from "#domain/soldier/parsing/fields.ts";
import { AppError } from "#messages/errors.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Database } from "#server/database/database.ts";
import type { Tables } from "#server/database/schema.ts";

export type ServicePath =
  | "/bf4/all/"
  | "/bf4/stats/"
  | "/bf4/weapons/"
  | "/bf2042/stats/"
  | "/bf2042/player/"
  | "/bfglobal/search";

/**
 * Calls the service and returns the parsed response.
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
/** The rate limit key of all requests to the service. */
const RATE_KEY = "statistics-service";
const HEADERS = { accept: "application/json", "user-agent": "Fieldlocker" };
/** The wait if a busy service sends no Retry-After, and the maximum that is accepted from it. */
const BUSY_S = 60;
const MAX_BUSY_S = 3600;
/** Number of characters of a response body in an error's cause, for the log. */
const MAX_EXCERPT_LENGTH = 100;

export function createServiceCall({ url, perMinute, rateLimiter, state, now }: ServiceCallParts): ServiceCall {
  const rate = { max: perMinute, windowMs: MINUTE_MS };
  const root = url.replace(/\/+$/, "");

  async function consumeCall(): Promise<void> {
    const waitMs = (await state.busyMs()) || (await rateLimiter.consume(RATE_KEY, rate));
    if (waitMs > 0) throw createBusyError(waitMs);
  }

  return async (path, query, signal) => {
    await consumeCall();
    const search = new URLSearchParams({ ...query, format_values: "false" });
    const response = await getBody(`${root}${path}?${search}`, signal).catch((error: unknown) => {
      throw isAbortedByCaller(signal)
        ? error
        : createUnavailableError(`${path} did not respond: ${getReason(error)}`, error);
    });
    if (response.status === 429) {
      const restMs = parseRetryAfter(response.retryAfter, now());
      await state.setBusy(restMs);
      throw createBusyError(restMs);
    }
    return parseServiceResponse(path, response);
  };
}

type ServiceResponse = { status: number; retryAfter: string | null; body: string };

async function getBody(address: string, signal: AbortSignal): Promise<ServiceResponse> {
  const response = await fetch(address, { signal, headers: HEADERS });
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.text() };
}

/** Returns the body of a successful response, otherwise throws; the service also refuses with status 200, and may return HTML. */
function parseServiceResponse(path: ServicePath, { status, body }: ServiceResponse): unknown {
  const content = parseJson(body);
  const { error, errors, detail } = getFields(content);
  const refusals = [error, errors, detail]
    .flat()
    .filter((message) => message !== undefined && message !== null && message !== "");
  const excerpt = body.slice(0, MAX_EXCERPT_LENGTH).toWellFormed().replace(/\s+/g, " ");
  const explanation = `${path} returned ${status}: ${excerpt}`;
  if ((status === 200 || status === 404) && refusals.some(isAboutSoldier)) {
    throw new AppError("soldier_unknown", {}, { cause: new Error(explanation) });
  }
  if (status < 200 || status > 299 || content === undefined || refusals.length > 0)
    throw createUnavailableError(explanation);
  return content;
}

/** Whether a message is about the soldier: "player not found", but not the "Not Found" of an unknown path. */
const isAboutSoldier = (message: unknown): boolean =>
  typeof message === "string" && /not found/i.test(message) && message !== "Not Found";

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const createBusyError = (waitMs: number): AppError =>
  new AppError("source_busy", { retryAfterS: Math.ceil(waitMs / 1000) });

const createUnavailableError = (explanation: string, cause?: unknown): AppError =>
  new AppError("source_unavailable", {}, { cause: new Error(explanation, { cause }) });

/** Whether the caller, and not the timeout, aborted the call. */
const isAbortedByCaller = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");

/** Returns the message of an error; the reason of a failed fetch is in its cause. */
function getReason(error: unknown): string {
  const explanation = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return explanation instanceof Error ? explanation.message : String(explanation);
}

/** Returns the milliseconds of a Retry-After header, which has a number of seconds or a date. */
function parseRetryAfter(retryAfter: string | null, at: Date): number {
  if (retryAfter === null) return BUSY_S * 1000;
  const seconds = Number(retryAfter);
  const retryS = Number.isNaN(seconds) ? (Date.parse(retryAfter) - at.getTime()) / 1000 : seconds;
  return (Number.isFinite(retryS) ? Math.min(MAX_BUSY_S, Math.max(1, retryS)) : BUSY_S) * 1000;
}

// The state of the service, shared by all processes of a database: the end of its Retry-After, and a circuit breaker. After repeated
// failures the service is not called for a while; then one call probes it.

/** Number of consecutive failures that opens the circuit. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 5 * 60_000;
/** Maximum duration of a probe; after a crash another probe may start after this time. */
const PROBE_MS = 6000;

export type SourceState = {
  /**
   * Runs the task and records its success or failure.
   * @throws {AppError} the task's errors; source_unavailable with `retryAfterS` while the circuit is open
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Returns the milliseconds until the end of the service's Retry-After; 0 if it may be called. */
  busyMs(): Promise<number>;
  setBusy(ms: number): Promise<void>;
  /** Returns the milliseconds until the service is neither busy nor its circuit open. */
  restingMs(): Promise<number>;
};

/** Creates the state of the service at this address. Each failed probe doubles the pause. */
export function createSourceState(db: Database, address: string, now: () => Date): SourceState {
  const { inMs: getTimeIn, find, update, write, countFailure } = createStateRow(db, address, now);

  /** Returns the milliseconds until an instant, or 0 if they exceed the maximum because the clock was set back. */
  const getLeftMs = (until: string, maxMs: number): number => {
    const ms = until === "" ? 0 : Date.parse(until) - now().getTime();
    return ms > 0 && ms <= maxMs ? ms : 0;
  };

  const getBusyMs = (state: State | undefined): number => getLeftMs(state?.busyUntil ?? "", MAX_BUSY_S * 1000);
  const isOpen = (state: State | undefined): state is State => state !== undefined && state.failures >= MAX_FAILURES;
  const getOpenMs = (state: State | undefined): number =>
    isOpen(state) ? getLeftMs(state.restUntil, state.restMs) : 0;

  async function claimProbe({ restUntil }: State): Promise<void> {
    const { numUpdatedRows } = await update()
      .set({ probeUntil: getTimeIn(PROBE_MS) })
      .where("failures", ">=", MAX_FAILURES)
      .where("restUntil", "=", restUntil)
      .where(({ or, eb }) => or([eb("probeUntil", "<=", getTimeIn(0)), eb("probeUntil", ">", getTimeIn(PROBE_MS))]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("source_unavailable", { retryAfterS: 1 });
  }

  async function settle(error: unknown, probedState: State | null): Promise<void> {
    const probeEnd = probedState ? { probeUntil: "" } : {};
    if (error === null || isAnswer(error)) {
      await update()
        .set({ failures: 0, ...probeEnd })
        .where("failures", ">", 0)
        .execute();
    } else if (isFailure(error) && !probedState) {
      await countFailure();
    } else if (probedState) {
      const restMs = Math.min(MAX_REST_MS, 2 * probedState.restMs);
      await update()
        .set({ ...probeEnd, ...(isFailure(error) && { restMs, restUntil: getTimeIn(restMs) }) })
        .execute();
    }
  }

  return {
    async run(task) {
      const state = await find();
      const openMs = getOpenMs(state);
      if (openMs > 0) throw new AppError("source_unavailable", { retryAfterS: Math.ceil(openMs / 1000) });
      const probedState = isOpen(state) ? state : null;
      if (probedState) await claimProbe(probedState);
      try {
        const result = await task();
        await settle(null, probedState);
        return result;
      } catch (error) {
        await settle(error, probedState);
        throw error;
      }
    },
    busyMs: async () => getBusyMs(await find()),
    setBusy: (ms) => write({ busyUntil: getTimeIn(ms) }, () => ({ busyUntil: getTimeIn(ms) })),
    async restingMs() {
      const state = await find();
      return Math.max(getBusyMs(state), getOpenMs(state));
    },
  };
}

type State = Selectable<Tables["sourceState"]>;

/** Returns the access to the row of the state. */
function createStateRow(db: Database, address: string, now: () => Date) {
  const getTimeIn = (ms: number): string => new Date(now().getTime() + ms).toISOString();

  async function write(initial: Partial<State>, changes: (time: string) => UpdateObject<Tables, "sourceState">) {
    const time = getTimeIn(0);
    const emptyState = { failures: 0, restMs: 0, restUntil: "", probeUntil: "", busyUntil: "" };
    await db
      .insertInto("sourceState")
      .values({ id: randomUUID(), address, ...emptyState, ...initial, createdAt: time, updatedAt: time })
      .onConflict((conflict) => conflict.column("address").doUpdateSet({ ...changes(time), updatedAt: time }))
      .execute();
  }

  /** Counts a failure; further failures of calls that began before the circuit opened have no effect. */
  const countFailure = () =>
    write({ failures: 1 }, () => {
      const before = sql<number>`"sourceState"."failures"`;
      const opens = sql<boolean>`${before} = ${sql.lit(MAX_FAILURES - 1)}`;
      return {
        failures: sql<number>`CASE WHEN ${before} < ${sql.lit(MAX_FAILURES)} THEN ${before} + 1 ELSE ${before} END`,
        restMs: sql<number>`CASE WHEN ${opens} THEN ${sql.lit(FIRST_REST_MS)} ELSE "sourceState"."restMs" END`,
        restUntil: sql<string>`CASE WHEN ${opens} THEN ${getTimeIn(FIRST_REST_MS)} ELSE "sourceState"."restUntil" END`,
      };
    });

  return {
    inMs: getTimeIn,
    write,
    countFailure,
    find: () => db.selectFrom("sourceState").selectAll().where("address", "=", address).executeTakeFirst(),
    update: () =>
      db
        .updateTable("sourceState")
        .set({ updatedAt: getTimeIn(0) })
        .where("address", "=", address),
  };
}

/** Whether the error is a valid response of the service: an unknown soldier. */
const isAnswer = (error: unknown): boolean => error instanceof AppError && error.code === "soldier_unknown";

/** Whether the error is a failure of the service; a busy service or a disconnected client is not. */
const isFailure = (error: unknown): boolean => error instanceof AppError && error.code === "source_unavailable";
