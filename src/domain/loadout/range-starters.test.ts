import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { bodyTtkMs, getStarters } from "./range-starters.ts";

describe.each(GAMES)("starters of %s", (game) => {
  const { combat, weapons: all }: Arsenal = ARSENALS[game];
  const weapons = [...all.values()].map((weapon) => summarizeWeapon(weapon, combat));

  test.for(KIT_IDS)("%s has three different ones", (kitId) => {
    const starters = getStarters(weapons, game, kitId, getHealth(combat, "normal"));
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
