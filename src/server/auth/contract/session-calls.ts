// Calls that need a session. Without a session they are refused before the account library runs, which would take several times
// as long and count the call in the database.
import {
  freshSessionMiddleware,
  requestOnlySessionMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
} from "better-auth/api";
import type { z } from "zod";
import { getInvalidPart } from "./texts.ts";

type Schema = Pick<z.ZodType, "~standard">;

/** An endpoint of the account library, or our replacement. */
export type Endpoint = {
  path?: string;
  options: { method: string | readonly string[]; use?: readonly unknown[]; body?: Schema; query?: Schema };
};

/** A refusal; a null body means an empty response. */
export type Refusal = { status: number; body: object | null };

/** `isBeforeParsing`: the session is checked before the input is parsed. `acceptsEndedSession`: the cookie of an ended session is sufficient. */
type Rule = Refusal & { isBeforeParsing: boolean; acceptsEndedSession?: boolean };

const UNAUTHORIZED = { message: "Unauthorized", code: "UNAUTHORIZED" };

const SESSION_MIDDLEWARES = new Set<unknown>([
  freshSessionMiddleware,
  requestOnlySessionMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
]);

const BEFORE_PARSING: Rule = { isBeforeParsing: true, status: 401, body: UNAUTHORIZED };
const AFTER_PARSING: Rule = { isBeforeParsing: false, status: 401, body: UNAUTHORIZED };

/** Calls whose hook checks the session before their middleware does. */
const SESSION_FIRST: Record<string, Rule> = { "/change-email": BEFORE_PARSING, "/link-social": BEFORE_PARSING };

/** Calls that check the session in a hook or in their handler, some with their own error. */
const OWN_SESSION_CHECK: Record<string, Rule> = {
  "/sign-out": {
    isBeforeParsing: true,
    acceptsEndedSession: true,
    status: 400,
    body: { message: "Failed to get session", code: "FAILED_TO_GET_SESSION" },
  },
  // This is the library's GET; the specified POST has the middleware.
  "/account-info": { ...AFTER_PARSING, body: null },
  "/get-access-token": AFTER_PARSING,
  "/refresh-token": AFTER_PARSING,
  "/organization/create": { ...AFTER_PARSING, body: null },
  "/organization/update": { ...AFTER_PARSING, body: { message: "User not found" } },
  "/organization/delete": { ...AFTER_PARSING, body: null },
};

/** Returns the refusal of a call without a session, or null if the call needs no session. */
function getRule({ path = "", options }: Endpoint): Rule | null {
  return options.use?.some(requiresSession)
    ? (SESSION_FIRST[path] ?? AFTER_PARSING)
    : (OWN_SESSION_CHECK[path] ?? null);
}

/** Whether a middleware, or one that it uses, requires a session. */
function requiresSession(middleware: unknown): boolean {
  if (SESSION_MIDDLEWARES.has(middleware)) return true;
  const { options } = Object(middleware) as { options?: { use?: readonly unknown[] } };
  return options?.use?.some(requiresSession) ?? false;
}

export const needsSession = (endpoint: Endpoint): boolean => getRule(endpoint) !== null;

/**
 * Returns the library's refusal of a call with a missing or ended session; null for a call that needs none. The input decides
 * because invalid input is refused first.
 */
export async function getSessionRefusal(
  endpoint: Endpoint,
  input: { body: unknown; query: unknown },
  isEnded: boolean,
): Promise<Refusal | null> {
  const rule = getRule(endpoint);
  if (isEnded && rule?.acceptsEndedSession) return null;
  if (!rule || rule.isBeforeParsing) return rule;
  const details = await findInvalid(endpoint, input);
  return details === null ? rule : { status: 400, body: getInvalidPart(details) };
}

/** Returns the library's description of the invalid input, or null if the input is valid. */
async function findInvalid({ options }: Endpoint, input: { body: unknown; query: unknown }): Promise<string | null> {
  for (const part of ["body", "query"] as const) {
    const result = await options[part]?.["~standard"].validate(input[part]);
    if (!result?.issues) continue;
    const lines = result.issues.map(({ path = [], message }) => {
      const keys = path.map((key) => (typeof key === "object" ? key.key : key));
      return `[${[part, ...keys].join(".")}] ${message}`;
    });
    return lines.join("; ");
  }
  return null;
}
