import { describe, expect, test } from "vitest";
import { formatAmount, formatHours, formatLeft, formatPace, formatTeller } from "./progress-words.ts";

describe("what is left", () => {
  test.for([
    [{ left: 1, unit: "kills" }, "1 kill left"],
    [{ left: 1204, unit: "kills" }, "1,204 kills left"],
    [{ left: 2, unit: "times" }, "2 times left"],
    [{ left: 6500, unit: "score" }, "6,500 score left"],
    [{ left: 9000, unit: "seconds" }, "2.5 h of play left"],
    [{ left: 1250, unit: "metres" }, "1.3 km to go"],
  ] as const)("of %j reads as %s", ([left, words]) => {
    expect(formatLeft(left)).toBe(words);
  });

  test("formats an amount with its unit", () => {
    expect([
      formatAmount(50, "kills"),
      formatAmount(1, "points"),
      formatAmount(600, "seconds"),
      formatAmount(90, "metres"),
    ]).toEqual(["50 kills", "1 point", "10 min of play", "90 m"]);
  });
});

test.for([
  [{ least: 2, most: 4, snapshots: 3 }, "about 2–4 h of play"],
  [{ least: 2, most: 2.04, snapshots: 3 }, "about 2 h of play"],
  [{ least: 0.3, most: 1.5, snapshots: 3 }, "about 20 min–1.5 h of play"],
  [{ least: 0.01, most: 0.3, snapshots: 3 }, "about 5–20 min of play"],
  [{ least: 3, most: null, snapshots: 3 }, "3 h of play or more"],
  [{ least: 12.4, most: 40.2, snapshots: 3 }, "about 12–40 h of play"],
] as const)("hours of %j read as %s", ([hours, words]) => {
  expect(formatHours(hours)).toBe(words);
});

test("formats a source with its age while recent, and with its month later", () => {
  const now = Date.parse("2026-03-10T12:00:00.000Z");
  expect(formatTeller({ by: "service", at: "2026-03-10T09:00:00.000Z" }, now)).toBe("service, 3 h ago");
  expect(formatTeller({ by: "battlelog", at: "2025-06-01T00:00:00.000Z" }, now)).toBe("Battlelog file, Jun 2025");
});

test("hours say from how many snapshots they are", () => {
  expect(formatPace({ snapshots: 3 })).toBe("from your last 3 snapshots");
});
