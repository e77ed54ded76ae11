// Handles the calls under /api/trpc with the library's adapter, and with a cache for responses that are the same for every reader.
import { type AnyProcedure, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Handler, HonoRequest } from "hono";
import type { z } from "zod";
import { MAX_BATCH, UNBATCHED } from "#domain/batch.ts";
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

/** Creates the handler of API calls, which responds in the language of the query. */
export function createTrpcHandler(context: Context): Handler<AppEnvironment> {
  const cache = createResponseCache();
  return (c) => {
    const { raw } = c.req;
    const query = new URL(raw.url).searchParams;
    return withLanguage(getCallLanguage(query), async () => {
      const paths = c.req.path.slice(ENDPOINT.length + 1).split(",");
      // The library responds to HEAD with 204 for any path.
      if (raw.method === "HEAD" && !paths.every((path) => PROCEDURES.has(path))) return noSuchCall(c);
      const key = getCacheKey(c.req, query);
      // The caller's headers are not passed, so that they cannot influence the cached response.
      const compute = () => handleWithAdapter(context, new Request(raw.url), c.env);
      const cached = key && (await cache.get(key, raw.headers, compute));
      if (cached) return cached;
      const response = await handleWithAdapter(context, raw, c.env);
      const isCompressed = response.ok && paths.length === 1 && paths.every((path) => getMeta(path)?.isCompressed);
      return isCompressed ? compressFor(raw.headers, response) : response;
    });
  };
}

const PROCEDURES = new Map<string, AnyProcedure>(Object.entries(Object(appRouter._def.procedures)));

const getMeta = (path: string) => PROCEDURES.get(path)?._def.meta as ProcedureMeta | undefined;

/** Returns the cache key of a single query whose result is the same for all readers of a language, or null for other calls. */
function getCacheKey({ method, path }: HonoRequest, query: URLSearchParams): string | null {
  const name = path.slice(ENDPOINT.length + 1);
  const procedure = PROCEDURES.get(name);
  if (method !== "GET" || !procedure || !getMeta(name)?.isCached || query.get("batch") === "1") return null;
  const parsed = parseInput(procedure, query.get("input"));
  return parsed && `${m.language_code()} ${name} ${JSON.stringify(parsed.value)}`;
}

/** Returns the parsed input of a call, or null if the procedure would refuse it. */
function parseInput({ _def }: AnyProcedure, json: string | null): { value: unknown } | null {
  const { inputs = [] }: { inputs?: readonly z.ZodType[] } = Object(_def);
  try {
    const input: unknown = json ? JSON.parse(json) : undefined;
    return isValidText(input) ? { value: Object.assign({}, ...inputs.map((schema) => schema.parse(input))) } : null;
  } catch {
    return null;
  }
}

async function handleWithAdapter(context: Context, request: Request, { clientAddress, requestId }: RequestMeta) {
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: ({ info, resHeaders }) => {
      if (!isBatchable(info.calls.map(({ path }) => path))) throw new TRPCError({ code: "PAYLOAD_TOO_LARGE" });
      return createTrpcContext(context, request.headers, getClientKey(clientAddress), resHeaders);
    },
    responseMeta: ({ errors }) => {
      const waitS = getRetryAfter(errors);
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

/** Whether these calls may be sent in one request. */
const isBatchable = (paths: readonly string[]): boolean =>
  paths.length < 2 || (paths.length <= MAX_BATCH && !paths.some((path) => UNBATCHED.has(path)));

/** Returns the seconds after which the call may be retried, or null if no error has them. */
function getRetryAfter(errors: readonly TRPCError[]): string | null {
  const [waitS] = errors.flatMap(({ cause }) =>
    cause instanceof AppError ? (cause.details["retryAfterS"] ?? []) : [],
  );
  return waitS === undefined ? null : String(waitS);
}

/** Creates the context of a request. The first call of `user` reads the session from the database. */
function createTrpcContext(
  context: Context,
  headers: Headers,
  clientKey: string,
  responseHeaders: Headers,
): TrpcContext {
  let user: ReturnType<TrpcContext["user"]> | undefined;
  const readUser = async () => {
    const cached = await context.readSession(headers.get("cookie") ?? undefined);
    // The session is not extended here, because only an account call can extend its cookie.
    const readByLibrary = async () => {
      const { api } = await context.accounts();
      return api.getSession({ headers: withoutCachedSession(headers), query: { disableRefresh: true } });
    };
    const current = typeof cached === "string" ? await readByLibrary() : cached;
    if (!current) return null;
    const { id, name, email, isAnonymous } = current.user;
    const { id: sessionId, createdAt } = current.session;
    return { id, sessionId, name, email, isGuest: isAnonymous === true, signedInAt: new Date(createdAt) };
  };
  const requestParts = { headers: () => headers, responseHeaders, clientKey, user: () => (user ??= readUser()) };
  return { ...context, ...requestParts };
}
