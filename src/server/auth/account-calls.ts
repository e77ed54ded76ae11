// Calls under /api/auth, answered by the account library; its responses are adjusted to the site's form.

import { setTimeout as sleep } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Context as Call } from "hono";
import { serialize } from "hono/utils/cookie";
import { z } from "zod";
import { normalizePassword } from "#domain/account/account.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { describeOutage, isDatabaseUnavailable, watchForOutage } from "#platform/database/database-unavailable.ts";
import { JSON_TYPE } from "#platform/http/negotiation.ts";
import { escapeHtml, plainPage } from "#platform/http/plain-page.ts";
import { type Endpoint, getSessionRefusal, needsSession, type Refusal } from "#server/auth/contract/session-calls.ts";
import { refuseGuessable } from "#server/auth/credentials/password-plugin.ts";
import { withoutCachedSession } from "#server/auth/sessions/session-of.ts";
import type { Context } from "#server/context.ts";
import { databaseUnavailable, noSuchCall } from "#server/http/guards.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { getReaderLanguage, withLanguage } from "#server/http/language.ts";
import { type Auth, CLIENT_ADDRESS_HEADER, getUnfitRefusal } from "./auth.ts";
import { STATE_LOST } from "./contract/contract.ts";

/**
 * Gives the signed-in account its first password.
 * @throws {AppError} password_already_set; password_too_short; password_too_long; password_too_common
 */
export async function setPassword(auth: Auth, headers: Headers, email: string, newPassword: string): Promise<void> {
  const normalized = normalizePassword(newPassword);
  try {
    await refuseGuessable(normalized, email);
    await auth.api.setPassword({ body: { newPassword: normalized }, headers });
  } catch (error) {
    throwAsFault(error);
  }
}

/** Turns the account library's refusal of a password into an AppError; rethrows other errors. */
function throwAsFault(error: unknown): never {
  const code = isAPIError(error) ? error.body?.code : undefined;
  if (code === "PASSWORD_ALREADY_SET") throw new AppError("password_already_set");
  if (code === "PASSWORD_TOO_SHORT") throw new AppError("password_too_short");
  if (code === "PASSWORD_TOO_LONG") throw new AppError("password_too_long");
  if (code === "PASSWORD_TOO_COMMON") throw new AppError("password_too_common");
  throw error;
}

type AppCall = Call<AppEnvironment>;

/** Every account call has a shorter path. */
const MAX_PATH_LENGTH = 200;
const BASE_PATH = "/api/auth";
const NO_STORE = { "Cache-Control": "no-store" };
/**
 * Answers that an address with an account must not take longer or shorter to get: with one the database reads or writes a row more or
 * less. On a machine that takes longer to hash a password, the hash itself varies by more.
 */
const MIN_DURATIONS_MS: Record<string, (answer: Response) => number> = {
  "/sign-in/email": ({ status }) => (status === 401 ? 100 : 0),
  // Only one that waits for a mail is the same for a taken address; a session comes with cookies of its own.
  "/sign-up/email": ({ ok, headers }) => (ok && !isSignedIn(headers) ? 100 : 0),
};
const isSignedIn = (headers: Headers): boolean =>
  headers.getSetCookie().some((cookie) => /^[\w-]+\.session_token=[^;]/.test(cookie));

/** Answers a call under /api/auth, a page in its reader's language; throws what the library did not expect. */
export async function answerAccountCall(context: Context, c: AppCall): Promise<Response> {
  if (!isPage(c)) return answerCall(context, c);
  const { language } = await getReaderLanguage(context, c.req.raw.headers);
  return withLanguage(language, () => answerCall(context, c));
}

/** Whether a browser shows what this call answers with. */
const isPage = ({ req }: AppCall): boolean =>
  /\/(error|delete-user\/callback)$/.test(req.path) && Boolean(req.header("accept")?.includes("text/html"));

