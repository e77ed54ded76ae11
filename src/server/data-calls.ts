// The calls under /api/trpc: queries on the fast path, mutations and streams through the library's adapter.
import type { IncomingHttpHeaders } from "node:http";
import { type AnyProcedure, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Context as Call } from "hono";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { getClientKey } from "#platform/http/client-address.ts";
import { withoutCachedSession } from "#server/auth/sessions/session-of.ts";
import { noSuchCall } from "#server/http/guards.ts";
import type { AppEnvironment, FastHandler, FastResponse } from "#server/http/http-server.ts";
import {
  type Answered,
  answerQueries,
  parseInput,
  procedureAt,
  type Queries,
  type Query,
  type ReadResult,
  readQueries,
} from "#server/trpc/fast-path.ts";
import { createResponseCache, type ResponseCache, toPersonalAnswer } from "#server/trpc/response-cache.ts";
import type { ProcedureMeta, TrpcContext } from "#server/trpc/trpc.ts";
import type { Context } from "./context.ts";
import { getCallLanguage, withLanguage } from "./http/language.ts";
import { appRouter } from "./router.ts";

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 10;
const STREAM = "application/jsonl";
const JSON_HEADERS = ["Content-Type", "application/json", "Vary", "trpc-accept, accept", "Cache-Control", "no-store"];

/** Answers queries by GET; null for other calls and for other response formats. */
export function createDataHandler(context: Context): FastHandler {
  const cache = createResponseCache();
  return ({ path, query, request, clientAddress, requestId }) => {
    if (!isPlain(request.headers)) return null;
    const queries = readQueries(appRouter, path.slice(ENDPOINT.length + 1), query);
    if (!queries || !isBatchable(queries.calls.map(({ path: name }) => name))) return null;
    const { cookie } = request.headers;
    const headers = () => new Headers(cookie === undefined ? {} : { cookie });
    const trpcContext = createTrpcContext(context, cookie, headers, getClientKey(clientAddress));
    const compute: Compute = (readResult) => answerQueries(appRouter, queries, trpcContext, readResult);
    const logError: LogError = (error, name) => logUnexpected(context, error, name, requestId);
    return withLanguage(getCallLanguage(query), () => respond(cache, queries, request.headers, compute, logError));
  };
}

/** Whether these calls may share one request. */
const isBatchable = (paths: readonly string[]): boolean =>
  paths.length < 2 ||
  (paths.length <= MAX_BATCH && !paths.some((path) => getMeta(procedureAt(appRouter, path))?.isUnbatched));

const getMeta = (procedure: AnyProcedure | null | undefined) => procedure?._def.meta as ProcedureMeta | undefined;

/** Whether the adapter would answer a query with one JSON text. */
function isPlain({ accept = "", "trpc-accept": trpcAccept, "content-type": type = "" }: IncomingHttpHeaders): boolean {
  const isStream =
    (trpcAccept ??
      accept
        .split(",")
        .find((each) => each.trim() === STREAM)
        ?.trim()) === STREAM;
  return !isStream && !/^(?:multipart\/form-data|application\/octet-stream)/i.test(type.trim());
}

type Compute = (readResult?: ReadResult) => Promise<Answered>;
type LogError = (error: TRPCError, path: string) => void;

/** The response of a single cached query as a whole, or of other queries, whose cached parts are read from the cache. */
async function respond(
  cache: ResponseCache,
  { isBatch, calls }: Queries,
  headers: IncomingHttpHeaders,
  compute: Compute,
  logError: LogError,
): Promise<FastResponse> {
  const [only] = calls;
  const key = isBatch || !only ? null : cacheKey(only);
  const computeCacheable = async () => {
    const { status, body } = await compute();
    return status === 200 ? body : null;
  };
  const cached = key === null ? null : await cache.get(key, headers, computeCacheable);
  if (cached) return cached;
  const { status, body, failures } = await compute((query, computeResult) => {
    const part = isBatch ? cacheKey(query) : null;
    return part === null ? computeResult() : cache.getJson(part, computeResult);
  });
  for (const { error, path } of failures) logError(error, path);
  const waitS = getWait(failures.map(({ error }) => error));
  const response = { status, headers: waitS === null ? JSON_HEADERS : [...JSON_HEADERS, "Retry-After", waitS], body };
  const isCompressed = status === 200 && calls.length === 1 && getMeta(only?.procedure)?.isCompressed;
  return isCompressed ? toPersonalAnswer(response, headers) : response;
}

