import { expect, test } from "vitest";
import { isUnreachable } from "./connectivity.ts";

const createError = (cause: unknown) => new Error("Failed", { cause });

test.each([
  ["a lost connection", createError(new TypeError("Failed to fetch"))],
  ["an HTML page instead of JSON", createError(new SyntaxError("Unexpected token '<'"))],
  ["an HTML page instead of JSON in WebKit", createError(new DOMException("The string did not match.", "SyntaxError"))],
  ["a timeout in WebKit", createError(new DOMException("Fetch is aborted", "AbortError"))],
  ["a temporary status", Object.assign(new Error("Bad Gateway"), { status: 502 })],
])("%s counts as unreachable", (_, error) => expect(isUnreachable(error)).toBe(true));

const createRefusal = (code: string, httpStatus: number) =>
  Object.assign(new Error("Refused"), { data: { httpStatus, fault: { code, details: {} } } });

test("a rate limit and an unavailable database count as unreachable, like a proxy's refusal", () => {
  expect(
    [createRefusal("too_many", 429), createRefusal("database_away", 503)].map((error) => isUnreachable(error)),
  ).toEqual([true, true]);
});

test.each([
  ["a snapshot that is requested too soon", createRefusal("snapshot_too_soon", 429)],
  ["an unavailable statistics service", createRefusal("source_unavailable", 503)],
  ["a full disk of the server", createRefusal("storage_full", 503)],
  ["a refusal", Object.assign(new Error("Refused"), { data: { httpStatus: 409 } })],
  ["a bug in the page", createError(new RangeError("Invalid array length"))],
])("%s does not count as unreachable", (_, error) => expect(isUnreachable(error)).toBe(false));

test("an aborted call does not count as unreachable", () => {
  expect(isUnreachable(createError(new TypeError("aborted")), AbortSignal.abort())).toBe(false);
});
