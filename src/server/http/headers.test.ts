import { expect, test } from "vitest";
import { headersOf, pagePolicy } from "./headers.ts";

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

test("under https, and only there, browsers are told to stay with it for a year or more", () => {
  const said = new Map(headersOf({ origin: "https://locker.example" })).get("Strict-Transport-Security");
  expect(said).toMatch(/; includeSubDomains$/);
  expect(Number(/^max-age=(\d+)/.exec(said ?? "")?.[1])).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  expect(headersOf({ origin: "http://localhost:3000" }).map(([name]) => name)).not.toContain(
    "Strict-Transport-Security",
  );
});
