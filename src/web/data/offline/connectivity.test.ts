import { expect, test } from "vitest";
import { isUnreachable } from "./connectivity.ts";

const failed = (cause: unknown) => new Error("Failed", { cause });

test.each([
  ["a lost connection", failed(new TypeError("Failed to fetch"))],
  ["a page in place of JSON", failed(new SyntaxError("Unexpected token '<'"))],
  ["a page in place of JSON in WebKit", failed(new DOMException("The string did not match.", "SyntaxError"))],
  ["no answer in time in WebKit", failed(new DOMException("Fetch is aborted", "AbortError"))],
  ["a status that passes by itself", Object.assign(new Error("Bad Gateway"), { status: 502 })],
])("%s is no answer", (_, error) => expect(isUnreachable(error)).toBe(true));

const refused = (code: string, httpStatus: number) =>
  Object.assign(new Error("Refused"), { data: { httpStatus, fault: { code, details: {} } } });

test("a limit of the site and its database that is away pass like a proxy's refusal", () => {
  expect([refused("too_many", 429), refused("database_away", 503)].map((error) => isUnreachable(error))).toEqual([
    true,
    true,
  ]);
});

test.each([
  ["a reading that comes too soon", refused("snapshot_too_soon", 429)],
  ["a statistics service that is away", refused("source_unavailable", 503)],
  ["a full disk of the server", refused("storage_full", 503)],
  ["a refusal", Object.assign(new Error("Refused"), { data: { httpStatus: 409 } })],
  ["a fault of the page", failed(new RangeError("Invalid array length"))],
])("%s is none of the network's", (_, error) => expect(isUnreachable(error)).toBe(false));

test("an aborted call has not failed", () => {
  expect(isUnreachable(failed(new TypeError("aborted")), AbortSignal.abort())).toBe(false);
});
