// Calls under /api/auth, answered by the account library; its responses are adjusted to the site's form.

import { setTimeout as sleep } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Context as Call } from "hono";
import { serialize } from "hono/utils/cookie";
import { z } from "zod";
import { normalizePassword } from "#domain/account/account.ts";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { getOutage, isDatabaseUnavailable, watchForOutage } from "#platform/database/database-unavailable.ts";
import { JSON_TYPE } from "#platform/http/negotiation.ts";
import { createPlainPage, escapeHtml } from "#platform/http/plain-page.ts";
import { type Endpoint, getSessionRefusal, needsSession, type Refusal } from "#server/auth/contract/session-calls.ts";
import { refuseGuessable } from "#server/auth/credentials/password-plugin.ts";
import { withoutCachedSession } from "#server/auth/sessions/session-of.ts";
import type { Context } from "#server/context.ts";
import { createOutageResponse, noSuchCall } from "#server/http/guards.ts";
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
    throwAppError(error);
  }
}

/** Converts the account library's refusal of a password to an AppError and throws it; rethrows other errors. */
function throwAppError(error: unknown): never {
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
 * Minimum durations of responses that must not reveal by their timing whether an address has an account: the database reads or
 * writes one row more or less. On a machine where hashing a password takes longer than this, the hash varies by more than a row.
 */
const MIN_DURATIONS_MS: Record<string, (response: Response) => number> = {
  "/sign-in/email": ({ status }) => (status === 401 ? 100 : 0),
  // Only a sign-up that waits for a mail looks the same for an existing address; a session is visible by its cookies.
  "/sign-up/email": ({ ok, headers }) => (ok && !isSignedIn(headers) ? 100 : 0),
};
const isSignedIn = (headers: Headers): boolean =>
  headers.getSetCookie().some((cookie) => /^[\w-]+\.session_token=[^;]/.test(cookie));

/** Answers a call under /api/auth; pages are in the reader's language. Throws errors that the library did not expect. */
export async function answerAccountCall(context: Context, c: AppCall): Promise<Response> {
  if (!isPage(c)) return answerCall(context, c);
  const { language } = await getReaderLanguage(context, c.req.raw.headers);
  return withLanguage(language, () => answerCall(context, c));
}

/** Whether the response to this call is shown as a page. */
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
  const respondToHead = isHead ? ACTING_GETS.get(endpoint.path ?? "") : undefined;
  if (respondToHead) return respondToHead();
  const request = new Request(isHead ? withoutRefresh(c.req.url) : c.req.url, { method, headers, body });
  const beganMs = performance.now();
  const response = await respondUnlessUnavailable(context, request);
  if (response instanceof Error) return createOutageResponse(response);
  const minMs = MIN_DURATIONS_MS[endpoint.path ?? ""]?.(response) ?? 0;
  if (minMs > 0) await sleep(Math.max(0, Math.ceil(beganMs + minMs - performance.now())));
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  if (response.status === 404 && !isJson) return noSuchCall(c);
  if (response.status >= 500) return toFailureResponse(context, c, response);
  const retryAfter = response.headers.get("x-retry-after");
  if (retryAfter !== null) response.headers.set("Retry-After", retryAfter);
  if (!response.headers.has("cache-control")) response.headers.set("Cache-Control", "no-store");
  return isDeletionRefused(c, response) ? deletionRefusedPage(response) : response;
}

const refuseHead = (): Response => new Response(null, { status: 405, headers: { Allow: "GET", ...NO_STORE } });
/** For calls whose GET always succeeds. */
const emptyJson = (): Response => new Response(null, { headers: { "Content-Type": "application/json", ...NO_STORE } });

/** GET calls that change something, with their response to HEAD, which must change nothing. */
const ACTING_GETS: ReadonlyMap<string, () => Response> = new Map([
  ["/verify-email", refuseHead],
  ["/delete-user/callback", refuseHead],
  ["/callback/:id", refuseHead],
  ["/passkey/generate-register-options", refuseHead],
  ["/passkey/generate-authenticate-options", emptyJson],
]);

/** Returns the URL with `disableRefresh` for a session read: HEAD must not extend the session. */
function withoutRefresh(url: string): string {
  const changed = new URL(url);
  if (changed.pathname === `${BASE_PATH}/get-session`) changed.searchParams.set("disableRefresh", "true");
  return changed.href;
}

/** Whether a browser opened an invalid deletion link. Other clients get the refusal as JSON. */
const isDeletionRefused = (c: AppCall, { status }: Response): boolean =>
  isPage(c) && c.req.path.endsWith("/delete-user/callback") && [400, 401, 403, 404].includes(status);

/** Returns the refusal as a page. */
function deletionRefusedPage({ status, headers }: Response): Response {
  const content = getDeletionRefusedHtml();
  const page = createPlainPage({ title: m.page_link_does_not_work(), content, language: m.language_code() }, status);
  for (const cookie of headers.getSetCookie()) page.headers.append("Set-Cookie", cookie);
  return page;
}

const getDeletionRefusedHtml = (): string => `<p>${escapeHtml(m.page_deletion_refused())}</p>
<p>${escapeHtml(m.page_deletion_again())}</p>
<p><a href="/account?tab=data">${escapeHtml(m.page_your_account())}</a></p>`;

