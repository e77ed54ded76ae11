// The calls under /api/trpc: queries by GET the short way, everything else through the library's adapter.
import type { IncomingHttpHeaders } from "node:http";
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Context as Call } from "hono";
import { Fault } from "#domain/fault.ts";
import { withoutCachedSession } from "./auth/cached-session.ts";
import type { Context } from "./context.ts";
import { TOO_LARGE } from "./http/api-refusals.ts";
import { clientKeyOf } from "./http/client-key.ts";
import type { AppEnvironment } from "./http/door.ts";
import type { QuickAnswer, QuickCall, Quickly } from "./http/quick-answer.ts";
import { appRouter } from "./router.ts";
import { createPublishedAnswers, type PublishedAnswers } from "./trpc/published-answers.ts";
import { answerQueries, type Queries, readQueries } from "./trpc/quick-query.ts";
import type { ProcedureMeta } from "./trpc/trpc.ts";
import type { Visit } from "./trpc/visit.ts";

const ENDPOINT = "/api/trpc";
const LARGEST_BATCH = 10;
const JSON_HEADERS = ["Content-Type", "application/json", "Vary", "trpc-accept, accept", "Cache-Control", "no-store"];

/** Queries by GET; null where something else is called, or another form of answer is asked for. */
export function quickDataAnswers(context: Context): Quickly {
  const published = createPublishedAnswers();
  return (call) => {
    const { path, query, request } = call;
    if (!isPlain(request.headers)) return null;
    const kept = published.answer(nameOf(call), request.headers);
    if (kept) return Promise.resolve(kept);
    const queries = readQueries(appRouter, path.slice(ENDPOINT.length + 1), query);
    return queries && queries.calls.length <= LARGEST_BATCH ? answer(context, published, queries, call) : null;
  };
}

const nameOf = ({ path, query }: QuickCall): string => `${path}?${query}`;

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { accept = "", "content-type": type = "application/json" } = headers;
  return headers["trpc-accept"] === undefined && !accept.includes("jsonl") && type === "application/json";
}

async function answer(
  context: Context,
  published: PublishedAnswers,
  queries: Queries,
  call: QuickCall,
): Promise<QuickAnswer> {
  const { clientAddress, request, requestId } = call;
  const { cookie } = request.headers;
  const headers = () => new Headers(cookie === undefined ? {} : { cookie });
  const visit = visitOf(context, cookie, headers, clientKeyOf(clientAddress));
  const { status, body, failures } = await answerQueries(appRouter, queries, visit);
  for (const { error, path } of failures) logUnexpected(context, error, path, requestId);
  if (status === 200 && isPublished(queries)) {
    await published.keep(nameOf(call), body);
    const kept = published.answer(nameOf(call), request.headers);
    if (kept) return kept;
  }
  const waitS = waitOf(failures.map(({ error }) => error));
  return { status, headers: waitS === null ? JSON_HEADERS : [...JSON_HEADERS, "Retry-After", waitS], body };
}

const isPublished = ({ isBatch, calls: [only] }: Queries): boolean =>
  !isBatch && (only?.procedure._def.meta as ProcedureMeta | undefined)?.isPublished === true;

/** Every call, through the adapter. */
export async function answerDataCall(context: Context, c: Call<AppEnvironment>): Promise<Response> {
  const { raw } = c.req;
  const reply = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: raw,
    router: appRouter,
    createContext: ({ info }) => {
      if (info.calls.length > LARGEST_BATCH) throw new TRPCError({ code: "PAYLOAD_TOO_LARGE", message: TOO_LARGE });
      const cookies = raw.headers.get("cookie") ?? undefined;
      return visitOf(context, cookies, () => raw.headers, clientKeyOf(c.env.clientAddress));
    },
    responseMeta: ({ errors }) => {
      const waitS = waitOf(errors);
      return waitS === null ? {} : { headers: { "Retry-After": waitS } };
    },
    onError: ({ error, path }) => logUnexpected(context, error, path, c.env.requestId),
  });
  // Some of the library's own refusals are JSON under another name.
  if (reply.status >= 400) reply.headers.set("Content-Type", "application/json");
  reply.headers.set("Cache-Control", "no-store");
  return reply;
}

/** After how many seconds what was refused may be tried again; null where nothing says so. */
function waitOf(errors: readonly TRPCError[]): string | null {
  const [waitS] = errors.flatMap(({ cause }) => (cause instanceof Fault ? (cause.details["retryAfterS"] ?? []) : []));
  return waitS === undefined ? null : String(waitS);
}

function logUnexpected({ logger }: Context, error: TRPCError, path: string | undefined, requestId: string): void {
  if (error.code === "INTERNAL_SERVER_ERROR") logger.error({ err: error, path, requestId }, "unexpected");
}

/** The session is looked up at most once, only by a procedure that asks, and in the database. */
function visitOf(context: Context, cookies: string | undefined, headers: () => Headers, clientKey: string): Visit {
  const { accounts, config, db, budget, arsenals, changes, jobs, statistics, streams, shareKey, now, sessionOf } =
    context;
  let user: ReturnType<Visit["user"]> | undefined;
  const readUser = async () => {
    const found = await sessionOf(cookies);
    // Renewing the session here would leave its cookie, which only an account call can set, to run out.
    const byLibrary = async () => {
      const { api } = await accounts();
      return api.getSession({ headers: withoutCachedSession(headers()), query: { disableRefresh: true } });
    };
    const known = found === "uncommon" ? await byLibrary() : found;
    if (!known) return null;
    const { id, name, email, isAnonymous } = known.user;
    const { id: sessionId, createdAt } = known.session;
    return { id, sessionId, name, email, isGuest: isAnonymous === true, signedInAt: new Date(createdAt) };
  };
  const providers = config.providers.enabled;
  const rest = { shareKey, clientKey, providers, now, user: () => (user ??= readUser()) };
  return { accounts, headers, db, budget, arsenals, changes, jobs, statistics, streams, ...rest };
}
