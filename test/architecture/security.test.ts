// docs/security.md names the test files of each promise; none may be missing.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| R\d/.test(line));
const filesIn = (row: string): string[] =>
  [...row.matchAll(/`((?:src|test)\/[^`]+\.(?:ts|tsx))`/g)].map(([, path = ""]) => path);

test("there are 85 promises or more", () => {
  expect(rows.length).toBeGreaterThanOrEqual(85);
});

test.for(rows.map((row) => [row.split("|")[1]?.trim(), row] as const))("%s names existing files", ([, row]) => {
  expect(filesIn(row).filter((path) => !existsSync(path))).toEqual([]);
});

test("every promise names a test file, or is marked as not yet proven", () => {
  const MARKED = /[Nn]ot yet|[Nn]o test|tests? of R\d/;
  expect(rows.filter((row) => filesIn(row).length === 0 && !MARKED.test(row)).map((row) => row.slice(0, 80))).toEqual(
    [],
  );
});
