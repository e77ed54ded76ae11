import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedirects } from "#test/fixtures/any-redirect.ts";
import { listInvalidRedirects, VALID_REDIRECTS } from "#test/fixtures/redirects.ts";
import { parseSafeAddress, parseSafePath } from "./redirect.ts";

const ORIGIN = "https://locker.example";
const illegal = listInvalidRedirects(ORIGIN);

describe("a redirect address", () => {
  test.for(VALID_REDIRECTS)("%s is accepted, with and without the site's origin", (path) => {
    expect(parseSafePath(path)).toBe(path);
    expect(parseSafeAddress(path, ORIGIN)).toBe(path);
    expect(parseSafeAddress(ORIGIN + path, ORIGIN)).toBe(ORIGIN + path);
  });

  test("the list of illegal addresses has at least 72 different entries", () => {
    expect(new Set(illegal).size).toBe(illegal.length);
    expect(illegal.length).toBeGreaterThanOrEqual(72);
  });

  test.for(illegal)("%j is refused", (address) => {
    expect([parseSafePath(address), parseSafeAddress(address, ORIGIN)]).toEqual([null, null]);
  });

  test.for(["", ORIGIN, undefined, null, 7, true, ["/bf4"], { path: "/bf4" }])("%j is not an address", (address) => {
    expect([parseSafePath(address), parseSafeAddress(address, ORIGIN)]).toEqual([null, null]);
  });

  test("parseSafePath refuses an absolute address", () => {
    expect(parseSafePath(`${ORIGIN}/bf4`)).toBeNull();
  });

  test("each of 100,000 generated addresses stays on the site or is refused", () => {
    let stored = 0;
    const checkStaysOnSite = (address: string) => {
      if (parseSafeAddress(address, ORIGIN) === null) return;
      stored += 1;
      const url = new URL(address, ORIGIN);
      // The address must stay on the site also when a page, a proxy or a router parses or decodes its path once more.
      expect([url.origin, new URL(url.pathname, ORIGIN).origin]).toEqual([ORIGIN, ORIGIN]);
      expect(new URL(decodeURI(url.pathname.replace(/%(?![0-9a-f]{2})/gi, "%25")), ORIGIN).origin).toBe(ORIGIN);
    };
    fc.assert(fc.property(createRedirects(ORIGIN), checkStaysOnSite), { seed: 2042, numRuns: 100_000 });
    expect(stored).toBeGreaterThan(5000);
  });
});
