import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getBuild } from "./build.ts";
import { getExactTtkMs, listStarters } from "./range-starters.ts";
import { findViolations } from "./rules/rules.ts";
import { getStarterBuild } from "./starter.ts";

describe.each(GAMES)("the range presets of %s", (game) => {
  const arsenal: Arsenal = ARSENALS[game];
  const { combat, weapons: weaponsById } = arsenal;
  const weapons = [...weaponsById.values()].map((weapon) => summarizeWeapon(weapon));
  const hitPoints = getHealth(combat, "normal");

  describe.each(KIT_IDS)("for %s", (kitId) => {
    const starters = listStarters(weapons, game, kitId, hitPoints);
    const builds = starters.map(({ weaponId }) => getStarterBuild(arsenal, kitId, weaponId));
    /** Returns the time to kill of a preset's weapon with its parts. */
    const getTtkMs = (index: number, rangeM: number): number => {
      const primary = builds[index]?.primary;
      const weapon = weaponsById.get(primary?.weaponId ?? "");
      const parts = arsenal.attachments.get(weapon?.id ?? "");
      const build = primary && weapon && getBuild(weapon, parts && "options" in parts ? parts : null, primary);
      return (build && getExactTtkMs(build, rangeM, hitPoints)) ?? Number.NaN;
    };

    test("are legal and complete", () => {
      expect(starters.map(({ id }) => id)).toEqual(["close", "medium", "long"]);
      for (const build of builds) {
        if (!build) throw new Error("No build");
        expect(findViolations(build, arsenal)).toEqual([]);
        expect(JSON.stringify(build)).not.toContain("null");
        const { primary } = build;
        const partIds = "board" in primary ? Object.values(primary.board).flat() : Object.values(primary.attachments);
        expect(partIds.length).toBeGreaterThanOrEqual(2);
      }
    });

    test("kill fastest at 10 m with “Close”, and at 75 m with “Long range”", () => {
      expect(getTtkMs(0, 10)).toBeLessThan(getTtkMs(1, 10));
      expect(getTtkMs(2, 75)).toBeLessThan(getTtkMs(0, 75));
      expect(getTtkMs(2, 75)).toBeLessThan(getTtkMs(1, 75));
    });

    test("kill in the time that the list of presets shows", () => {
      for (const [index, { rangeM, ttkMs }] of starters.entries())
        expect(getTtkMs(index, rangeM)).toBeCloseTo(ttkMs, 5);
    });
  });

  test("have twelve different weapons", () => {
    const ids = KIT_IDS.flatMap((kitId) =>
      listStarters(weapons, game, kitId, hitPoints).map(({ weaponId }) => weaponId),
    );
    expect(new Set(ids).size).toBe(12);
  });
});

test("the time to kill is null without a public rate of fire, except for a one-hit kill", () => {
  const damage = { kind: "steps" as const, steps: [{ fromM: 0, damage: 50 }] as [{ fromM: number; damage: number }] };
  expect(getExactTtkMs({ damage, pellets: 1, rateOfFireRpm: 600 }, 30, 100)).toBe(100);
  expect(getExactTtkMs({ damage, pellets: 1, rateOfFireRpm: null }, 30, 100)).toBeNull();
  expect(getExactTtkMs({ damage, pellets: 2, rateOfFireRpm: null }, 30, 100)).toBe(0);
});
