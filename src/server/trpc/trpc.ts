// The kinds of procedure, and how what they throw becomes a reply.
import { setImmediate as nextTurn } from "node:timers/promises";
import { initTRPC, type ProcedureType, TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { FRESH_AGE_S, OWNER_HEADER } from "#domain/account/account.ts";
import { AppError, EARLY_REFUSALS, ERRORS } from "#messages/errors.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import {
  describeOutage,
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

/** What one request to /api/trpc may use. */
export type TrpcContext = Pick<Context, ContextParts> & {
  /** The request's headers, in which the account library finds the session. */
  headers: () => Headers;
  /** Of the response, in addition to the library's. */
  responseHeaders: Headers;
  /** Identifies the client by its address; see `getClientKey`. */
  clientKey: string;
  /** The signed-in user, read on the first call; null without a session. */
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

/** Pings keep a quiet stream open: without them a proxy or the client would take the connection for dead. */
const SSE = { ping: { enabled: true, intervalMs: 20_000 }, client: { reconnectAfterInactivityMs: 60_000 } };

/** Properties of a procedure beside its types. */
export type ProcedureMeta = {
  /** Its result is the same for every caller while the process runs. */
  isCached?: boolean;
  /** Its response is large: a batch it is part of is refused. */
  isUnbatched?: boolean;
  /** Alone, its response is compressed: it is large, and repeats nothing of its input, so that its size reveals nothing. */
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
      // The library's messages repeat the input. The stack of a bug goes to the log.
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
 * Refuses text that a database cannot store, and turns thrown errors into tRPC errors. Each call of a batch begins in its own
 * turn of the event loop, and so does each end: SQLite is synchronous, and the library writes a result as text as soon as it is
 * there, so the batch would block the loop for the sum of its calls. One middleware does all of it, because each middleware adds
 * time to every call.
 */
const baseMiddleware = t.middleware(({ ctx, getRawInput, next, batchIndex }) =>
  watchForOutage(async () => {
    await waitTurns(batchIndex);
    if (!isValidText(await getRawInput())) throw toTrpcError(new AppError("input_invalid"));
    const result = await next();
    await waitTurns(batchIndex);
    if (result.ok) return result;
    const { cause } = result.error;
    const outage = describeOutage() ?? (isDatabaseUnavailable(cause) ? cause : null);
    const error = outage ? createOutageError(getTrouble(outage), cause) : cause;
    if (error instanceof AppError) throw toTrpcError(error);
    if (isForeignKeyViolation(cause) && (await isCallerGone(ctx)))
      throw toTrpcError(new AppError("signed_out", {}, { cause }));
    return result;
  }),
);

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** Whether the user was deleted, or merged into an account, after the session was read. */
async function isCallerGone({ db, user }: TrpcContext): Promise<boolean> {
  const caller = await user();
  if (caller === null) return false;
  return !(await db.selectFrom("user").select("id").where("id", "=", caller.id).executeTakeFirst());
}

const toTrpcError = (fault: AppError): TRPCError =>
  new TRPCError({ code: TRPC_CODES[ERRORS[fault.code].status], message: fault.message, cause: fault });

/** A procedure for everyone. */
export const publicProcedure = t.procedure.use(baseMiddleware);

/** A query whose result depends on its input and what a process has from its start: the game data and its configuration. */
export const cachedProcedure = publicProcedure.meta({ isCached: true });

/** Mutations of one user. */
const WRITES = { max: 240, windowMs: 60_000 };

/**
 * Counts one use of the key.
 * @throws {AppError} too_many with `retryAfterS`
 */
export async function requireWithin({ rateLimiter }: Pick<TrpcContext, "rateLimiter">, key: string, limit: Limit) {
  const waitMs = await rateLimiter.consume(key, limit);
  if (waitMs > 0) throw new AppError("too_many", { retryAfterS: Math.ceil(waitMs / 1000) });
}

/** The user of a session; a mutation counts towards the user's limit, and may name whose it is. */
async function requireUser(ctx: TrpcContext, type: ProcedureType) {
  const user = await ctx.user();
  if (!user) throw new AppError("signed_out");
  if (type !== "mutation") return user;
  const owner = ctx.headers().get(OWNER_HEADER);
  if (owner !== null && owner !== user.id) throw new AppError("signed_out");
  await requireWithin(ctx, `write:${user.id}`, WRITES);
  return user;
}

/**
 * Requires a session, a guest's too.
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
