import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createReference } from "#scripts/reference.ts";

test("docs/reference.md is up to date; `npm run reference` updates it", () => {
  expect(readFileSync("docs/reference.md", "utf8")).toBe(createReference());
});

test("every procedure is found in the source, with its guard and its comment", () => {
  const rows = createReference()
    .split("\n")
    .filter((row) => /^\| `\w+(\.\w+)+`/.test(row))
    .map((row) => row.split(" | "));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter(([, , guard]) => guard === "?")).toEqual([]);
  expect(rows.filter(([, , , , text]) => text === "").map(([path]) => path)).toEqual([]);
});
