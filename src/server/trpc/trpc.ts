// The base procedures, and the conversion of errors to responses.
import { setImmediate } from "node:timers/promises";
import { initTRPC, type ProcedureType, TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { FRESH_AGE_S, OWNER_HEADER } from "#domain/account/account.ts";
import { AppError, EARLY_REFUSALS, ERRORS } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import {
  getOutage,
  getTrouble,
  isDatabaseUnavailable,
  watchForOutage,
} from "#platform/database/database-unavailable.ts";
import { isForeignKeyViolation, isValidText } from "#platform/database/valid-text.ts";
import type { Limit } from "#platform/rate-limit.ts";
import type { Context } from "#server/context.ts";
import { createOutageError } from "#server/http/guards.ts";

type Caller = { id: string; sessionId: string; name: string; email: string; isGuest: boolean; signedInAt: Date };

type ContextParts =
  | "accounts"
  | "arsenals"
  | "rateLimiter"
  | "config"
  | "db"
  | "events"
  | "jobs"
  | "languages"
  | "now"
  | "people"
  | "shareKey"
  | "statistics"
  | "streams"
  | "withLock";

/** The context of a request to /api/trpc. */
export type TrpcContext = Pick<Context, ContextParts> & {
  /** Returns the request's headers, from which the account library reads the session. */
  headers: () => Headers;
  /** Headers of the response, in addition to the library's. */
  responseHeaders: Headers;
  /** Identifies the client by its address; see `getClientKey`. */
  clientKey: string;
  /** Returns the signed-in user, which is read on the first call, or null without a session. */
  user: () => Promise<Caller | null>;
};

const TRPC_CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
} as const;

/** Pings for quiet streams: without them a proxy or the client would close the connection. */
const SSE = { ping: { enabled: true, intervalMs: 20_000 }, client: { reconnectAfterInactivityMs: 60_000 } };

/** Metadata of a procedure. */
export type ProcedureMeta = {
  /** Whether the result is the same for every caller while the process runs. */
  isCached?: boolean;
  /** Whether the response is compressed outside of a batch: it is large, and does not contain its input, so that its size reveals nothing. */
  isCompressed?: boolean;
};

const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: SSE,
    errorFormatter: ({ shape, error }) => {
      const fault = getAppError(error);
      // The library's messages may contain the input, and an unexpected error's stack belongs only in the log.
      const refusal = EARLY_REFUSALS[error.code]?.({}, { locale: BASE_LANGUAGE });
      const message = fault?.message ?? refusal ?? shape.message;
      return {
        ...shape,
        message,
        data: { ...shape.data, fault: fault && { code: fault.code, details: fault.details } },
      };
    },
  });

function getAppError({ cause }: TRPCError): AppError | null {
  if (cause instanceof AppError) return cause;
  if (cause instanceof SyntaxError || cause instanceof URIError) return new AppError("input_invalid");
  if (cause instanceof ZodError) {
    return new AppError("input_invalid", {
      issues: cause.issues.map(({ path, message }) => ({ path: path.map(String), message })),
    });
  }
  return null;
}

export const router = t.router;

/**
 * Refuses text that a database cannot store, and converts errors to tRPC errors. Each call of a batch begins and ends in its own turn of
 * the event loop, because SQLite is synchronous: otherwise the batch would block the loop for the sum of its calls. The library serializes
 * all results together, so calls with large results are not batched. All of this is in one middleware, because each middleware adds time to every call.
 */
const baseMiddleware = t.middleware(({ ctx, getRawInput, next, batchIndex }) =>
  watchForOutage(async () => {
    await waitTurns(batchIndex);
    if (!isValidText(await getRawInput())) throw toTrpcError(new AppError("input_invalid"));
    const result = await next();
    await waitTurns(batchIndex);
    if (result.ok) return result;
    const { cause } = result.error;
    const outage = getOutage() ?? (isDatabaseUnavailable(cause) ? cause : null);
    const error = outage ? createOutageError(getTrouble(outage), cause) : cause;
    if (error instanceof AppError) throw toTrpcError(error);
    if (isForeignKeyViolation(cause) && (await isCallerDeleted(ctx)))
      throw toTrpcError(new AppError("signed_out", {}, { cause }));
    return result;
  }),
);

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

/** Whether the user was deleted or merged into an account after the session was read. */
async function isCallerDeleted({ db, people, user }: TrpcContext): Promise<boolean> {
  const caller = await user();
  if (caller === null) return false;
  return people.isDeleted(db, caller.id);
}

const toTrpcError = (fault: AppError): TRPCError =>
  new TRPCError({ code: TRPC_CODES[ERRORS[fault.code].status], message: fault.message, cause: fault });

/** A procedure that needs no session. */
export const publicProcedure = t.procedure.use(baseMiddleware);

/** A query whose result depends only on its input, the game data and the configuration. */
export const cachedProcedure = publicProcedure.meta({ isCached: true });

/** The limit of mutations per user. */
const WRITE_LIMIT = { max: 240, windowMs: 60_000 };

/**
 * Counts one use of the key.
 * @throws {AppError} too_many with `retryAfterS`
 */
export async function requireWithin({ rateLimiter }: Pick<TrpcContext, "rateLimiter">, key: string, limit: Limit) {
  const waitMs = await rateLimiter.consume(key, limit);
  if (waitMs > 0) throw new AppError("too_many", { retryAfterS: Math.ceil(waitMs / 1000) });
}

/**
 * Returns the user of a session. A mutation counts towards the user's limit, and is refused if its header names another user.
 * @throws {AppError} signed_out; too_many
 */
export async function requireUser(ctx: TrpcContext, type: ProcedureType) {
  const user = await ctx.user();
  if (!user) throw new AppError("signed_out");
  if (type !== "mutation") return user;
  const owner = ctx.headers().get(OWNER_HEADER);
  if (owner !== null && owner !== user.id) throw new AppError("signed_out");
  await requireWithin(ctx, `write:${user.id}`, WRITE_LIMIT);
  return user;
}

/**
 * Requires a session, which may be a guest's.
 * @throws {AppError} signed_out; too_many for a mutation
 */
export const protectedProcedure = publicProcedure.use(async ({ ctx, type, next }) =>
  next({ ctx: { user: await requireUser(ctx, type) } }),
);

/**
 * Requires a recent sign-in.
 * @throws {AppError} signed_out; session_not_fresh
 */
export const sudoProcedure = protectedProcedure.use(({ ctx, next }) => {
  const ageMs = ctx.now().getTime() - ctx.user.signedInAt.getTime();
  if (ageMs >= FRESH_AGE_S * 1000) throw new AppError("session_not_fresh");
  return next();
});
