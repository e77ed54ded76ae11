// What a caught error means to a person. The wordings of the two error screens are fixed.

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
export function isSignedOut(error: unknown): boolean {
  return isUnauthorized(error) || getMessage(error).includes("401");
}

/** What to show for whatever was thrown. */
export function getProblem(error: unknown): Problem {
  if (!isAuthenticationError(error)) {
    return { kind: "unexpected", text: getMessage(error) || "An unexpected error occurred" };
  }
  const text = isUnauthorized(error)
    ? "Your session has expired. Please sign in again."
    : "You need to sign in to access this page.";
  return { kind: "authentication", text };
}

/** The code of the refusal a data call was answered with, e.g. "locker_full"; null for anything else. */
export function getErrorCode(error: unknown): string | null {
  const code = part(part(part(error, "data"), "fault"), "code");
  return typeof code === "string" ? code : null;
}

/** True for an answer that the session is over or was never there: asking again changes nothing. */
export const isUnauthorized = (error: unknown): boolean =>
  getStatus(error) === 401 || getCodes(error).includes("UNAUTHORIZED") || /unauthorized/i.test(getMessage(error));

const getCodes = (error: unknown): unknown[] => [part(error, "code"), part(part(error, "data"), "code")];

/** The error's own words; empty when it has none. */
function getMessage(error: unknown): string {
  if (isUnreadable(error)) return "The site did not answer as expected. Try again in a moment.";
  const message = typeof error === "string" ? error : part(error, "message");
  return typeof message === "string" ? message : "";
}

/** True when what came was no answer of ours, such as an error page that a proxy put in its place. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || part(error, "cause") instanceof SyntaxError;

function getStatus(error: unknown): number | null {
  // The data client wraps what its own links throw.
  const own = (one: unknown) => part(one, "status") ?? part(part(one, "data"), "httpStatus");
  const status = own(error) ?? own(part(error, "cause"));
  return typeof status === "number" ? status : null;
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