async function answerCall(context: Context, c: AppCall): Promise<Response> {
  // Checked first, so that unknown paths create no counters and no locks.
  const isHead = c.req.method === "HEAD";
  const method = isHead ? "GET" : c.req.method;
  const endpoint = c.req.path.length > MAX_PATH_LENGTH ? undefined : await findEndpoint(context, method, c.req.path);
  if (!endpoint) return noSuchCall(c);
  const isReading = endpoint.path === "/get-session";
  const headers = isReading ? new Headers(c.req.raw.headers) : withoutCachedSession(c.req.raw.headers);
  headers.set(CLIENT_ADDRESS_HEADER, c.env.clientAddress);
  const body = method === "POST" ? await c.req.arrayBuffer() : null;
  const refusal = await refuseWithoutSession(context, c, endpoint, headers, body);
  if (refusal) return refusal;
  const answerToHead = isHead ? ACTING_GETS.get(endpoint.path ?? "") : undefined;
  if (answerToHead) return answerToHead();
  const request = new Request(isHead ? withoutRefresh(c.req.url) : c.req.url, { method, headers, body });
  const beganMs = performance.now();
  const answer = await answerUnlessAway(context, request);
  if (answer instanceof Error) return databaseUnavailable(answer);
  const leastMs = MIN_DURATIONS_MS[endpoint.path ?? ""]?.(answer) ?? 0;
  if (leastMs > 0) await sleep(Math.max(0, Math.ceil(beganMs + leastMs - performance.now())));
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (answer.status === 404 && !isJson) return noSuchCall(c);
  if (answer.status >= 500) return failure(context, c, answer);
  const retryAfter = answer.headers.get("x-retry-after");
  if (retryAfter !== null) answer.headers.set("Retry-After", retryAfter);
  if (!answer.headers.has("cache-control")) answer.headers.set("Cache-Control", "no-store");
  return isDeletionRefused(c, answer) ? deletionRefusedPage(answer) : answer;
}

const notByHead = (): Response => new Response(null, { status: 405, headers: { Allow: "GET", ...NO_STORE } });
/** Each GET of these succeeds. */
const emptyJson = (): Response => new Response(null, { headers: { "Content-Type": "application/json", ...NO_STORE } });

/** GET calls that change something, and what they answer to HEAD, which changes nothing. */
const ACTING_GETS: ReadonlyMap<string, () => Response> = new Map([
  ["/verify-email", notByHead],
  ["/delete-user/callback", notByHead],
  ["/callback/:id", notByHead],
  ["/passkey/generate-register-options", notByHead],
  ["/passkey/generate-authenticate-options", emptyJson],
]);

/** A session that is read by HEAD is not extended. */
function withoutRefresh(url: string): string {
  const changed = new URL(url);
  if (changed.pathname === `${BASE_PATH}/get-session`) changed.searchParams.set("disableRefresh", "true");
  return changed.href;
}

/** Whether a browser opened a deletion link that does not work. Other clients get the refusal's JSON. */
const isDeletionRefused = (c: AppCall, { status }: Response): boolean =>
  isPage(c) && c.req.path.endsWith("/delete-user/callback") && [400, 401, 403, 404].includes(status);

/** The same refusal as a page. */
function deletionRefusedPage({ status, headers }: Response): Response {
  const content = getDeletionRefused();
  const page = plainPage({ title: m.page_link_does_not_work(), content, language: m.language_code() }, status);
  for (const cookie of headers.getSetCookie()) page.headers.append("Set-Cookie", cookie);
  return page;
}

const getDeletionRefused = (): string => `<p>${escapeHtml(m.page_deletion_refused())}</p>
<p>${escapeHtml(m.page_deletion_again())}</p>
<p><a href="/account?tab=data">${escapeHtml(m.page_your_account())}</a></p>`;

const knownCalls = new WeakMap<object, readonly { method: string; pattern: RegExp; endpoint: Endpoint }[]>();

/** The endpoint of the account system with this method and path. */
async function findEndpoint({ accounts }: Context, method: string, path: string): Promise<Endpoint | undefined> {
  const { api, options } = await accounts();
  const endpoints = knownCalls.get(api) ?? getEndpoints(Object.values<Endpoint>(api), options.disabledPaths);
  knownCalls.set(api, endpoints);
  return endpoints.find((call) => call.method === method && call.pattern.test(path))?.endpoint;
}

const getEndpoints = (endpoints: readonly Endpoint[], disabled: readonly string[]) =>
  endpoints.flatMap((endpoint) => {
    const { path, options } = endpoint;
    if (path === undefined || disabled.includes(path)) return [];
    // As exact as the library's own routes: it has none with a slash at its end.
    const pattern = new RegExp(`^${BASE_PATH}${path.replace(/:\w+/g, "[^/]+")}$`);
    return [options.method].flat().map((method) => ({ method, pattern, endpoint }));
  });

/**
 * The library's refusal of a call that needs a session and has none, whatever else is wrong with it; null of any other call. The
 * cookie of a session that has ended is always taken back; the library does so where it comes to read the session.
 */
