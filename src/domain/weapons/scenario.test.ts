import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { DEFAULT_SCENARIO, formatScenario, getTarget, parseScenario, type ScenarioTexts } from "./scenario.ts";

describe("a scenario in an address", () => {
  test("has no parameters for the default scenario", () => {
    expect(formatScenario(DEFAULT_SCENARIO)).toEqual({});
    expect(parseScenario({})).toEqual(DEFAULT_SCENARIO);
  });

  test.for<ScenarioTexts>([
    { range: "75", hit: "40", head: "10", health: "plate" },
    { head: "first" },
    { head: "two", health: "hardcore" },
    { head: "100", range: "0" },
    { body: "legs", def: "1" },
  ])("is unchanged by parsing and formatting: %o", (texts) => {
    expect(formatScenario(parseScenario(texts))).toEqual(texts);
  });

  test.for<[ScenarioTexts, ScenarioTexts]>([
    [{ range: "far", hit: "good", head: "some", health: "fine" }, {}],
    [
      { range: "9999", hit: "0", head: "-5" },
      { range: "150", hit: "1" },
    ],
    [{ head: "all" }, { head: "100" }],
    [
      { acc: "40", hs: "1" },
      { hit: "40", head: "first" },
    ],
    [
      { acc: "40", hit: "60", hs: "2", head: "10" },
      { hit: "60", head: "10" },
    ],
    [{ hs: "constructor" }, {}],
  ])("%o is read as %o", ([texts, normalized]) => {
    expect(formatScenario(parseScenario(texts))).toEqual(normalized);
  });

  test("becomes a target of the game, with null health if the game lacks the setting", () => {
    const scenario = parseScenario({ range: "50", hit: "40", head: "20", health: "hardcore" });
    const { combat } = ARSENALS.bf4;
    expect(getTarget(scenario, combat)).toEqual({
      rangeM: 50,
      hitRate: 0.4,
      heads: 0.2,
      hitPoints: 60,
      part: "chest",
      defensive: false,
      multiplierGroups: combat.multiplierGroups,
    });
    expect(getTarget(scenario, ARSENALS.bf2042.combat).hitPoints).toBeNull();
    expect(getTarget(parseScenario({ head: "first" }), ARSENALS.bf4.combat).heads).toBe("first");
  });
});
