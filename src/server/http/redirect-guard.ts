// Checks the redirect targets of account calls, in the request and in the response.
// The library resolves `/..//host` only after its own check, and then leads off the site.
import type { MiddlewareHandler } from "hono";
import { safeAddress } from "#domain/account/redirect.ts";
import type { Logger } from "#platform/logger.ts";
import type { AppEnvironment } from "./http-server.ts";

/** The fields with redirect targets, and the specification's refusal for each. */
const FIELDS = {
  callbackURL: { code: "INVALID_CALLBACK_URL", message: "Invalid callbackURL" },
  redirectTo: { code: "INVALID_REDIRECT_URL", message: "Invalid redirectURL" },
  errorCallbackURL: { code: "INVALID_ERROR_CALLBACK_URL", message: "Invalid errorCallbackURL" },
  newUserCallbackURL: { code: "INVALID_NEW_USER_CALLBACK_URL", message: "Invalid newUserCallbackURL" },
} as const;

const UNFIT = {
  query: { status: 400, code: "INVALID_QUERY", message: "Invalid query parameters" },
  body: { status: 400, code: "INVALID_BODY", message: "Invalid body parameters" },
} as const;

type Refusal = { status: 400 | 403; code: string; message: string };
/** All values of the field. */
type Given = (name: string) => readonly unknown[];

/** The two calls that lead to the provider their body names. */
const TO_PROVIDER = new Set(["/api/auth/sign-in/social", "/api/auth/link-social"]);

/** Returns the origin of a provider's consent page; null for a provider that is not enabled. */
type AuthorizationOrigin = (provider: unknown) => Promise<string | null>;

/** Runs before every account call. */
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
      const { status, ...answer } = refusal;
      return c.json(answer, status, { "Cache-Control": "no-store" });
    }
    await next();
    const location = c.res.headers.get("location");
    if (location === null || staysHere(location, origin)) return;
    const leadsTo = URL.parse(location);
    const isToProvider =
      TO_PROVIDER.has(c.req.path) && leadsTo?.origin === (await authorizationOrigin(body.get("provider")));
    if (isToProvider) return;
    logger.error({ requestId: c.env.requestId, host: leadsTo?.host }, "an account call led off the site");
    c.header("Location", "/");
  };

/** Whether a Location is a page of ours. The account library's own landing is the bare origin. */
export const staysHere = (location: string, origin: string): boolean =>
  location === origin || safeAddress(location, origin) !== null;

function getRefusal(part: "query" | "body", given: Given, origin: string): Refusal | null {
  for (const [name, refusal] of Object.entries(FIELDS)) {
    const [address, ...more] = given(name);
    // The account library takes an empty address for none: so does a link that it mailed without one.
    if (address === undefined || (address === "" && more.length === 0)) continue;
    if (typeof address !== "string" || more.length > 0) return UNFIT[part];
    if (safeAddress(address, origin) === null) return { status: 403, ...refusal };
  }
  return null;
}

/** The fields of a JSON object; empty for other bodies, which the account library refuses. */
function parseFields(body: ArrayBuffer): ReadonlyMap<string, unknown> {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(body));
    return new Map(typeof read === "object" && read !== null ? Object.entries(read) : []);
  } catch {
    return new Map();
  }
}
