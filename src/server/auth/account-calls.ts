// Calls under /api/auth, answered by the account library; its responses are adjusted to the site's form.

import { isAPIError } from "better-auth/api";
import type { Context as Call } from "hono";
import { z } from "zod";
import { m } from "#messages";
import { AppError } from "#messages/errors.ts";
import { isDatabaseUnavailable, watchForOutage } from "#platform/database/database-unavailable.ts";
import { escapeHtml, plainPage } from "#platform/http/plain-page.ts";
import { refuseGuessable } from "#server/auth/plugins/passwords.ts";
import { withoutCachedSession } from "#server/auth/sessions/session-of.ts";
import type { Context } from "#server/context.ts";
import { databaseUnavailable, noSuchCall } from "#server/http/guards.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { getReaderLanguage, withLanguage } from "#server/http/language.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { STATE_LOST } from "./contract/contract.ts";

/**
 * Gives the signed-in account its first password.
 * @throws {AppError} password_already_set; password_too_short; password_too_long; password_too_common
 */
export async function setPassword(auth: Auth, headers: Headers, email: string, newPassword: string): Promise<void> {
  try {
    await refuseGuessable(newPassword, email);
    await auth.api.setPassword({ body: { newPassword }, headers });
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
  if (c.req.path.length > MAX_PATH_LENGTH || !(await isKnownCall(context, c.req))) return noSuchCall(c);
  const isReading = c.req.path.endsWith("/get-session");
  const headers = isReading ? new Headers(c.req.raw.headers) : withoutCachedSession(c.req.raw.headers);
  headers.set(CLIENT_ADDRESS_HEADER, c.env.clientAddress);
  const body = c.req.method === "POST" ? await c.req.arrayBuffer() : null;
  const request = new Request(c.req.url, { method: c.req.method, headers, body });
  const answer = await answerUnlessAway(context, request);
  if (!answer) return databaseUnavailable();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (answer.status === 404 && !isJson) return noSuchCall(c);
  if (answer.status >= 500) return failure(context, c, answer);
  const retryAfter = answer.headers.get("x-retry-after");
  if (retryAfter !== null) answer.headers.set("Retry-After", retryAfter);
  if (!answer.headers.has("cache-control")) answer.headers.set("Cache-Control", "no-store");
  return isDeletionRefused(c, answer) ? deletionRefusedPage(answer) : answer;
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

type Endpoint = { path?: string; options: { method: string | readonly string[] } };

const knownCalls = new WeakMap<object, readonly { method: string; pattern: RegExp }[]>();

/** Whether the account system has an endpoint of this method and path. */
async function isKnownCall({ accounts }: Context, { method, path }: AppCall["req"]): Promise<boolean> {
  const { api, options } = await accounts();
  const known = knownCalls.get(api) ?? getEndpoints(Object.values<Endpoint>(api), options.disabledPaths);
  knownCalls.set(api, known);
  return known.some((call) => call.method === method && call.pattern.test(path));
}

const getEndpoints = (endpoints: readonly Endpoint[], disabled: readonly string[]) =>
  endpoints.flatMap(({ path, options }) => {
    if (path === undefined || disabled.includes(path)) return [];
    const pattern = new RegExp(`^${BASE_PATH}${path.replace(/:\w+/g, "[^/]+")}/?$`);
    return [options.method].flat().map((method) => ({ method, pattern }));
  });

/**
 * The library's response, or null when the database was unavailable during the call, whatever the library returned
 * then. A query that returned its result is still passed on, and so is a redirect, which names its error.
 */
async function answerUnlessAway({ accounts, logger }: Context, request: Request): Promise<Response | null> {
  const auth = await accounts();
  return watchForOutage(async (wasAway) => {
    const answer = await auth.handler(request).catch((error: unknown) => {
      if (!wasAway() && !isDatabaseUnavailable(error)) throw error;
      return null;
    });
    if (!answer || !wasAway()) return answer;
    const isConnected = request.method === "GET" && answer.ok && (await answer.clone().text()) !== "null";
    const leadsBack = answer.status >= 300 && answer.status < 400;
    if (isConnected || leadsBack) return answer;
    logger.warn({ status: answer.status }, "an account call lost the database");
    return null;
  });
}

const said = z.object({ code: z.string(), message: z.string() });

/**
 * Adds Retry-After where the client is rate limited. For any other failure the library's own text goes to the log only.
 */
async function failure({ logger }: Context, c: AppCall, answer: Response): Promise<Response> {
  const { requestId } = c.env;
  const { code, message } = said.parse(await answer.json());
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter === null && message !== STATE_LOST) throw new Error(`account library: ${code}`);
  logger.error({ requestId, code }, "an account call failed");
  const headers = { "Content-Type": "application/json", ...NO_STORE, ...(retryAfter && { "Retry-After": retryAfter }) };
  return new Response(JSON.stringify({ code, message, requestId }), { status: answer.status, headers });
}
