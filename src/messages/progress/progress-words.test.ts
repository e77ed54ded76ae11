import { describe, expect, test } from "vitest";
import { formatAmount, formatEstimate, formatRemainder, formatReportSource } from "./progress-words.ts";

describe("the remaining amount", () => {
  test.for([
    [{ left: 1, unit: "kills" }, "1 kill left"],
    [{ left: 1204, unit: "kills" }, "1,204 kills left"],
    [{ left: 2, unit: "times" }, "2 times left"],
    [{ left: 6500, unit: "score" }, "6,500 score left"],
    [{ left: 9000, unit: "seconds" }, "2.5 h of play left"],
    [{ left: 1250, unit: "metres" }, "1.3 km to go"],
  ] as const)("is formatted for %j as %s", ([remainder, text]) => {
    expect(formatRemainder(remainder)).toBe(text);
  });

  test("has its unit", () => {
    expect([
      formatAmount(50, "kills"),
      formatAmount(1, "points"),
      formatAmount(600, "seconds"),
      formatAmount(90, "metres"),
    ]).toEqual(["50 kills", "1 point", "10 min of play", "90 m"]);
  });
});

test.for([
  [{ hours: 0.03, basis: "item" }, "about 2 min with it"],
  [{ hours: 0.001, basis: "item" }, "about 1 min with it"],
  [{ hours: 0.3, basis: "infantry" }, "about 20 min on foot"],
  [{ hours: 2.04, basis: "play" }, "about 2 h of play"],
  [{ hours: 40.2, basis: null }, "about 40 h"],
  [{ hours: 100.1, basis: "item" }, "over 100 h with it"],
] as const)("an estimate of %j reads as %s", ([estimate, text]) => {
  expect(formatEstimate(estimate)).toBe(text);
});

test("a source is formatted with its age if it is recent, otherwise with its month", () => {
  const now = Date.parse("2026-03-10T12:00:00.000Z");
  expect(formatReportSource({ by: "service", at: "2026-03-10T09:00:00.000Z" }, now)).toBe(
    "statistics service, 3 h ago",
  );
  expect(formatReportSource({ by: "battlelog", at: "2025-06-01T00:00:00.000Z" }, now)).toBe("Battlelog file, Jun 2025");
});
