import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getBallistics } from "./ballistics.ts";
import { type Fire, getBurst, getFire, getFireModes, getMagazine, shotAtMs } from "./fire.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
/** Three shots 50 ms apart, a burst every 300 ms. */
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };

describe("the nth shot", () => {
  test.for([
    ["first of steady fire is at once", STEADY, 1, 0],
    ["fifth of 600 a minute comes after 4 × 100 ms", STEADY, 5, 400],
    ["third of a burst comes after 2 × 50 ms", BURST, 3, 100],
    ["fourth begins the second burst", BURST, 4, 300],
    ["eighth is the second of the third burst: 600 + 50", BURST, 8, 650],
  ] as const)("%s", ([, fire, shot, ms]) => {
    expect(shotAtMs(fire, shot)).toBeCloseTo(ms, 9);
  });

  test("of a burst waits until the burst before has left, regardless of the bursts per minute", () => {
    expect(shotAtMs({ kind: "burst", shots: 3, rpm: 600, burstsPerMinute: 1000 }, 4)).toBe(300);
  });

  test.for([
    ["the last of the magazine comes in time", 3, 200],
    ["the next waits for the reload: 200 + 2,000", 4, 2200],
    ["the next but one follows it", 5, 2300],
    ["and the third magazine, which the chamber leaves a round earlier, for both: 2,200 + 2,100", 6, 4300],
  ] as const)("of magazines of three: %s", ([, shot, ms]) => {
    expect(shotAtMs(STEADY, shot, { rounds: 3, reloadedRounds: 2, reloadMs: 2000 })).toBeCloseTo(ms, 9);
  });

  test("begins a new burst after a reload, though the one before was cut short", () => {
    expect(shotAtMs(BURST, 5, { rounds: 4, reloadedRounds: 4, reloadMs: 1000 })).toBe(1300);
    expect(shotAtMs(BURST, 7, { rounds: 4, reloadedRounds: 4, reloadMs: 1000 })).toBe(1400);
  });

  test("is never faster for a reload shorter than the pause between two shots", () => {
    expect(shotAtMs({ kind: "steady", rpm: 40 }, 2, { rounds: 1, reloadedRounds: 1, reloadMs: 500 })).toBe(1500);
  });
});

describe("a weapon's rhythm", () => {
  const of = (id: string) => {
    const weapon = ARSENALS.bf2042.weapons.get(id);
    const mechanics = weapon?.mechanics;
    const build = weapon && getBallistics(weapon);
    if (!mechanics || !build) throw new Error(`No Season 2 figures of "${id}".`);
    return { mechanics, build };
  };

  test("is steady at the rate shown, unknown without one", () => {
    expect(getFire(of("ak-24").build)).toEqual({ kind: "steady", rpm: 674 });
    expect(getFire({ rateOfFireRpm: null })).toBeNull();
  });

  test("has bursts where Season 2 gives their number per minute", () => {
    expect(getBurst(of("ac-42").mechanics)).toEqual({ kind: "burst", shots: 3, rpm: 1199, burstsPerMinute: 159 });
    expect(getBurst(of("am40").mechanics)).toBeNull();
  });

  test("is that of its bursts where Season 2 measured them and the weapon has no automatic fire", () => {
    const { build } = of("ac-42");
    const bursts = { kind: "burst", shots: 3, rpm: 1199, burstsPerMinute: 159 } as const;
    expect(getFire({ ...build, bursts })).toEqual(bursts);
    expect(getFire(build)).toMatchObject({ kind: "steady" });
  });

  test("differs by the way to fire", () => {
    const { mechanics, build } = of("ak-24");
    const kinds = (modes: ReturnType<typeof getFireModes>) => modes.map(({ mode, fire }) => [mode, fire.kind]);
    expect(kinds(getFireModes(build, mechanics))).toEqual([
      ["auto", "steady"],
      ["burst", "burst"],
      ["single", "steady"],
    ]);
    expect(kinds(getFireModes(build, null))).toEqual([
      ["auto", "steady"],
      ["burst", "steady"],
      ["single", "steady"],
    ]);
    const ak12 = ARSENALS.bf4.weapons.get("ak-12");
    const ways = getFireModes({ ratesOfFireRpm: { auto: 680, burst: 750, single: null } }, null);
    expect(ak12 && getBallistics(ak12)?.ratesOfFireRpm).toEqual({ auto: 680, burst: 750, single: null });
    expect(ways[1]).toEqual({ mode: "burst", fire: { kind: "steady", rpm: 750 } });
  });

  test("is broken by the empty reload, where both figures are known", () => {
    expect(getMagazine(of("ak-24").build)).toEqual({ rounds: 31, reloadedRounds: 30, reloadMs: 2740 });
    expect(getMagazine({ magazine: 31, reloadedRounds: 30, reload: { tacticalS: 2.18, emptyS: null } })).toBeNull();
    expect(getMagazine({ magazine: null, reloadedRounds: null, reload: { tacticalS: 2.18, emptyS: 2.74 } })).toBeNull();
  });
});
