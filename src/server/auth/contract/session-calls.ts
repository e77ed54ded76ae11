// Calls that need a session: without one they are refused before the account library is entered, which takes several times as
// long and counts the call in the database.
import {
  freshSessionMiddleware,
  requestOnlySessionMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
} from "better-auth/api";
import type { z } from "zod";
import { getInvalidPart } from "./texts.ts";

type Schema = Pick<z.ZodType, "~standard">;

/** An endpoint of the account library, or of ours in its place. */
export type Endpoint = {
  path?: string;
  options: { method: string | readonly string[]; use?: readonly unknown[]; body?: Schema; query?: Schema };
};

/** Without a body it is empty. */
export type Refusal = { status: number; body: object | null };

/** `isFirst`: the session is looked for before the input is parsed. `takesEnded`: the cookie of one that has ended is enough. */
type Rule = Refusal & { isFirst: boolean; takesEnded?: boolean };

const UNAUTHORIZED = { message: "Unauthorized", code: "UNAUTHORIZED" };

const SESSION_MIDDLEWARES = new Set<unknown>([
  freshSessionMiddleware,
  requestOnlySessionMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
]);

const FIRST: Rule = { isFirst: true, status: 401, body: UNAUTHORIZED };
const ONCE_PARSED: Rule = { isFirst: false, status: 401, body: UNAUTHORIZED };

/** Calls whose hook looks for the session before their own middleware does. */
const SESSION_FIRST: Record<string, Rule> = { "/change-email": FIRST, "/link-social": FIRST };

/** Calls that look for the session by themselves, in a hook or in their handler, some in words of their own. */
const BY_THEMSELVES: Record<string, Rule> = {
  "/sign-out": {
    isFirst: true,
    takesEnded: true,
    status: 400,
    body: { message: "Failed to get session", code: "FAILED_TO_GET_SESSION" },
  },
  // The specification's POST has the middleware.
  "/account-info": { ...ONCE_PARSED, body: null },
  "/get-access-token": ONCE_PARSED,
  "/refresh-token": ONCE_PARSED,
  "/organization/create": { ...ONCE_PARSED, body: null },
  "/organization/update": { ...ONCE_PARSED, body: { message: "User not found" } },
  "/organization/delete": { ...ONCE_PARSED, body: null },
};

/** What a call is refused with that has no session; null where it needs none. */
function getRule({ path = "", options }: Endpoint): Rule | null {
  return options.use?.some(asksForSession) ? (SESSION_FIRST[path] ?? ONCE_PARSED) : (BY_THEMSELVES[path] ?? null);
}

/** A middleware may be built on another one. */
function asksForSession(middleware: unknown): boolean {
  if (SESSION_MIDDLEWARES.has(middleware)) return true;
  const { options } = Object(middleware) as { options?: { use?: readonly unknown[] } };
  return options?.use?.some(asksForSession) ?? false;
}

export const needsSession = (endpoint: Endpoint): boolean => getRule(endpoint) !== null;

/**
 * The library's refusal of a call without a session, or with one that has ended, whose input is `body` and `query`; null for a call
 * that needs none.
 */
export async function getSessionRefusal(
  endpoint: Endpoint,
  input: { body: unknown; query: unknown },
  isEnded: boolean,
): Promise<Refusal | null> {
  const rule = getRule(endpoint);
  if (isEnded && rule?.takesEnded) return null;
  if (!rule || rule.isFirst) return rule;
  const details = await findInvalid(endpoint, input);
  return details === null ? rule : { status: 400, body: getInvalidPart(details) };
}

/** The library's list of what is invalid in the input; null where nothing is. */
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
