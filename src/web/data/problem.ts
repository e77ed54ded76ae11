// Classifies caught errors and returns their message for the screen. The texts of the two error screens, and the words in a message
// that ask for a sign-in, are specified.

import type { TRPCClientErrorLike } from "@trpc/client";
import type { AppRouter } from "#api";
import { m } from "#messages";
import type { ErrorCode } from "#messages/errors.ts";

export type Problem = {
  kind: "authentication" | "unexpected";
  /** The message for the screen. */
  text: string;
};

const AUTHENTICATION_WORDS = /unauthorized|unauthenticated|session expired|401|403/i;

/** Whether the user has to sign in, according to the error's status or message. */
export function isAuthenticationError(error: unknown): boolean {
  const status = getStatus(error);
  return status === 401 || status === 403 || AUTHENTICATION_WORDS.test(getMessage(error));
}

/** Whether a failed mutation has to redirect to /login: it was unauthorized, or its message contains 401. */
export const isSignedOut = (error: unknown): boolean => isUnauthorized(error) || getMessage(error).includes("401");

/** Returns the kind and message of any thrown value. */
export function getProblem(error: unknown): Problem {
  if (!isAuthenticationError(error)) {
    return { kind: "unexpected", text: getMessage(error) || m.app_an_unexpected_error_occurred() };
  }
  const text = isUnauthorized(error) ? m.app_session_has_expired() : m.common_you_need_to_sign_in();
  return { kind: "authentication", text };
}

type Data = NonNullable<TRPCClientErrorLike<AppRouter>["data"]>;

/** Returns the typed data of a tRPC error. */
const getData = (error: unknown) => getProperty(error, "data") as Partial<Data> | null | undefined;

/** Returns the app error of a data call; null for any other error. */
export const getAppError = (error: unknown): Data["fault"] => getData(error)?.fault ?? null;

/** Returns the message to show beside a failed action. An app error has its own message and does not ask for a sign-in. */
export const getErrorText = (error: unknown): string =>
  getAppError(error) && !isUnauthorized(error) ? getMessage(error) : getProblem(error).text;

/** Returns the code of the app error of a data call; null for any other error. */
export const getErrorCode = (error: unknown): ErrorCode | null => getAppError(error)?.code ?? null;

/** Whether the session has ended or never existed; a retry changes nothing. */
export const isUnauthorized = (error: unknown): boolean =>
  getStatus(error) === 401 ||
  getProperty(error, "code") === "UNAUTHORIZED" ||
  getData(error)?.code === "UNAUTHORIZED" ||
  /unauthorized/i.test(getMessage(error));

/**
 * Whether a proxy responded in place of the site, with no JSON or with JSON that the data client rejects, or a script failed to
 * load. The browser's message for the latter contains an address, whose digits may look like a status.
 */
const isForeignAnswer = (error: unknown): boolean =>
  error instanceof Error && /^SyntaxError|Unable to transform| module[: ]/.test(String(error));

/** Returns the error's message; empty if it has none. */
function getMessage(error: unknown): string {
  if (isForeignAnswer(error) || isForeignAnswer(getProperty(error, "cause"))) return m.app_site_did_not_answer();
  const message = typeof error === "string" ? error : getProperty(error, "message");
  return typeof message === "string" ? message : "";
}

/** Returns the status of an error or its cause, because the data client wraps errors of its links. */
const getStatus = (error: unknown): unknown => getOwnStatus(error) ?? getOwnStatus(getProperty(error, "cause"));

const getOwnStatus = (error: unknown): unknown => getProperty(error, "status") ?? getData(error)?.httpStatus;

/** Returns a property of an untrusted value; undefined if it is not an object. */
export const getProperty = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
