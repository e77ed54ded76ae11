import { expect, test } from "vitest";
import { getHeaders, getPagePolicy } from "./headers.ts";

test("a page's policy allows own files and the given hashes, and no frames, base or plugins", () => {
  const policy = new Map(
    getPagePolicy({ scripts: ["'sha256-script'"], styles: ["'sha256-style'"] })
      .split("; ")
      .map((directive) => directive.split(/ (.*)/, 2) as [string, string]),
  );
  expect(policy.get("script-src")).toBe("'self' 'sha256-script'");
  expect(policy.get("style-src")).toMatch(/^'self' 'sha256-style'( 'sha256-[\w+/]{43}=')*$/);
  for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toBe("'none'");
  for (const name of ["default-src", "form-action"]) expect(policy.get(name)).toBe("'self'");
});

test("sends Strict-Transport-Security only with https, for at least a year, and for subdomains if configured", () => {
  const getHstsHeader = (hstsSubdomains: boolean) =>
    new Map(getHeaders({ origin: "https://locker.example", hstsSubdomains })).get("Strict-Transport-Security");
  const [, seconds] = /^max-age=(\d+)$/.exec(getHstsHeader(false) ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  expect(getHstsHeader(true)).toBe(`${getHstsHeader(false)}; includeSubDomains`);
  expect(getHeaders({ origin: "http://localhost:3000", hstsSubdomains: true }).map(([name]) => name)).not.toContain(
    "Strict-Transport-Security",
  );
});
