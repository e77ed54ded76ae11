import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickTonight } from "./tonight.ts";

const open = (weaponId: string, ...amounts: number[]) =>
  amounts.map((left, at) => ({ targetId: `${weaponId}-${at}`, weaponId, left }));

describe("the weapons of an evening", () => {
  test("finish the most unlocks in the kills there are", () => {
    const unlocks = [...open("ak-12", 5, 12, 90), ...open("famas", 20), ...open("m9", 3, 4)];
    const picks = pickTonight(unlocks, { kills: 40, maxWeapons: 3 });
    expect(picks.map(({ weaponId, kills, targetIds }) => [weaponId, kills, targetIds.length])).toEqual([
      ["m9", 4, 2],
      ["ak-12", 12, 2],
      ["famas", 20, 1],
    ]);
  });

  test("are no more than asked for, and none where nothing fits", () => {
    const unlocks = [...open("ak-12", 1), ...open("famas", 1), ...open("m9", 1, 2)];
    expect(pickTonight(unlocks, { kills: 100, maxWeapons: 1 })).toEqual([
      { weaponId: "m9", kills: 2, targetIds: ["m9-0", "m9-1"] },
    ]);
    expect(pickTonight(open("ak-12", 50), { kills: 49, maxWeapons: 3 })).toEqual([]);
    expect(pickTonight([], { kills: 49, maxWeapons: 3 })).toEqual([]);
  });

  test("are as good as trying every combination", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 4 }), fc.integer({ min: 0, max: 60 }), (weapons, kills) => {
        const unlocks = weapons.flatMap((own, at) => open(`w${at}`, ...own));
        const picks = pickTonight(unlocks, { kills, maxWeapons: 2 });
        expect(picks.reduce((sum, pick) => sum + pick.kills, 0)).toBeLessThanOrEqual(kills);
        const finished = picks.reduce((sum, pick) => sum + pick.targetIds.length, 0);
        expect(finished).toBe(mostByTrying(weapons, kills, 2));
      }),
    );
  });
});

/** The most unlocks that at most so many of these weapons finish, by trying every prefix of each. */
function mostByTrying(weapons: readonly (readonly number[])[], kills: number, maxWeapons: number): number {
  const [first, ...rest] = weapons;
  if (!first || maxWeapons === 0) return 0;
  const sorted = first.toSorted((a, b) => a - b);
  const picks = sorted.flatMap((left, at) =>
    left <= kills ? [at + 1 + mostByTrying(rest, kills - left, maxWeapons - 1)] : [],
  );
  return Math.max(mostByTrying(rest, kills, maxWeapons), ...picks);
}
