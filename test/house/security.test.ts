// docs/security.md names a test for each promise; none may be gone or renamed unseen.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CITED = /`((?:src|test)\/[^`]+\.ts)`: ((?:"[^"]+"(?: \([^)]*\))?(?:, )?)+)/g;

const proofs = [...readFileSync("docs/security.md", "utf8").matchAll(CITED)].flatMap(([, path = "", names = ""]) =>
  [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => [path, name] as const),
);

test("the page of promises names tests", () => {
  expect(proofs.length).toBeGreaterThan(30);
});

test.for(proofs)("the promises' test in %s is there: %s", ([path, name]) => {
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(name);
});
