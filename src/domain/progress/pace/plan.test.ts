import { describe, expect, test } from "vitest";
import { createKnownProgress } from "#domain/progress/known-progress.ts";
import { getStandings } from "#domain/progress/remaining.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getPace, planTotal } from "./pace.ts";

const { byId } = createProgress(ARSENALS.bf4);
const at = "2026-11-20T20:00:00.000Z";
const COUNTERS = { "kills:ace-23": 120, "kills:ak-12": 30, "score:assault": 7000 };
const PACE = getPace([
  { at: "2026-11-19T20:00:00.000Z", secondsPlayed: 0, counters: { "kills:ace-23": 100, "kills:ak-12": 26 } },
  { at, secondsPlayed: 3600, counters: COUNTERS },
]);

function total(...ids: string[]) {
  const knownProgress = createKnownProgress([{ source: "service", at, counters: COUNTERS, targets: {} }]);
  const targets = ids.flatMap((id) => byId.get(id) ?? []);
  expect(targets).toHaveLength(ids.length);
  return planTotal(getStandings(targets, knownProgress), PACE);
}

describe("the total of a plan", () => {
  test("counts targets on one counter once, by the one with most left", () => {
    expect(total("part:ace-23/ace-23-hd-33-1x", "battlepack:ace-23/210", "award:sshaace23")).toMatchObject({
      units: [{ unit: "kills", left: 90 }],
    });
  });

  test("adds counters of one unit and keeps units apart", () => {
    expect(total("battlepack:ace-23/210", "battlepack:ak-12/180", "item:defibrillator").units).toEqual([
      { unit: "kills", left: 240 },
      { unit: "score", left: 1000 },
    ]);
  });

  test("estimates hours of play at the player's pace, and counts targets without an estimate", () => {
    expect(total("battlepack:ace-23/210", "battlepack:ak-12/180", "item:defibrillator")).toMatchObject({
      hours: { least: 37.5, most: 37.5, snapshots: 2 },
      withoutPace: 1,
    });
    expect(total("item:defibrillator").hours).toBeNull();
  });

  test("counts reached targets and targets without a count", () => {
    const { reached, uncounted } = total(
      "part:ace-23/ace-23-coyote-rds",
      "part:ace-23/ace-23-reflex-rds",
      "award:sshaaek971",
    );
    expect({ reached, uncounted }).toEqual({ reached: 1, uncounted: 2 });
  });
});
