// What a caught error means to a person. The wordings of the two error screens are fixed.

export type Problem = {
  kind: "authentication" | "unexpected";
  /** The sentence for the screen. */
  text: string;
};

const AUTHENTICATION_WORDS = /unauthorized|unauthenticated|session expired|401|403/i;

/** True when whoever is there has to sign in, by the error's status or by its message. */
export function isAuthenticationError(error: unknown): boolean {
  const status = statusOf(error);
  return status === 401 || status === 403 || AUTHENTICATION_WORDS.test(messageOf(error));
}

/** True when a failed change has to send the browser to /login: it was unauthorized, or its message says 401. */
export function isSignedOut(error: unknown): boolean {
  return isUnauthorized(error) || messageOf(error).includes("401");
}

/** What to show for whatever was thrown. */
export function problemOf(error: unknown): Problem {
  if (!isAuthenticationError(error)) {
    return { kind: "unexpected", text: messageOf(error) || "An unexpected error occurred" };
  }
  const text = isUnauthorized(error)
    ? "Your session has expired. Please sign in again."
    : "You need to sign in to access this page.";
  return { kind: "authentication", text };
}

/** The code of the refusal a data call was answered with, e.g. "locker_full"; null for anything else. */
export function faultCodeOf(error: unknown): string | null {
  const code = part(part(part(error, "data"), "fault"), "code");
  return typeof code === "string" ? code : null;
}

/** True for an answer that the session is over or was never there: asking again changes nothing. */
export const isUnauthorized = (error: unknown): boolean =>
  statusOf(error) === 401 || codesOf(error).includes("UNAUTHORIZED") || /unauthorized/i.test(messageOf(error));

const codesOf = (error: unknown): unknown[] => [part(error, "code"), part(part(error, "data"), "code")];

/** The error's own words; empty when it has none. */
function messageOf(error: unknown): string {
  if (isUnreadable(error)) return "The site did not answer as expected. Try again in a moment.";
  const message = typeof error === "string" ? error : part(error, "message");
  return typeof message === "string" ? message : "";
}

/** True when what came was no answer of ours, such as an error page that a proxy put in its place. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || part(error, "cause") instanceof SyntaxError;

function statusOf(error: unknown): number | null {
  // The data client wraps what its own links throw.
  const own = (one: unknown) => part(one, "status") ?? part(part(one, "data"), "httpStatus");
  const status = own(error) ?? own(part(error, "cause"));
  return typeof status === "number" ? status : null;
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
