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

/** The error's own words; empty when it has none. */
function messageOf(error: unknown): string {
  const message = typeof error === "string" ? error : part(error, "message");
  return typeof message === "string" ? message : "";
}

function isUnauthorized(error: unknown): boolean {
  const codes = [part(error, "code"), part(part(error, "data"), "code")];
  return statusOf(error) === 401 || codes.includes("UNAUTHORIZED") || /unauthorized/i.test(messageOf(error));
}

function statusOf(error: unknown): number | null {
  const status = part(error, "status") ?? part(part(error, "data"), "httpStatus");
  return typeof status === "number" ? status : null;
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
