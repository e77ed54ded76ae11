// Each line of docs/contract.md has a check or a reason why it has none. The page has at least 250 checks.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LINES } from "#test/conformance/lines.ts";
import { getReport, isCovering } from "#test/conformance/report.ts";

const page = readFileSync("docs/contract.md", "utf8");

test("every line has a check or a reason why it has none", () => {
  expect(page.split("\n").filter((row) => row.includes("**untested**"))).toEqual([]);
});

test.for(LINES.flatMap(({ text, provenBy = [] }) => provenBy.map(([file, title]) => [text, file, title] as const)))(
  "%s: %s contains the test %s",
  ([, file, title]) => {
    expect(readFileSync(file, "utf8")).toContain(title);
  },
);

test("every line about platoons, roles and permissions also has an end-to-end test", () => {
  const platoonLines = LINES.filter(({ text }) => /^\/organization|\brole|permissions|^organization/.test(text));
  expect(platoonLines.length).toBeGreaterThanOrEqual(14);
  const withoutE2eTest = platoonLines.filter(
    ({ provenBy, unobservable }) => !unobservable && !provenBy?.some(([file]) => file.startsWith("test/e2e/")),
  );
  expect(withoutE2eTest.map(({ text }) => text)).toEqual([]);
});

test("no check fails", () => {
  expect(page.split("\n").filter((row) => row.includes("| **fails** "))).toEqual([]);
});

test("there are 250 checks or more, and 40 or more that differ from the library", () => {
  const [, checks = 0, differ = 0] = /lines, (\d+) checks, of which (\d+) differ/.exec(page)?.map(Number) ?? [];
  expect(checks).toBeGreaterThanOrEqual(250);
  expect(differ).toBeGreaterThanOrEqual(40);
});

test("a check covers the line whose section and text its title contains", () => {
  const line = { section: 8, text: "Email is the same." };
  expect(isCovering(line, "§7 §8 messages › Email is the same. is returned for the user's own address")).toBe(true);
  expect(isCovering(line, "§5 change e-mail › Email is the same.")).toBe(false);
  expect(isCovering({ ...line, section: 5 }, "§5 change e-mail › Email is the same.")).toBe(true);
});

test("the report marks a line without a check and a check that fails", () => {
  const report = getReport(new Map([["§2 GET /ok › returns a health flag", "fails"]]), new Map());
  expect(report).toContain("| GET /ok | **fails** returns a health flag | not run |");
  expect(report.match(/\*\*untested\*\*/g)?.length).toBe(
    LINES.filter(({ provenBy, unobservable }) => !provenBy && !unobservable).length - 1,
  );
});
