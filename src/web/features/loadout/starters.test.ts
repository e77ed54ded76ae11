import { describe, expect, test } from "vitest";
import { KIT_IDS } from "#domain/arsenal/kit-id.ts";
import { summaryOf } from "#domain/arsenal/summary.ts";
import { GAMES } from "#domain/game.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { bodyTtkMs, sayTtk, startersOf } from "./starters.ts";

describe.each(GAMES)("starters of %s", (game) => {
  const weapons = [...ARSENALS[game].weapons.values()].map(summaryOf);

  test.for(KIT_IDS)("%s has three different ones", (kitId) => {
    const starters = startersOf(weapons, game, kitId);
    expect(starters.map(({ id }) => id)).toEqual(["close", "medium", "long"]);
    expect(new Set(starters.map(({ weaponId }) => weaponId)).size).toBe(3);
  });
});

test("a time to kill needs a public rate, but for one hit", () => {
  const damage = { kind: "steps" as const, steps: [{ fromM: 0, damage: 50 }] as [{ fromM: number; damage: number }] };
  expect(bodyTtkMs({ damage, pellets: 1, rateOfFireRpm: 600 }, 30)).toBe(100);
  expect(bodyTtkMs({ damage, pellets: 1, rateOfFireRpm: null }, 30)).toBeNull();
  expect(bodyTtkMs({ damage, pellets: 2, rateOfFireRpm: null }, 30)).toBe(0);
  expect([sayTtk(0), sayTtk(1099.6)]).toEqual(["1 hit", "1,100 ms"]);
});