const endpointsByApi = new WeakMap<object, readonly { method: string; pattern: RegExp; endpoint: Endpoint }[]>();

/** Returns the account library's endpoint with this method and path. */
async function findEndpoint({ accounts }: Context, method: string, path: string): Promise<Endpoint | undefined> {
  const { api, options } = await accounts();
  const endpoints = endpointsByApi.get(api) ?? getEndpoints(Object.values<Endpoint>(api), options.disabledPaths);
  endpointsByApi.set(api, endpoints);
  return endpoints.find((call) => call.method === method && call.pattern.test(path))?.endpoint;
}

const getEndpoints = (endpoints: readonly Endpoint[], disabled: readonly string[]) =>
  endpoints.flatMap((endpoint) => {
    const { path, options } = endpoint;
    if (path === undefined || disabled.includes(path)) return [];
    // The library's routes do not match a trailing slash either.
    const pattern = new RegExp(`^${BASE_PATH}${path.replace(/:\w+/g, "[^/]+")}$`);
    return [options.method].flat().map((method) => ({ method, pattern, endpoint }));
  });

/**
 * Returns the library's refusal of a call without the session it needs, or null for any other call. It always clears the cookies
 * of an ended session; the library clears them only if it gets as far as reading the session.
 */
async function refuseWithoutSession(
  { accounts, readSession }: Context,
  { req }: AppCall,
  endpoint: Endpoint,
  headers: Headers,
  rawBody: ArrayBuffer | null,
): Promise<Response | null> {
  if (!needsSession(endpoint)) return null;
  const session = await readSession(headers.get("cookie") ?? "");
  if (session !== null && session !== "ended") return null;
  const isEnded = session === "ended";
  const type = headers.get("content-type");
  const refusal = await getRefusal(await accounts(), endpoint, { type, rawBody, query: parseQuery(req.url), isEnded });
  if (!refusal) return null;
  const { status, body } = refusal;
  const response = new Response(body && JSON.stringify(body), {
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
      response.headers.append("Set-Cookie", serialize(name, "", { ...attributes, maxAge: 0 }));
  }
  return response;
}

type Input = {
  type: string | null;
  rawBody: ArrayBuffer | null;
  query: Record<string, string | string[]>;
  isEnded: boolean;
};

/** Returns the first refusal in the library's order: an unreadable body, unfit fields, invalid fields, a missing session. */
async function getRefusal(
  { getUnfitPart }: Auth,
  endpoint: Endpoint,
  { type, rawBody, query, isEnded }: Input,
): Promise<Refusal | null> {
  const body = rawBody === null ? { value: undefined } : parseJson(type, rawBody);
  if ("refusal" in body) return body.refusal;
  const input = { body: body.value, query };
  const unfit = getUnfitPart(input);
  if (unfit) return { status: 400, body: getUnfitRefusal(unfit) };
  return getSessionRefusal(endpoint, input, isEnded);
}

/** Parses a JSON body; returns the library's refusal for another content type or invalid JSON. */
function parseJson(type: string | null, rawBody: ArrayBuffer) {
  if (!JSON_TYPE.test(type ?? "")) {
    const isNeeded = type ? `"${type}" is not allowed` : "is required";
    const message = `Content-Type ${isNeeded}. Allowed types: application/json`;
    return { refusal: { status: 415, body: { message, code: "UNSUPPORTED_MEDIA_TYPE" } } };
  }
  try {
    return { value: JSON.parse(new TextDecoder().decode(rawBody)) as unknown };
  } catch {
    return { refusal: { status: 400, body: { message: "Invalid JSON in request body", code: "BAD_REQUEST" } } };
  }
}

/** Parses the query like the account library: repeated names become lists, and `__proto__` is dropped. */
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
 * Returns the library's response, or the outage if the database was unavailable during the call. A successful GET and a redirect,
 * which names its error, are returned even then.
 */
async function respondUnlessUnavailable({ accounts }: Context, request: Request): Promise<Response | Error> {
  const auth = await accounts();
  return watchForOutage(async () => {
    const response = await auth.handler(request).catch((error: unknown) => {
      const outage = getOutage() ?? (isDatabaseUnavailable(error) && error instanceof Error ? error : null);
      if (outage) return outage;
      throw error;
    });
    const outage = getOutage();
    if (!outage || response instanceof Error) return response;
    const isConnected = request.method === "GET" && response.ok && (await response.clone().text()) !== "null";
    const isRedirect = response.status >= 300 && response.status < 400;
    return isConnected || isRedirect ? response : outage;
  });
}

const refusal = z.object({ code: z.string(), message: z.string() });

/**
 * Converts a response with status 5xx: it keeps Retry-After, and throws for an unexpected failure, whose text only the log gets.
 */
async function toFailureResponse({ logger }: Context, c: AppCall, response: Response): Promise<Response> {
  const { requestId } = c.env;
  const { code, message } = refusal.parse(await response.json());
  const retryAfter = response.headers.get("retry-after");
  if (retryAfter === null && message !== STATE_LOST) throw new Error(`account library: ${code}`);
  logger.error({ requestId, code }, "an account call failed");
  const headers = { "Content-Type": "application/json", ...NO_STORE, ...(retryAfter && { "Retry-After": retryAfter }) };
  return new Response(JSON.stringify({ code, message, requestId }), { status: response.status, headers });
}
