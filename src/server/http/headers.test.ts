import { expect, test } from "vitest";
import { getHeaders, pagePolicy } from "./headers.ts";

test("a page's policy allows its own files and the hashes it is given, and no frame, base or plugin", () => {
  const policy = new Map(
    pagePolicy({ scripts: ["'sha256-script'"], styles: ["'sha256-style'"] })
      .split("; ")
      .map((directive) => directive.split(/ (.*)/, 2) as [string, string]),
  );
  expect(policy.get("script-src")).toBe("'self' 'sha256-script'");
  expect(policy.get("style-src")).toMatch(/^'self' 'sha256-style'( 'sha256-[\w+/]{43}=')*$/);
  for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toBe("'none'");
  for (const name of ["default-src", "form-action"]) expect(policy.get(name)).toBe("'self'");
});

test("sends Strict-Transport-Security for a year or more under https only, for names below the site's when asked to", () => {
  const sent = (hstsSubdomains: boolean) =>
    new Map(getHeaders({ origin: "https://locker.example", hstsSubdomains })).get("Strict-Transport-Security");
  const [, seconds] = /^max-age=(\d+)$/.exec(sent(false) ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  expect(sent(true)).toBe(`${sent(false)}; includeSubDomains`);
  expect(getHeaders({ origin: "http://localhost:3000", hstsSubdomains: true }).map(([name]) => name)).not.toContain(
    "Strict-Transport-Security",
  );
});
