import { describe, expect, test } from "vitest";
import { createKnownProgress } from "#domain/progress/known-progress.ts";
import { listTargetProgress } from "#domain/progress/remaining.ts";
import { createEmptyStatistics } from "#domain/soldier/statistics.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createPaces, getPlanTotal } from "./pace.ts";

const { byId } = createProgress(ARSENALS.bf4);
const at = "2026-11-20T20:00:00.000Z";
const COUNTERS = { "kills:ace-23": 120, "kills:ak-12": 30, "score:assault": 7000 };
const getRow = (id: string, kills: number, hours: number) => ({
  id,
  name: id,
  isKnown: true,
  values: { kills, secondsPlayed: hours * 3600 },
});
const WEAPONS = [getRow("ace-23", 120, 6), getRow("ak-12", 30, 7.5)];
const PACE = createPaces({ ...createEmptyStatistics("bf4"), tables: { weapons: WEAPONS } }, []);

function getTotal(...ids: string[]) {
  const knownProgress = createKnownProgress([{ source: "service", at, counters: COUNTERS, targets: {} }]);
  const targets = ids.flatMap((id) => byId.get(id) ?? []);
  expect(targets).toHaveLength(ids.length);
  return getPlanTotal(listTargetProgress(targets, knownProgress), PACE);
}

describe("the total of a plan", () => {
  test("counts targets on one counter once, with the largest remainder", () => {
    expect(getTotal("part:ace-23/ace-23-hd-33-1x", "battlepack:ace-23/210", "award:sshaace23")).toMatchObject({
      units: [{ unit: "kills", left: 90 }],
    });
  });

  test("adds counters of the same unit only", () => {
    expect(getTotal("battlepack:ace-23/210", "battlepack:ak-12/180", "item:defibrillator").units).toEqual([
      { unit: "kills", left: 240 },
      { unit: "score", left: 1000 },
    ]);
  });

  test("adds up the time with each weapon, and counts targets without an estimate", () => {
    expect(getTotal("battlepack:ace-23/210", "battlepack:ak-12/180", "item:defibrillator")).toMatchObject({
      // 90 kills at 20 an hour with the ACE 23, then 150 at 4 an hour with the AK-12.
      estimate: { hours: 4.5 + 37.5, basis: null },
      withoutPace: 1,
    });
    expect(getTotal("item:defibrillator").estimate).toBeNull();
  });

  test("counts reached targets and targets without a count", () => {
    const { reached, uncounted } = getTotal(
      "part:ace-23/ace-23-coyote-rds",
      "part:ace-23/ace-23-reflex-rds",
      "award:sshaaek971",
    );
    expect({ reached, uncounted }).toEqual({ reached: 1, uncounted: 2 });
  });
});
