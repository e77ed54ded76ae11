import { describe, expect, test } from "vitest";
import { faultCodeOf, isAuthenticationError, isSignedOut, problemOf } from "./problem.ts";

const EXPIRED = "Your session has expired. Please sign in again.";
const SIGN_IN = "You need to sign in to access this page.";

describe("an error", () => {
  test.for([
    ["status 401", { status: 401 }, EXPIRED],
    ["status 403", { status: 403 }, SIGN_IN],
    ["a data call's status 401", { message: "No.", data: { httpStatus: 401 } }, EXPIRED],
    ["a data call's status 403", { message: "No.", data: { httpStatus: 403 } }, SIGN_IN],
    ["the word UNAUTHORIZED", new Error("UNAUTHORIZED"), EXPIRED],
    ["the word unauthenticated", new Error("Unauthenticated caller"), SIGN_IN],
    ["the words session expired", new Error("Session expired"), SIGN_IN],
    ["401 in its message", new Error("Request failed: 401"), SIGN_IN],
    ["403 in its message", new Error("Request failed: 403"), SIGN_IN],
  ] as const)("with %s asks to sign in", ([, error, text]) => {
    expect(isAuthenticationError(error)).toBe(true);
    expect(problemOf(error)).toEqual({ kind: "authentication", text });
  });

  test.for([
    ["a message", new Error("The server is on fire."), "The server is on fire."],
    ["no message", new Error(), "An unexpected error occurred"],
    ["no shape at all", undefined, "An unexpected error occurred"],
    ["only text", "Broken", "Broken"],
    ["status 500", { status: 500, message: "Our side" }, "Our side"],
  ] as const)("with %s is shown as it is", ([, error, text]) => {
    expect(problemOf(error)).toEqual({ kind: "unexpected", text });
  });

  test("of a data call gives away the code of its refusal", () => {
    expect(faultCodeOf({ data: { fault: { code: "locker_full", details: {} } } })).toBe("locker_full");
    expect(faultCodeOf(new Error("no"))).toBeNull();
  });
});

describe("a failed change", () => {
  test("signs out when it was unauthorized or says 401", () => {
    expect(isSignedOut({ data: { code: "UNAUTHORIZED", httpStatus: 401 } })).toBe(true);
    expect(isSignedOut(new Error("got 401"))).toBe(true);
  });
  test("does not sign out over anything else", () => {
    expect(isSignedOut({ data: { code: "FORBIDDEN", httpStatus: 403 }, message: "No" })).toBe(false);
    expect(isSignedOut(new Error("500"))).toBe(false);
  });
});
