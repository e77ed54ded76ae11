import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickTonight } from "./tonight.ts";

const createUnlocks = (weaponId: string, ...amounts: number[]) =>
  amounts.map((left, index) => ({
    targetId: `${weaponId}-${index}`,
    weaponId,
    left,
    minutes: left,
    hours: left / 60,
    basis: "item" as const,
  }));

describe("pickTonight", () => {
  test("finishes the most unlocks in the available time", () => {
    const unlocks = [...createUnlocks("ak-12", 5, 12, 90), ...createUnlocks("famas", 20), ...createUnlocks("m9", 3, 4)];
    const picks = pickTonight(unlocks, { minutes: 40, maxWeapons: 3 });
    expect(picks.map(({ weaponId, kills, targetIds }) => [weaponId, kills, targetIds.length])).toEqual([
      ["m9", 4, 2],
      ["ak-12", 12, 2],
      ["famas", 20, 1],
    ]);
  });

  test("returns at most maxWeapons, and none if no unlock fits", () => {
    const unlocks = [...createUnlocks("ak-12", 1), ...createUnlocks("famas", 1), ...createUnlocks("m9", 1, 2)];
    expect(pickTonight(unlocks, { minutes: 100, maxWeapons: 1 })).toEqual([
      { weaponId: "m9", kills: 2, minutes: 2, hours: 2 / 60, basis: "item", targetIds: ["m9-0", "m9-1"] },
    ]);
    expect(pickTonight(createUnlocks("ak-12", 50), { minutes: 49, maxWeapons: 3 })).toEqual([]);
    expect(pickTonight([], { minutes: 49, maxWeapons: 3 })).toEqual([]);
  });

  test("finishes as many unlocks as the best of all combinations", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 4 }), fc.integer({ min: 0, max: 60 }), (weapons, kills) => {
        const unlocks = weapons.flatMap((own, at) => createUnlocks(`w${at}`, ...own));
        const picks = pickTonight(unlocks, { minutes: kills, maxWeapons: 2 });
        expect(picks.reduce((sum, pick) => sum + pick.kills, 0)).toBeLessThanOrEqual(kills);
        const finished = picks.reduce((sum, pick) => sum + pick.targetIds.length, 0);
        expect(finished).toBe(countFinishedByTrying(weapons, kills, 2));
      }),
    );
  });
});

/** Returns the largest number of unlocks that maxWeapons of these weapons finish, by trying every prefix of each. */
function countFinishedByTrying(weapons: readonly (readonly number[])[], kills: number, maxWeapons: number): number {
  const [first, ...rest] = weapons;
  if (!first || maxWeapons === 0) return 0;
  const sorted = first.toSorted((a, b) => a - b);
  const picks = sorted.flatMap((left, at) =>
    left <= kills ? [at + 1 + countFinishedByTrying(rest, kills - left, maxWeapons - 1)] : [],
  );
  return Math.max(countFinishedByTrying(rest, kills, maxWeapons), ...picks);
}
