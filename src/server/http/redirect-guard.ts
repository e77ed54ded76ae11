// Checks the redirect targets of account calls, in the request and in the response. The library resolves `/..//host` only after its
// own check, and would then redirect to another site.
import type { MiddlewareHandler } from "hono";
import { parseSafeAddress } from "#domain/account/redirect.ts";
import type { Logger } from "#platform/logger.ts";
import type { AppEnvironment } from "./http-server.ts";

/** The fields with redirect targets, and the specification's refusal for each. */
const FIELDS = {
  callbackURL: { code: "INVALID_CALLBACK_URL", message: "Invalid callbackURL" },
  redirectTo: { code: "INVALID_REDIRECT_URL", message: "Invalid redirectURL" },
  errorCallbackURL: { code: "INVALID_ERROR_CALLBACK_URL", message: "Invalid errorCallbackURL" },
  newUserCallbackURL: { code: "INVALID_NEW_USER_CALLBACK_URL", message: "Invalid newUserCallbackURL" },
} as const;

const INVALID_PART = {
  query: { status: 400, code: "INVALID_QUERY", message: "Invalid query parameters" },
  body: { status: 400, code: "INVALID_BODY", message: "Invalid body parameters" },
} as const;

type Refusal = { status: 400 | 403; code: string; message: string };
/** Returns all values of a field. */
type GetValues = (name: string) => readonly unknown[];

/** The calls that redirect to the provider in their body. */
const PROVIDER_CALLS = new Set(["/api/auth/sign-in/social", "/api/auth/link-social"]);

/** Returns the origin of a provider's consent page; null for a provider that is not enabled. */
type AuthorizationOrigin = (provider: unknown) => Promise<string | null>;

/** Creates the guard, which runs before every account call. */
export const redirectGuard =
  (
    origin: string,
    logger: Pick<Logger, "error">,
    authorizationOrigin: AuthorizationOrigin = async () => null,
  ): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    const { searchParams } = new URL(c.req.url);
    const body = c.req.method === "POST" ? parseFields(await c.req.arrayBuffer()) : new Map<string, unknown>();
    const refusal =
      getRefusal("query", (name) => searchParams.getAll(name), origin) ??
      getRefusal("body", (name) => (body.has(name) ? [body.get(name)] : []), origin);
    if (refusal) {
      const { status, ...responseBody } = refusal;
      return c.json(responseBody, status, { "Cache-Control": "no-store" });
    }
    await next();
    const location = c.res.headers.get("location");
    if (location === null || isOwnAddress(location, origin)) return;
    const target = URL.parse(location);
    const isToProvider =
      PROVIDER_CALLS.has(c.req.path) && target?.origin === (await authorizationOrigin(body.get("provider")));
    if (isToProvider) return;
    logger.error({ requestId: c.env.requestId, host: target?.host }, "an account call redirected to another site");
    c.header("Location", "/");
  };

/** Whether a Location is a page of this site. The bare origin is the account library's default target. */
export const isOwnAddress = (location: string, origin: string): boolean =>
  location === origin || parseSafeAddress(location, origin) !== null;

function getRefusal(part: "query" | "body", getValues: GetValues, origin: string): Refusal | null {
  for (const [name, refusal] of Object.entries(FIELDS)) {
    const [address, ...more] = getValues(name);
    // The account library treats an empty address as missing; its mailed links contain one if there is no target.
    if (address === undefined || (address === "" && more.length === 0)) continue;
    if (typeof address !== "string" || more.length > 0) return INVALID_PART[part];
    if (parseSafeAddress(address, origin) === null) return { status: 403, ...refusal };
  }
  return null;
}

/** Returns the fields of a JSON object, or none for other bodies, which the account library refuses. */
function parseFields(body: ArrayBuffer): ReadonlyMap<string, unknown> {
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(body));
    return new Map(typeof fields === "object" && fields !== null ? Object.entries(fields) : []);
  } catch {
    return new Map();
  }
}
