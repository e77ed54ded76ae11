import { describe, expect, test } from "vitest";
import { getWhole, type TargetKind } from "#domain/progress/target.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createProgress } from "./targets.ts";

const { targets, byId, words } = createProgress(ARSENALS.bf4);
const listTargets = (kind: TargetKind) => targets.filter((target) => target.kind === kind);

describe("the targets of Battlefield 4", () => {
  test.for([
    ["part", 3080],
    ["weapon", 103],
    ["gadget", 71],
    ["option", 105],
    ["battlepack", 607],
    ["rank", 140],
    ["assignment", 105],
    ["medal", 53],
    ["ribbon", 53],
    ["star", 160],
    ["dogtag", 277],
  ] as const)("include all of the kind %s: %i", ([kind, count]) => {
    expect(listTargets(kind)).toHaveLength(count);
  });

  test("have unique ids", () => {
    expect(byId.size).toBe(targets.length);
  });

  test("refer to sources of the data", () => {
    expect(targets.filter(({ sourceId }) => !ARSENALS.bf4.sources.has(sourceId))).toEqual([]);
  });

  test("exclude default items, the campaign, and second records that no kit carries", () => {
    for (const id of ["item:ak-12", "part:ak-12/iron-sights", "rank:0", "award:sp_as01", "item:m67-frag1"]) {
      expect(byId.has(id)).toBe(false);
    }
  });

  test("are found by name, weapon, class and reward", () => {
    expect(words.get("part:ace-23/ace-23-coyote-rds")).toBe("coyote rds ace 23 assault rifles attachments");
    expect(words.get("award:as31")).toContain("ace 23");
  });
});

describe("a target", () => {
  test.for([
    ["an attachment", "part:ace-23/ace-23-coyote-rds", "kills:ace-23", 10, "10 kills with the ACE 23"],
    ["a battlepack", "battlepack:ace-23/210", "kills:ace-23", 210, "210 kills with the ACE 23"],
    ["a weapon", "item:aek-971", "score:assaultrifles", 28_000, "28,000 assault rifle score"],
    ["a gadget", "item:defibrillator", "score:assault", 8000, "8,000 Assault score"],
    ["a vehicle option", "option:vehiclembt/he-shell", "score:vehiclembt", 25_000, "25,000 main battle tank score"],
    ["a rank", "rank:140", "rankPoints", 32_160_000, "32,160,000 points in total, rank 140"],
    ["a knife unlocked by a rank", "item:c100", "rankPoints", 8_400_000, "8,400,000 points in total, rank 100"],
    ["a weapon's service star", "award:sshaaek971", "kills:aek-971", 100, "Get 100 kills with the AEK-971"],
    ["a gadget's service star", "award:ssharpg7", "kills:rpg-7v2", 100, "Get 100 kills with the RPG-7V2"],
    ["a weapon's dog tag", "award:drpdw5", "kills:pdw-r", 500, "Get 500 kills with the PDW-R"],
    ["a medal's dog tag", "award:drm11", "award:m11", 5, "Earn the Assault Rifle Medal 5 times"],
    ["a rank's dog tag", "award:dlr5", "rankPoints", 8_400_000, "Reach rank 100"],
    ["the dog tag for time with a class", "award:drtas", "stat:c_drtAS_as__sa_g", 180_000, "Play 50 hours as Assault"],
  ] as const)("has the counter of its single requirement: %s", ([, id, counter, amount, sentence]) => {
    const target = byId.get(id);
    expect(target?.sole).toMatchObject({ counter, amount, sentence });
    expect(target && getWhole(target)).toBe(target?.repeats ? 1 : amount);
  });

  test("has a counter for each goal of an assignment, which excludes progress before the assignment was unlocked", () => {
    const needs = byId.get("award:as31")?.ways[0] ?? [];
    expect(needs.map(({ counter, amount, unit }) => [counter, amount, unit])).toEqual([
      ["stat:c_as31_r36r__ga_g", 50, "times"],
      ["stat:c_as31_wA__kwa_g", 200, "kills"],
      ["stat:c_as31_r11r__ga_g", 10, "times"],
    ]);
  });

  test("has the goals of the assignment that unlocks it, and refers to the assignment", () => {
    const assignment = byId.get("award:as31");
    expect(byId.get("item:ace-23")).toMatchObject({
      through: "award:as31",
      ways: assignment?.ways,
      earned: "award:as31",
    });
    expect(assignment?.gives).toEqual(["ACE 23"]);
  });

  test.for([
    ["a battlepack", "part:ace-23/ace-23-reflex-rds", "Battlepack"],
    ["a licence", "part:m1911/m1911-scope-3x", "A licence from the store or an edition"],
    ["the campaign", "item:p90", "“Peace Maker (Campaign)”"],
    ["a feat of one round", "award:r01", "Get 5 kill assists in one round"],
    ["the last unlock of a class", "award:ssclbas", "Get the last unlock for Assault"],
    ["a long-range headshot", "award:r39", "Get a headshot from 250 metres or more in one round"],
  ] as const)("has no counter if only %s unlocks it", ([, id, sentence]) => {
    const target = byId.get(id);
    expect(target?.sole).toBeNull();
    expect(target?.ways[0]?.[0]).toMatchObject({ unit: "feat", sentence });
    expect(target && getWhole(target)).toBe(1);
  });

  test("has no way if no source gives one", () => {
    expect(byId.get("item:groza-1")?.ways).toEqual([]);
    expect(byId.get("award:m01")?.ways).toEqual([]);
  });

  test("has the counter of its score even if the store also sells it", () => {
    const target = byId.get("item:ak-5c");
    expect(target?.ways.map(([need]) => need?.unit)).toEqual(["score", "feat", "feat"]);
    expect(target?.sole).toMatchObject({ counter: "score:engineer" });
  });
});
