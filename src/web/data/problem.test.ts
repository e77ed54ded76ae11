// The conformance tests in test/conformance/client check which errors ask for a sign-in, and with which text.
import { createTRPCClient, httpLink } from "@trpc/client";
import { describe, expect, test } from "vitest";
import type { AppRouter } from "#api";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { setReaderLanguage } from "#test/harness/reader-language.ts";
import { getErrorCode, getErrorText, getProblem, isSignedOut } from "./problem.ts";
import { localizedErrorLink, localizeError } from "./worded-link.ts";

test("getErrorCode returns the code of an app error", () => {
  expect(getErrorCode({ data: { fault: { code: "locker_full", details: {} } } })).toBe("locker_full");
  expect(getErrorCode(new Error("no"))).toBeNull();
});

test("errors of data calls get a message in the reader's language, other errors do not", async () => {
  setReaderLanguage("de");
  const ask = async (respond: () => Response): Promise<string> => {
    const link = httpLink({ url: "https://example.com", fetch: async () => respond() });
    const error: unknown = await createTRPCClient<AppRouter>({ links: [localizedErrorLink, link] })
      .folder.list.query()
      .catch((reason: unknown) => reason);
    return getErrorText(error);
  };
  const refuse = (data: object) => () => Response.json({ error: { message: "As on the wire", code: -1, data } });
  expect(await ask(refuse({ code: "CONFLICT", fault: { code: "locker_full" } }))).toBe(ERRORS.locker_full.message());
  expect(await ask(refuse({ code: "NOT_FOUND" }))).toBe(m.refusal_no_such_call());
  expect(await ask(refuse({ code: "PAYLOAD_TOO_LARGE" }))).toBe(m.refusal_too_large());
  expect(await ask(refuse({ code: "PARSE_ERROR" }))).toBe(m.error_input_invalid());
  const tooMany = { code: "TOO_MANY_REQUESTS", message: "As on the wire" };
  expect(await ask(() => Response.json(tooMany, { status: 429 }))).toBe(m.refusal_too_many_requests());
  const isLost = () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await ask(isLost)).toBe(m.app_site_unreachable());
  const screenError = new Error("Of a screen");
  await localizeError(screenError);
  expect(screenError.message).toBe("Of a screen");
  setReaderLanguage("en");
  expect(await ask(isLost)).toBe(m.app_site_unreachable());
});

test("a response that does not come from the site gets a plain message", async () => {
  const cause = new SyntaxError("Unexpected token '<', \"<html>\" is not valid JSON");
  const text = "The site did not answer as expected. Try again in a moment.";
  expect(getProblem(cause).text).toBe(text);
  expect(getProblem(new Error(cause.message, { cause })).text).toBe(text);
  const link = httpLink({ url: "https://example.com", fetch: async () => Response.json({ error: "Bad gateway" }) });
  const foreign = await createTRPCClient<AppRouter>({ links: [link] })
    .folder.list.query()
    .catch((error: unknown) => error);
  expect(getProblem(foreign).text).toBe(text);
});

test.for([
  "Failed to fetch dynamically imported module: https://example.com/assets/x401.js",
  "error loading dynamically imported module: https://example.com/assets/x403.js",
  "Importing a module script failed.",
])(
  "a script that fails to load gets a message in the reader's language and does not ask for a sign-in: %s",
  (message) => {
    setReaderLanguage("de");
    expect(getProblem(new TypeError(message))).toEqual({ kind: "unexpected", text: m.app_site_did_not_answer() });
    expect(isSignedOut(new TypeError(message))).toBe(false);
  },
);

test("a missing role has the app's message, and an ended session the specified message", () => {
  const fault = { code: "platoon_managers_only", details: {} };
  const refusal = { message: "Only admins may do this.", data: { fault, code: "FORBIDDEN", httpStatus: 403 } };
  expect(getErrorText(refusal)).toBe("Only admins may do this.");
  expect(getErrorText({ message: "No", data: { httpStatus: 403 } })).toBe("You need to sign in to access this page.");
  expect(getErrorText({ message: "No", data: { fault: { code: "signed_out" }, httpStatus: 401 } })).toBe(
    "Your session has expired. Please sign in again.",
  );
});

describe("a failed change", () => {
  test("signs out for an unauthorized status or a message with 401", () => {
    expect(isSignedOut({ data: { code: "UNAUTHORIZED", httpStatus: 401 } })).toBe(true);
    expect(isSignedOut(new Error("got 401"))).toBe(true);
  });
  test("signs out when the cause of an error has status 401", () => {
    const cause = Object.assign(new Error("no"), { status: 401 });
    expect(isSignedOut(new Error("no", { cause }))).toBe(true);
  });
  test("does not sign out for other errors", () => {
    expect(isSignedOut({ data: { code: "FORBIDDEN", httpStatus: 403 }, message: "No" })).toBe(false);
    expect(isSignedOut(new Error("500"))).toBe(false);
  });
});
