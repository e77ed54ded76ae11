// The specification's §6 (which errors count as an authentication problem) and §2 (which of two texts they get).
import { describe, expect, test } from "vitest";
import { getProblem, isAuthenticationError } from "#web/data/problem.ts";

const EXPIRED_TEXT = "Your session has expired. Please sign in again.";
const REQUIRED_TEXT = "You need to sign in to access this page.";

describe("§6 authentication problems", () => {
  test.for([
    ["status 401", Object.assign(new Error("no"), { status: 401 }), EXPIRED_TEXT],
    ["status 403", Object.assign(new Error("no"), { status: 403 }), REQUIRED_TEXT],
    ["status 401 of a data call", Object.assign(new Error("no"), { data: { httpStatus: 401 } }), EXPIRED_TEXT],
    ["status 403 of a data call", Object.assign(new Error("no"), { data: { httpStatus: 403 } }), REQUIRED_TEXT],
    ["unauthorized in its message", new Error("You are UNAUTHORIZED here"), EXPIRED_TEXT],
    ["unauthenticated in its message", new Error("Unauthenticated"), REQUIRED_TEXT],
    ["session expired in its message", new Error("The Session Expired."), REQUIRED_TEXT],
    ["401 in its message", new Error("answered 401"), REQUIRED_TEXT],
    ["403 in its message", new Error("answered 403"), REQUIRED_TEXT],
  ] as const)("an error with %s counts as an authentication problem", ([, error, text]) => {
    expect(isAuthenticationError(error)).toBe(true);
    expect(getProblem(error)).toEqual({ kind: "authentication", text });
  });

  test.for([
    ["status 500", Object.assign(new Error("broken"), { status: 500 }), "broken"],
    ["a message of its own", new Error("The disk is full."), "The disk is full."],
    ["only a text", "broken", "broken"],
    ["no message", new Error(""), "An unexpected error occurred"],
    ["no value", undefined, "An unexpected error occurred"],
  ] as const)("an error with %s does not count as an authentication problem", ([, error, text]) => {
    expect(isAuthenticationError(error)).toBe(false);
    expect(getProblem(error)).toEqual({ kind: "unexpected", text });
  });
});