/** The cache key of a query whose result is the same for every reader of a language; null for other queries. */
function cacheKey({ path, procedure, input }: Query): string | null {
  if (!procedure || !getMeta(procedure)?.isCached) return null;
  const parsed = parseInput(procedure, input);
  return parsed && `${m.language_code()} ${path} ${JSON.stringify(parsed.value)}`;
}

/** Answers any call through the library's adapter. */
export const answerDataCall = (context: Context, c: Call<AppEnvironment>): Promise<Response> =>
  withLanguage(getCallLanguage(new URL(c.req.url).search), () => answerByAdapter(context, c));

/** Whether each call of this path, which may be a batch, has a procedure. */
const isKnownPath = (path: string): boolean =>
  path
    .slice(ENDPOINT.length + 1)
    .split(",")
    .every((name) => Object.hasOwn(appRouter._def.procedures, name));

async function answerByAdapter(context: Context, c: Call<AppEnvironment>): Promise<Response> {
  const { raw } = c.req;
  // The library answers HEAD with 204, whatever the path is.
  if (raw.method === "HEAD" && !isKnownPath(c.req.path)) return noSuchCall(c);
  const reply = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: raw,
    router: appRouter,
    createContext: ({ info, resHeaders }) => {
      if (!isBatchable(info.calls.map(({ path }) => path))) {
        throw new TRPCError({ code: "PAYLOAD_TOO_LARGE" });
      }
      const cookies = raw.headers.get("cookie") ?? undefined;
      return createTrpcContext(context, cookies, () => raw.headers, getClientKey(c.env.clientAddress), resHeaders);
    },
    responseMeta: ({ errors }) => {
      const waitS = getWait(errors);
      return waitS === null ? {} : { headers: { "Retry-After": waitS } };
    },
    onError: ({ error, path }) => logUnexpected(context, error, path, c.env.requestId),
  });
  // Some of the library's error responses are JSON with another content type.
  if (reply.status >= 400) reply.headers.set("Content-Type", "application/json");
  reply.headers.set("Cache-Control", "no-store");
  return reply;
}

/** Seconds after which the call may be retried; null where no error gives a time. */
function getWait(errors: readonly TRPCError[]): string | null {
  const [waitS] = errors.flatMap(({ cause }) =>
    cause instanceof AppError ? (cause.details["retryAfterS"] ?? []) : [],
  );
  return waitS === undefined ? null : String(waitS);
}

function logUnexpected({ logger }: Context, error: TRPCError, path: string | undefined, requestId: string): void {
  if (error.code === "INTERNAL_SERVER_ERROR") logger.error({ err: error, path, requestId }, "unexpected");
}

/** Reads the session from the database on the first call of `user`, and at most once. */
function createTrpcContext(
  context: Context,
  cookies: string | undefined,
  headers: () => Headers,
  clientKey: string,
  responseHeaders = new Headers(),
): TrpcContext {
  let user: ReturnType<TrpcContext["user"]> | undefined;
  const readUser = async () => {
    const found = await context.sessionOf(cookies);
    // Extending the session here would not extend its cookie, which only an account call can set.
    const byLibrary = async () => {
      const { api } = await context.accounts();
      return api.getSession({ headers: withoutCachedSession(headers()), query: { disableRefresh: true } });
    };
    const known = typeof found === "string" ? await byLibrary() : found;
    if (!known) return null;
    const { id, name, email, isAnonymous } = known.user;
    const { id: sessionId, createdAt } = known.session;
    return { id, sessionId, name, email, isGuest: isAnonymous === true, signedInAt: new Date(createdAt) };
  };
  const own = { headers, responseHeaders, clientKey, user: () => (user ??= readUser()) };
  return { ...context, ...own };
}
