import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyRedirect } from "#test/fixtures/any-redirect.ts";
import { illegalRedirects, LEGAL_REDIRECTS } from "#test/fixtures/redirects.ts";
import { safeAddress, safePath } from "./redirect.ts";

const ORIGIN = "https://locker.example";
const illegal = illegalRedirects(ORIGIN);

describe("an address to send people on to", () => {
  test.for(LEGAL_REDIRECTS)("%s is accepted, alone and behind our origin", (path) => {
    expect(safePath(path)).toBe(path);
    expect(safeAddress(path, ORIGIN)).toBe(path);
    expect(safeAddress(ORIGIN + path, ORIGIN)).toBe(ORIGIN + path);
  });

  test("has at least 72 ways to be refused", () => {
    expect(new Set(illegal).size).toBe(illegal.length);
    expect(illegal.length).toBeGreaterThanOrEqual(72);
  });

  test.for(illegal)("%j is refused", (address) => {
    expect([safePath(address), safeAddress(address, ORIGIN)]).toEqual([null, null]);
  });

  test.for(["", ORIGIN, undefined, null, 7, true, ["/bf4"], { path: "/bf4" }])("%j is none", (address) => {
    expect([safePath(address), safeAddress(address, ORIGIN)]).toEqual([null, null]);
  });

  test("as a whole address is no path", () => {
    expect(safePath(`${ORIGIN}/bf4`)).toBeNull();
  });

  test("stays on the site, of 100,000 that may be sent", () => {
    let stored = 0;
    const staysHere = (address: string) => {
      if (safeAddress(address, ORIGIN) === null) return;
      stored += 1;
      const url = new URL(address, ORIGIN);
      // What a page, a proxy or a router takes out of it once more stays here, too.
      expect([url.origin, new URL(url.pathname, ORIGIN).origin]).toEqual([ORIGIN, ORIGIN]);
      expect(new URL(decodeURI(url.pathname.replace(/%(?![0-9a-f]{2})/gi, "%25")), ORIGIN).origin).toBe(ORIGIN);
    };
    fc.assert(fc.property(anyRedirect(ORIGIN), staysHere), { seed: 2042, numRuns: 100_000 });
    expect(stored).toBeGreaterThan(5000);
  });
});