async function refuseWithoutSession(
  { accounts, sessionOf }: Context,
  { req }: AppCall,
  endpoint: Endpoint,
  headers: Headers,
  sent: ArrayBuffer | null,
): Promise<Response | null> {
  if (!needsSession(endpoint)) return null;
  const session = await sessionOf(headers.get("cookie") ?? "");
  if (session !== null && session !== "ended") return null;
  const isEnded = session === "ended";
  const type = headers.get("content-type");
  const refusal = await getRefusal(await accounts(), endpoint, { type, sent, query: parseQuery(req.url), isEnded });
  if (!refusal) return null;
  const { status, body } = refusal;
  const answer = new Response(body && JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...NO_STORE },
  });
  if (isEnded) {
    const { authCookies } = await (await accounts()).$context;
    for (const { name, attributes } of [
      authCookies.sessionToken,
      authCookies.sessionData,
      authCookies.dontRememberToken,
    ])
      answer.headers.append("Set-Cookie", serialize(name, "", { ...attributes, maxAge: 0 }));
  }
  return answer;
}

type Input = {
  type: string | null;
  sent: ArrayBuffer | null;
  query: Record<string, string | string[]>;
  isEnded: boolean;
};

/** In the library's order: a body that cannot be read, unfit fields, invalid fields or a missing session. */
async function getRefusal(
  { getUnfitPart }: Auth,
  endpoint: Endpoint,
  { type, sent, query, isEnded }: Input,
): Promise<Refusal | null> {
  const body = sent === null ? { value: undefined } : parseJson(type, sent);
  if ("refusal" in body) return body.refusal;
  const input = { body: body.value, query };
  const unfit = getUnfitPart(input);
  if (unfit) return { status: 400, body: getUnfitRefusal(unfit) };
  return getSessionRefusal(endpoint, input, isEnded);
}

/** The value of a JSON body, or the library's refusal of any other; without a body another type may come here, too. */
function parseJson(type: string | null, sent: ArrayBuffer) {
  if (!JSON_TYPE.test(type ?? "")) {
    const isNeeded = type ? `"${type}" is not allowed` : "is required";
    const message = `Content-Type ${isNeeded}. Allowed types: application/json`;
    return { refusal: { status: 415, body: { message, code: "UNSUPPORTED_MEDIA_TYPE" } } };
  }
  try {
    return { value: JSON.parse(new TextDecoder().decode(sent)) as unknown };
  } catch {
    return { refusal: { status: 400, body: { message: "Invalid JSON in request body", code: "BAD_REQUEST" } } };
  }
}

/** The query as the account library has it: a list of what stands there more than once, and nothing by the name of `__proto__`. */
function parseQuery(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())].filter((name) => name !== "__proto__");
  const entries = names.map((name) => {
    const [first = "", ...more] = searchParams.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(entries);
}

/**
 * The library's response, or the outage when the database was unavailable during the call, whatever the library returned
 * then. A query that returned its result is still passed on, and so is a redirect, which names its error.
 */
async function answerUnlessAway({ accounts }: Context, request: Request): Promise<Response | Error> {
  const auth = await accounts();
  return watchForOutage(async () => {
    const answer = await auth.handler(request).catch((error: unknown) => {
      const outage = describeOutage() ?? (isDatabaseUnavailable(error) && error instanceof Error ? error : null);
      if (outage) return outage;
      throw error;
    });
    const outage = describeOutage();
    if (!outage || answer instanceof Error) return answer;
    const isConnected = request.method === "GET" && answer.ok && (await answer.clone().text()) !== "null";
    const leadsBack = answer.status >= 300 && answer.status < 400;
    return isConnected || leadsBack ? answer : outage;
  });
}

const refusal = z.object({ code: z.string(), message: z.string() });

/**
 * Adds Retry-After where the client is rate limited. For any other failure the library's own text goes to the log only.
 */
async function failure({ logger }: Context, c: AppCall, answer: Response): Promise<Response> {
  const { requestId } = c.env;
  const { code, message } = refusal.parse(await answer.json());
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter === null && message !== STATE_LOST) throw new Error(`account library: ${code}`);
  logger.error({ requestId, code }, "an account call failed");
  const headers = { "Content-Type": "application/json", ...NO_STORE, ...(retryAfter && { "Retry-After": retryAfter }) };
  return new Response(JSON.stringify({ code, message, requestId }), { status: answer.status, headers });
}
