import { expect, test } from "vitest";
import { formatLeft } from "./deleted-list.tsx";

test.for([
  ["2026-03-01T00:00:00.000Z", "30 days left"],
  ["2026-03-01T12:00:00.000Z", "30 days left"],
  ["2026-03-30T12:00:00.000Z", "1 day left"],
  ["2026-03-31T00:00:00.000Z", "Deleted soon"],
  ["2026-02-28T23:00:00.000Z", "30 days left"],
] as const)("a loadout deleted on March 1st has on %s: %s", ([now, left]) => {
  expect(formatLeft("2026-03-01T00:00:00.000Z", new Date(now))).toBe(left);
});
