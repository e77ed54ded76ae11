import { describe, expect, test } from "vitest";
import type { Arsenal } from "#domain/arsenal/arsenal.ts";
import { healthOf } from "#domain/arsenal/health.ts";
import { KIT_IDS } from "#domain/arsenal/kit-id.ts";
import { summaryOf } from "#domain/arsenal/summary.ts";
import { GAMES } from "#domain/game.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { bodyTtkMs, startersOf } from "./range-starters.ts";

describe.each(GAMES)("starters of %s", (game) => {
  const { combat, weapons: all }: Arsenal = ARSENALS[game];
  const weapons = [...all.values()].map((weapon) => summaryOf(weapon, combat));

  test.for(KIT_IDS)("%s has three different ones", (kitId) => {
    const starters = startersOf(weapons, game, kitId, healthOf(combat, "normal"));
    expect(starters.map(({ id }) => id)).toEqual(["close", "medium", "long"]);
    expect(new Set(starters.map(({ weaponId }) => weaponId)).size).toBe(3);
  });
});

test("a time to kill needs a public rate, but for one hit", () => {
  const damage = { kind: "steps" as const, steps: [{ fromM: 0, damage: 50 }] as [{ fromM: number; damage: number }] };
  expect(bodyTtkMs({ damage, pellets: 1, rateOfFireRpm: 600 }, 30, 100)).toBe(100);
  expect(bodyTtkMs({ damage, pellets: 1, rateOfFireRpm: null }, 30, 100)).toBeNull();
  expect(bodyTtkMs({ damage, pellets: 2, rateOfFireRpm: null }, 30, 100)).toBe(0);
});
