import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getBuild } from "./build.ts";
import { exactTtkMs, getStarters } from "./range-starters.ts";
import { findViolations } from "./rules/rules.ts";
import { getStarterBuild } from "./starter.ts";

describe.each(GAMES)("the builds to begin with in %s", (game) => {
  const arsenal: Arsenal = ARSENALS[game];
  const { combat, weapons: all } = arsenal;
  const weapons = [...all.values()].map((weapon) => summarizeWeapon(weapon, combat));
  const hitPoints = getHealth(combat, "normal");

  describe.each(KIT_IDS)("of %s", (kitId) => {
    const starters = getStarters(weapons, game, kitId, hitPoints);
    const builds = starters.map(({ weaponId }) => getStarterBuild(arsenal, kitId, weaponId));
    /** Of the weapon with its parts. */
    const ttkAt = (at: number, rangeM: number): number => {
      const primary = builds[at]?.primary;
      const weapon = all.get(primary?.weaponId ?? "");
      const parts = arsenal.attachments.get(weapon?.id ?? "");
      const build = primary && weapon && getBuild(weapon, parts && "options" in parts ? parts : null, primary);
      return (build && exactTtkMs(build, rangeM, hitPoints)) ?? Number.NaN;
    };

    test("are legal and complete", () => {
      expect(starters.map(({ id }) => id)).toEqual(["close", "medium", "long"]);
      for (const build of builds) {
        if (!build) throw new Error("No build");
        expect(findViolations(build, arsenal)).toEqual([]);
        expect(JSON.stringify(build)).not.toContain("null");
        const { primary } = build;
        const mounted = "board" in primary ? Object.values(primary.board).flat() : Object.values(primary.attachments);
        expect(mounted.length).toBeGreaterThanOrEqual(2);
      }
    });

    test("are faster close up by “Close”, and far away by “Long range”", () => {
      expect(ttkAt(0, 10)).toBeLessThan(ttkAt(1, 10));
      expect(ttkAt(2, 75)).toBeLessThan(ttkAt(0, 75));
      expect(ttkAt(2, 75)).toBeLessThan(ttkAt(1, 75));
    });

    test("kill in the time that is named before they open", () => {
      for (const [at, { rangeM, ttkMs }] of starters.entries()) expect(ttkAt(at, rangeM)).toBeCloseTo(ttkMs, 5);
    });
  });

  test("have a weapon of their own each", () => {
    const ids = KIT_IDS.flatMap((kitId) =>
      getStarters(weapons, game, kitId, hitPoints).map(({ weaponId }) => weaponId),
    );
    expect(new Set(ids).size).toBe(12);
  });
});

test("a time to kill needs a public rate, but for one hit", () => {
  const damage = { kind: "steps" as const, steps: [{ fromM: 0, damage: 50 }] as [{ fromM: number; damage: number }] };
  expect(exactTtkMs({ damage, pellets: 1, rateOfFireRpm: 600 }, 30, 100)).toBe(100);
  expect(exactTtkMs({ damage, pellets: 1, rateOfFireRpm: null }, 30, 100)).toBeNull();
  expect(exactTtkMs({ damage, pellets: 2, rateOfFireRpm: null }, 30, 100)).toBe(0);
});
