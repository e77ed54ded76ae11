import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getBallistics } from "./ballistics.ts";
import { type Fire, getBurst, getFire, getFireModes, getMagazine, getShotTimeMs } from "./fire.ts";

const STEADY: Fire = { kind: "steady", rpm: 600 };
/** Three shots 50 ms apart, a burst every 300 ms. */
const BURST: Fire = { kind: "burst", shots: 3, rpm: 1200, burstsPerMinute: 200 };

describe("the time of a shot", () => {
  test.for([
    ["first shot of steady fire comes at once", STEADY, 1, 0],
    ["fifth shot of 600 a minute comes after 4 × 100 ms", STEADY, 5, 400],
    ["third shot of a burst comes after 2 × 50 ms", BURST, 3, 100],
    ["fourth shot starts the second burst", BURST, 4, 300],
    ["eighth shot is the second of the third burst: 600 + 50", BURST, 8, 650],
  ] as const)("the %s", ([, fire, shot, ms]) => {
    expect(getShotTimeMs(fire, shot)).toBeCloseTo(ms, 9);
  });

  test("a burst starts after the previous burst, regardless of the bursts per minute", () => {
    expect(getShotTimeMs({ kind: "burst", shots: 3, rpm: 600, burstsPerMinute: 1000 }, 4)).toBe(300);
  });

  test.for([
    ["the last shot of the magazine is not delayed", 3, 200],
    ["the next shot waits for the reload: 200 + 2,000", 4, 2200],
    ["the following shot comes 100 ms later", 5, 2300],
    ["the third magazine waits for both reloads, the second after only two rounds: 2,200 + 2,100", 6, 4300],
  ] as const)("with a magazine of three rounds, %s", ([, shot, ms]) => {
    expect(getShotTimeMs(STEADY, shot, { rounds: 3, reloadedRounds: 2, reloadMs: 2000 })).toBeCloseTo(ms, 9);
  });

  test("a reload starts a new burst, even if the previous burst was incomplete", () => {
    expect(getShotTimeMs(BURST, 5, { rounds: 4, reloadedRounds: 4, reloadMs: 1000 })).toBe(1300);
    expect(getShotTimeMs(BURST, 7, { rounds: 4, reloadedRounds: 4, reloadMs: 1000 })).toBe(1400);
  });

  test("a reload that is shorter than the pause between two shots does not shorten the pause", () => {
    expect(getShotTimeMs({ kind: "steady", rpm: 40 }, 2, { rounds: 1, reloadedRounds: 1, reloadMs: 500 })).toBe(1500);
  });
});

describe("the fire pattern of a weapon", () => {
  const getSeasonTwoFigures = (id: string) => {
    const weapon = ARSENALS.bf2042.weapons.get(id);
    const mechanics = weapon?.mechanics;
    const build = weapon && getBallistics(weapon);
    if (!mechanics || !build) throw new Error(`No Season 2 figures of "${id}".`);
    return { mechanics, build };
  };

  test("is steady at the shown rate, and null without a rate", () => {
    expect(getFire(getSeasonTwoFigures("ak-24").build)).toEqual({ kind: "steady", rpm: 674 });
    expect(getFire({ rateOfFireRpm: null })).toBeNull();
  });

  test("has bursts if Season 2 gives their number per minute", () => {
    expect(getBurst(getSeasonTwoFigures("ac-42").mechanics)).toEqual({
      kind: "burst",
      shots: 3,
      rpm: 1199,
      burstsPerMinute: 159,
    });
    expect(getBurst(getSeasonTwoFigures("am40").mechanics)).toBeNull();
  });

  test("is in bursts if Season 2 measured them and the weapon has no automatic fire", () => {
    const { build } = getSeasonTwoFigures("ac-42");
    const bursts = { kind: "burst", shots: 3, rpm: 1199, burstsPerMinute: 159 } as const;
    expect(getFire({ ...build, bursts })).toEqual(bursts);
    expect(getFire(build)).toMatchObject({ kind: "steady" });
  });

  test("depends on the fire mode", () => {
    const { mechanics, build } = getSeasonTwoFigures("ak-24");
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
    const fireModes = getFireModes({ ratesOfFireRpm: { auto: 680, burst: 750, single: null } }, null);
    expect(ak12 && getBallistics(ak12)?.ratesOfFireRpm).toEqual({ auto: 680, burst: 750, single: null });
    expect(fireModes[1]).toEqual({ mode: "burst", fire: { kind: "steady", rpm: 750 } });
  });

  test("is interrupted by the empty reload if the magazine and the reload are known", () => {
    expect(getMagazine(getSeasonTwoFigures("ak-24").build)).toEqual({ rounds: 31, reloadedRounds: 30, reloadMs: 2740 });
    expect(getMagazine({ magazine: 31, reloadedRounds: 30, reload: { tacticalS: 2.18, emptyS: null } })).toBeNull();
    expect(getMagazine({ magazine: null, reloadedRounds: null, reload: { tacticalS: 2.18, emptyS: 2.74 } })).toBeNull();
  });
});
