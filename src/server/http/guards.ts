import type { Context as Call, MiddlewareHandler } from "hono";
import { m } from "#messages";
import { AppError, ERRORS } from "#messages/errors.ts";
import { getTrouble, RETRY_AFTER_S, type Trouble } from "#platform/database/database-unavailable.ts";
import { JSON_TYPE } from "#platform/http/negotiation.ts";
import type { AppEnvironment } from "./http-server.ts";

/** The callback path, to which a provider may post a form. */
const RETURN_PATH = /^\/api\/auth\/callback\/[^/]+$/;

/** Refuses bodies that are not JSON, because a form on any site can send other types. */
export const jsonGuard: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  const isJson = JSON_TYPE.test(c.req.header("content-type") ?? "");
  if (c.req.method !== "POST" || isJson || !hasBody(c.req.raw) || RETURN_PATH.test(c.req.path)) return next();
  const body = { code: "UNSUPPORTED_MEDIA_TYPE", message: m.refusal_not_json() };
  return c.json(body, 415, { "Cache-Control": "no-store" });
};

const hasBody = ({ headers }: Request): boolean =>
  headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";

/** Refuses POST requests from other sites, except a provider's callback, which is protected by its state. */
export const originGuard =
  (origin: string): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    if (c.req.method === "POST" && !c.req.path.startsWith("/api/auth/callback/") && isCrossSite(c.req.raw, origin)) {
      return c.json({ code: "FORBIDDEN", message: m.refusal_foreign_request() }, 403);
    }
    return next();
  };

function isCrossSite({ headers }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const requestOrigin = headers.get("origin");
  return requestOrigin === null ? headers.has("cookie") : requestOrigin !== origin;
}

/** Returns the error for a call during a database outage; `cause` is the original error. */
export function createOutageError(trouble: Trouble, cause?: unknown): AppError {
  const details = { retryAfterS: RETRY_AFTER_S };
  switch (trouble) {
    case "full":
      return new AppError("storage_full", details, { cause });
    case "read-only":
      return new AppError("storage_read_only", details, { cause });
    case "corrupt":
      return new AppError("storage_corrupt", details, { cause });
    case "away":
      return new AppError("database_away", details, { cause });
  }
}

/** Returns the response to a request that failed with this database error. */
export function createOutageResponse(error: unknown): Response {
  const { code } = createOutageError(getTrouble(error));
  const body = { code: code === "database_away" ? "SERVICE_UNAVAILABLE" : code, message: ERRORS[code].message() };
  return Response.json(body, {
    status: 503,
    headers: { "Cache-Control": "no-store", "Retry-After": String(RETRY_AFTER_S) },
  });
}

/** Returns the 404 response for unknown paths under /api. */
export const noSuchCall = (c: Call): Response =>
  c.json({ code: "NOT_FOUND", message: m.refusal_no_such_call() }, 404, { "Cache-Control": "no-store" });
