// The calls under /api/trpc: all through the library's adapter, and before it the cache of what is the same for every reader.
import { type AnyProcedure, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Handler, HonoRequest } from "hono";
import type { z } from "zod";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { isValidText } from "#platform/database/valid-text.ts";
import { getClientKey } from "#platform/http/client-address.ts";
import { withoutCachedSession } from "#server/auth/sessions/session-of.ts";
import type { Context } from "#server/context.ts";
import { noSuchCall } from "#server/http/guards.ts";
import type { AppEnvironment, RequestMeta } from "#server/http/http-server.ts";
import { getCallLanguage, withLanguage } from "#server/http/language.ts";
import { appRouter } from "#server/router.ts";
import { compressFor, createResponseCache } from "./response-cache.ts";
import type { ProcedureMeta, TrpcContext } from "./trpc.ts";

const ENDPOINT = "/api/trpc";
const MAX_BATCH = 10;

/** Answers the calls in the language that their address names. */
export function createDataCalls(context: Context): Handler<AppEnvironment> {
  const cache = createResponseCache();
  return (c) => {
    const { raw } = c.req;
    const query = new URL(raw.url).searchParams;
    return withLanguage(getCallLanguage(query), async () => {
      const paths = c.req.path.slice(ENDPOINT.length + 1).split(",");
      // The library answers HEAD with 204, whatever the path is.
      if (raw.method === "HEAD" && !paths.every((path) => PROCEDURES.has(path))) return noSuchCall(c);
      const key = getCacheKey(c.req, query);
      // Computed without the headers of the caller, so that nothing of them can come into the response.
      const compute = () => answerByAdapter(context, new Request(raw.url), c.env);
      const cached = key && (await cache.get(key, raw.headers, compute));
      if (cached) return cached;
      const response = await answerByAdapter(context, raw, c.env);
      const isCompressed = response.ok && paths.length === 1 && paths.every((path) => getMeta(path)?.isCompressed);
      return isCompressed ? compressFor(raw.headers, response) : response;
    });
  };
}

const PROCEDURES = new Map<string, AnyProcedure>(Object.entries(Object(appRouter._def.procedures)));

const getMeta = (path: string) => PROCEDURES.get(path)?._def.meta as ProcedureMeta | undefined;

/** The cache key of a single query whose result is the same for every reader of a language; null for other calls. */
function getCacheKey({ method, path }: HonoRequest, query: URLSearchParams): string | null {
  const name = path.slice(ENDPOINT.length + 1);
  const procedure = PROCEDURES.get(name);
  if (method !== "GET" || !procedure || !getMeta(name)?.isCached || query.get("batch") === "1") return null;
  const parsed = parseInput(procedure, query.get("input"));
  return parsed && `${m.language_code()} ${name} ${JSON.stringify(parsed.value)}`;
}

/** The parsed input of a call; null where the procedure would refuse it. */
function parseInput({ _def }: AnyProcedure, json: string | null): { value: unknown } | null {
  const { inputs = [] }: { inputs?: readonly z.ZodType[] } = Object(_def);
  try {
    const input: unknown = json ? JSON.parse(json) : undefined;
    return isValidText(input) ? { value: Object.assign({}, ...inputs.map((schema) => schema.parse(input))) } : null;
  } catch {
    return null;
  }
}

async function answerByAdapter(context: Context, request: Request, { clientAddress, requestId }: RequestMeta) {
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: ({ info, resHeaders }) => {
      if (!isBatchable(info.calls.map(({ path }) => path))) throw new TRPCError({ code: "PAYLOAD_TOO_LARGE" });
      return createTrpcContext(context, request.headers, getClientKey(clientAddress), resHeaders);
    },
    responseMeta: ({ errors }) => {
      const waitS = getWait(errors);
      return waitS === null ? {} : { headers: { "Retry-After": waitS } };
    },
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") context.logger.error({ err: error, path, requestId }, "unexpected");
    },
  });
  // Some of the library's error responses are JSON with another content type.
  if (response.status >= 400) response.headers.set("Content-Type", "application/json");
  response.headers.set("Cache-Control", "no-store");
  return response;
}

/** Whether these calls may share one request. */
const isBatchable = (paths: readonly string[]): boolean =>
  paths.length < 2 || (paths.length <= MAX_BATCH && !paths.some((path) => getMeta(path)?.isUnbatched));

/** Seconds after which the call may be retried; null where no error gives a time. */
function getWait(errors: readonly TRPCError[]): string | null {
  const [waitS] = errors.flatMap(({ cause }) =>
    cause instanceof AppError ? (cause.details["retryAfterS"] ?? []) : [],
  );
  return waitS === undefined ? null : String(waitS);
}

/** Reads the session from the database on the first call of `user`, and at most once. */
function createTrpcContext(
  context: Context,
  headers: Headers,
  clientKey: string,
  responseHeaders: Headers,
): TrpcContext {
  let user: ReturnType<TrpcContext["user"]> | undefined;
  const readUser = async () => {
    const cached = await context.sessionOf(headers.get("cookie") ?? undefined);
    // Extending the session here would not extend its cookie, which only an account call can set.
    const byLibrary = async () => {
      const { api } = await context.accounts();
      return api.getSession({ headers: withoutCachedSession(headers), query: { disableRefresh: true } });
    };
    const current = typeof cached === "string" ? await byLibrary() : cached;
    if (!current) return null;
    const { id, name, email, isAnonymous } = current.user;
    const { id: sessionId, createdAt } = current.session;
    return { id, sessionId, name, email, isGuest: isAnonymous === true, signedInAt: new Date(createdAt) };
  };
  const own = { headers: () => headers, responseHeaders, clientKey, user: () => (user ??= readUser()) };
  return { ...context, ...own };
}
