import { expect, test } from "vitest";
import { createEmptyStatistics, type Statistics, type StatisticsRow } from "#domain/soldier/statistics.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getCriterionCount } from "./criterion-count.ts";

const createRow = (id: string, values: Record<string, number>): StatisticsRow => ({
  id,
  name: id,
  isKnown: true,
  values,
});

const SOLDIER: Statistics = {
  ...createEmptyStatistics("bf2042"),
  figures: { headshots: 70, revives: 0 },
  tables: {
    weapons: [
      createRow("a-91", { kills: 30, headshots: 4 }),
      createRow("ac-42", { kills: 12 }),
      createRow("ak-24", { kills: 5, hipfireKills: 2 }),
      createRow("m5a3", { kills: 9, hipfireKills: 3 }),
      createRow("sws-10", { kills: 6, headshots: 5 }),
      createRow("dm7", { kills: 8, headshots: 2 }),
    ],
    vehicles: [
      createRow("lcaa-hovercraft", { kills: 3, assists: 2, metres: 1500 }),
      createRow("latv4-recon", { kills: 1, assists: 0 }),
      createRow("m5c-bolte", { kills: 0, assists: 0 }),
      createRow("md540-nightbird", { damage: 100 }),
      createRow("mv-38-condor", { damage: 50 }),
      createRow("m1a5", { damage: 999 }),
    ],
    classes: [createRow("boris", { kills: 20, assists: 4 }), createRow("mackay", { kills: 99, assists: 9 })],
    modes: [createRow("bt", { matches: 4, wins: 1 }), createRow("btsmall", { matches: 3, wins: 2 })],
  },
};

const count = (id: string, statistics = SOLDIER) => {
  const criterion = ARSENALS.bf2042.criteria.get(id);
  if (!criterion) throw new Error(id);
  return getCriterionCount(criterion, ARSENALS.bf2042, statistics);
};

test.for([
  ["weapons, without the assists that the statistics do not count", "unlock/a-91", 42, true],
  ["a class of weapons", "unlock/gew-46", 5, false],
  ["two classes of weapons", "unlock/rorsch-mk-4", 7, false],
  ["vehicles with their assists", "unlock/eblc-ram", 6, false],
  ["a group of vehicles", "unlock/rah-68-huron", 150, false],
  ["a class of soldiers by its specialists", "unlock/anti-tank-grenade", 24, false],
  ["the whole soldier", "unlock/ghostmaker-r10", 70, false],
  ["a mode and its large form", "badge/gm04", 3, false],
] as const)("counts %s", ([, id, done, isPartial]) => {
  expect(count(id)).toEqual({ done, unit: "times", isPartial });
});

test("counts a distance in metres", () => {
  expect(count("assignment/vh03")).toEqual({ done: 1500, unit: "metres", isPartial: false });
});

test.for([
  ["under a condition", "unlock/ac9"],
  ["of what the statistics lack", "unlock/mini-grenade"],
  ["of a mode and a specialist together", "assignment/expl-gm05"],
  ["of a weapon without a row", "unlock/pf51"],
] as const)("has no count %s", ([, id]) => {
  expect(count(id)).toBeNull();
});

test("no count is not 0", () => {
  expect(count("unlock/ghostmaker-r10", createEmptyStatistics("bf2042"))).toBeNull();
  const zero = { ...createEmptyStatistics("bf2042"), figures: { headshots: 0 } };
  expect(count("unlock/ghostmaker-r10", zero)).toEqual({ done: 0, unit: "times", isPartial: false });
});
