// The page of the account contract leaves no line untested without its reason, and has as many checks as it promises.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LINES } from "#test/conformance/lines.ts";
import { covers, getReport } from "#test/conformance/report.ts";

const page = readFileSync("docs/contract.md", "utf8");

test("every line has a check, or the reason why it has none", () => {
  expect(page.split("\n").filter((row) => row.includes("**untested**"))).toEqual([]);
});

test.for(LINES.flatMap(({ words, provenBy = [] }) => provenBy.map(([file, title]) => [words, file, title] as const)))(
  "%s is proven by a test of that name in %s: %s",
  ([, file, title]) => {
    expect(readFileSync(file, "utf8")).toContain(title);
  },
);

test("every line about platoons, roles and permissions is proven through a screen, too", () => {
  const ofPlatoons = LINES.filter(({ words }) => /^\/organization|\brole|permissions|^organization/.test(words));
  expect(ofPlatoons.length).toBeGreaterThanOrEqual(14);
  const withoutScreen = ofPlatoons.filter(
    ({ provenBy, unobservable }) => !unobservable && !provenBy?.some(([file]) => file.startsWith("test/e2e/")),
  );
  expect(withoutScreen.map(({ words }) => words)).toEqual([]);
});

test("no check fails", () => {
  expect(page.split("\n").filter((row) => /\| (fails|\d+ fail) \|/.test(row))).toEqual([]);
});

test("there are 250 checks or more, and 40 or more that differ from the library", () => {
  const [, checks = 0, differ = 0] = /lines, (\d+) checks, of which (\d+) differ/.exec(page)?.map(Number) ?? [];
  expect(checks).toBeGreaterThanOrEqual(250);
  expect(differ).toBeGreaterThanOrEqual(40);
});

test("a check covers the line whose section and words it names", () => {
  const line = { section: 8, words: "Email is the same." };
  expect(covers(line, "§7 §8 messages › Email is the same. answers one's own address")).toBe(true);
  expect(covers(line, "§5 change e-mail › Email is the same.")).toBe(false);
  expect(covers({ ...line, section: 5 }, "§5 change e-mail › Email is the same.")).toBe(true);
});

test("a line without a check, and a check that fails, stand out", () => {
  const report = getReport(new Map([["§2 GET /ok › returns a health flag", "fails"]]), new Map());
  expect(report).toContain("| GET /ok | returns a health flag | fails | not run |");
  expect(report.match(/\*\*untested\*\*/g)?.length).toBe(
    LINES.filter(({ provenBy, unobservable }) => !provenBy && !unobservable).length - 1,
  );
});
