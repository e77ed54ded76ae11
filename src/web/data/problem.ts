// What a caught error means to a person. The texts of the two error screens, and which words in a message ask for a sign-in,
// are fixed by the specification.

import type { TRPCClientErrorLike } from "@trpc/client";
import type { AppRouter } from "#api";
import { m } from "#messages";
import type { ErrorCode } from "#messages/errors.ts";

export type Problem = {
  kind: "authentication" | "unexpected";
  /** The sentence for the screen. */
  text: string;
};

const AUTHENTICATION_WORDS = /unauthorized|unauthenticated|session expired|401|403/i;

/** True when the user has to sign in, by the error's status or its message. */
export function isAuthenticationError(error: unknown): boolean {
  const status = getStatus(error);
  return status === 401 || status === 403 || AUTHENTICATION_WORDS.test(getMessage(error));
}

/** True when a failed mutation has to redirect to /login: it was unauthorized, or its message contains 401. */
export const isSignedOut = (error: unknown): boolean => isUnauthorized(error) || getMessage(error).includes("401");

/** What to show for whatever was thrown. */
export function getProblem(error: unknown): Problem {
  if (!isAuthenticationError(error)) {
    return { kind: "unexpected", text: getMessage(error) || m.app_an_unexpected_error_occurred() };
  }
  const text = isUnauthorized(error) ? m.app_session_has_expired() : m.common_you_need_to_sign_in();
  return { kind: "authentication", text };
}

type Data = NonNullable<TRPCClientErrorLike<AppRouter>["data"]>;

/** The part of a data call's error that the server's error shape types. */
const getData = (error: unknown) => getProperty(error, "data") as Partial<Data> | null | undefined;

/** The product's refusal of a data call; null for any other error. */
export const getAppError = (error: unknown): Data["fault"] => getData(error)?.fault ?? null;

/** A sentence beside what failed: the product's own where it refused the call, also for a role, which asks for no sign-in. */
export const getErrorText = (error: unknown): string =>
  getAppError(error) && !isUnauthorized(error) ? getMessage(error) : getProblem(error).text;

/** The code of the product's refusal of a data call; null for any other error. */
export const getErrorCode = (error: unknown): ErrorCode | null => getAppError(error)?.code ?? null;

/** True for an answer that the session is over or was never there: asking again changes nothing. */
export const isUnauthorized = (error: unknown): boolean =>
  getStatus(error) === 401 ||
  getProperty(error, "code") === "UNAUTHORIZED" ||
  getData(error)?.code === "UNAUTHORIZED" ||
  /unauthorized/i.test(getMessage(error));

/**
 * True where a proxy put an answer of its own in place of the site's: no JSON, or JSON that the data client does not know. And
 * where a script did not come, which a browser reports in its own words, with an address that may look like a status.
 */
const isForeignAnswer = (error: unknown): boolean =>
  error instanceof Error && /^SyntaxError|Unable to transform| module[: ]/.test(String(error));

/** The error's own words; empty when it has none. */
function getMessage(error: unknown): string {
  if (isForeignAnswer(error) || isForeignAnswer(getProperty(error, "cause"))) return m.app_site_did_not_answer();
  const message = typeof error === "string" ? error : getProperty(error, "message");
  return typeof message === "string" ? message : "";
}

/** The data client wraps what its own links throw, so the cause counts, too. */
const getStatus = (error: unknown): unknown => getOwnStatus(error) ?? getOwnStatus(getProperty(error, "cause"));

const getOwnStatus = (error: unknown): unknown => getProperty(error, "status") ?? getData(error)?.httpStatus;

/** The named property of a value that comes from outside; undefined where it is no object. */
export const getProperty = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
