import { describe, expect, test } from "vitest";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS } from "#domain/game-data/patch.ts";
import { type Ballistics, getBallistics, hasEarlierHead, UNKNOWN_BALLISTICS } from "#domain/weapons/ballistics.ts";
import { getKillTimes, type Target } from "#domain/weapons/lethality/at-range.ts";
import { DEFAULT_SCENARIO, getTarget } from "#domain/weapons/scenario.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Duellists, fightOnce, GREATEST_HEAD_MULTIPLIER, getDuel, listMissingFigures } from "./duel.ts";

/** Returns a gun with steady fire that deals this damage at every range. */
const dealing = (damage: number, changes: Partial<Ballistics> = {}): Ballistics => ({
  ...UNKNOWN_BALLISTICS,
  damage: { kind: "steps", steps: [{ fromM: 0, damage }] },
  rateOfFireRpm: 600,
  headMultiplier: 2,
  pellets: 1,
  ...changes,
});
const withoutHead = (damage: number) => dealing(damage, { headMultiplier: null });
const SURE: Target = { rangeM: 25, heads: 0, hitPoints: 100 };
const HEADS: Target = { ...SURE, heads: 1 };
const UNSURE: Target = { ...SURE, hitRate: 0.35, heads: 0.2 };
const RELOAD = { tacticalS: null, emptyS: 0.9 };

describe("a duel", () => {
  test("of equals who kill with one hit is won as often as the chances say", () => {
    // A shot decides with chance p for each side: A alone hits with p(1 − p), both with p²; otherwise the next shot decides.
    const p = 0.4;
    const decides = 1 - (1 - p) ** 2;
    const { wins } = getDuel([dealing(100), dealing(100)], { ...SURE, hitRate: p });
    for (const won of wins) expect(won).toBeCloseTo((p * (1 - p)) / decides, 10);
    expect(1 - wins[0] - wins[1]).toBeCloseTo(p ** 2 / decides, 10);
  });

  test.for<[string, Target]>([
    ["with hits to the head by chance", UNSURE],
    ["with the first two hits to the head", { ...UNSURE, heads: "two" }],
  ])("agrees with many fights within four standard deviations, %s", ([, target]) => {
    const builds: Duellists = [
      dealing(26, { rateOfFireRpm: 700, magazine: 7, reloadedRounds: 6, reload: RELOAD }),
      dealing(12, { pellets: 4, rateOfFireRpm: 200 }),
    ];
    const runs = 20_000;
    const won: [number, number] = [0, 0];
    for (let seed = 1; seed <= runs; seed += 1) {
      const [left = 0, right = 0] = fightOnce(builds, target, seed * 7919).map((shots) => shots.at(-1)?.ms);
      if (left < right) won[0] += 1;
      if (right < left) won[1] += 1;
    }
    getDuel(builds, target).wins.forEach((chance, side) => {
      expect(Math.abs((won[side] ?? 0) / runs - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / runs));
    });
  });

  test("is decided by the bullet's flight where all else is equal, if both velocities are known", () => {
    const [fast, slow] = [dealing(100, { velocityMps: 900 }), dealing(100, { velocityMps: 600 })];
    expect(getDuel([fast, slow], SURE)).toMatchObject({ wins: [1, 0], hasFlight: true });
    expect(getDuel([fast, dealing(100)], SURE)).toMatchObject({ wins: [0, 0], hasFlight: false });
  });

  test("counts the reload of a magazine of one", () => {
    const slow = dealing(50, { magazine: 1, reloadedRounds: 1, reload: { tacticalS: null, emptyS: 2 } });
    expect(getDuel([slow, dealing(25)], SURE).wins).toEqual([0, 1]);
  });

  test("in which every hit is to the head counts the hits of a headshot", () => {
    expect(getDuel([dealing(50), dealing(49)], HEADS).wins).toEqual([1, 0]);
    expect(getDuel([dealing(50), dealing(49)], { ...SURE, heads: "first" }).wins).toEqual([1, 0]);
  });

  test("counts no hit to the head for either where one multiplier is not public", () => {
    const builds: Duellists = [dealing(25), withoutHead(30)];
    expect(getDuel(builds, HEADS)).toMatchObject({ isHeadless: true, wins: [0, 0] });
    expect(getDuel(builds, SURE)).toMatchObject({ isHeadless: false, open: null });
    for (const shots of fightOnce(builds, { ...HEADS, hitRate: 0.5 }, 3))
      expect(shots.some(({ isHead }) => isHead)).toBe(false);
  });

  test("names no winner where that multiplier could turn it, and one where it could not", () => {
    expect(getDuel([dealing(25), withoutHead(30)], HEADS).open).toBe("head multiplier");
    expect(getDuel([withoutHead(100), dealing(20)], HEADS).open).toBeNull();
  });

  test("names no winner whose times are minimums, but one who beats them", () => {
    const bursts = { hasBurstsOnly: true };
    // With a burst of three, four hits need a second burst.
    expect(getDuel([dealing(25, bursts), dealing(20)], SURE).open).toBe("burst pause");
    expect(getDuel([dealing(20, bursts), dealing(25)], SURE).open).toBeNull();
    expect(getDuel([dealing(25, bursts), dealing(25)], SURE).open).toBe("burst pause");
    expect(getDuel([dealing(50, bursts), dealing(25)], SURE).open).toBeNull();
  });

  test("has the greatest multiplier of the data", () => {
    const all = [ARSENALS.bf4, ...LAYERS.map((layer) => getArsenalAtLayer(ARSENALS.bf2042, layer))].flatMap(
      ({ weapons }) => [...weapons.values()].map((weapon) => getBallistics(weapon)?.headMultiplier ?? 0),
    );
    expect(Math.max(...all)).toBe(GREATEST_HEAD_MULTIPLIER);
  });

  test("has one fight for each seed", () => {
    const builds: Duellists = [dealing(30), dealing(26)];
    expect(fightOnce(builds, UNSURE, 1)).toEqual(fightOnce(builds, UNSURE, 1));
    expect(fightOnce(builds, UNSURE, 1)).not.toEqual(fightOnce(builds, UNSURE, 2));
  });

  test("shows a fight whose hits add up to a kill", () => {
    for (const shots of fightOnce([dealing(100), dealing(34)], { ...SURE, hitRate: 0.5, heads: 0.5 }, 7)) {
      expect(shots.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThanOrEqual(1);
      expect(shots.slice(0, -1).reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1);
    }
  });

  test("ends with the kill at the time to kill that every screen shows", () => {
    for (const { weapons, combat } of [ARSENALS.bf4, ARSENALS.bf2042] as const) {
      const target = getTarget(DEFAULT_SCENARIO, combat);
      for (const weapon of weapons.values()) {
        const build = getBallistics(weapon);
        if (!build || listMissingFigures(build, target).length > 0) continue;
        const still = { ...build, velocityMps: null };
        const [shots] = fightOnce([still, still], target, 1);
        expect(shots.at(-1)?.ms, weapon.id).toBeCloseTo(getKillTimes(build, target)?.mean ?? Number.NaN, 1);
      }
    }
  });
});

describe("the missing figures of a build", () => {
  const listMissing = (arsenal: Arsenal, id: string, changes = {}) => {
    const weapon = arsenal.weapons.get(id);
    const build = weapon && getBallistics(weapon);
    if (!build) throw new Error(`No weapon ${id}.`);
    return listMissingFigures(build, getTarget({ ...DEFAULT_SCENARIO, ...changes }, arsenal.combat));
  };

  test("are named", () => {
    expect(listMissing(ARSENALS.bf4, "870-mcs")).toEqual(["damage", "pellets"]);
    expect(listMissing(ARSENALS.bf4, "m60-ult")).toEqual(["rate of fire"]);
    expect(listMissing(ARSENALS.bf4, "ak-12")).toEqual([]);
  });

  test("depend on the scenario", () => {
    expect(listMissing(ARSENALS.bf2042, "ak-24", { health: "hardcore" })).toEqual(["health"]);
    expect(listMissing(ARSENALS.bf2042, "ak-24", { defensive: true })).toEqual(["body multiplier"]);
    expect(listMissing(ARSENALS.bf4, "ak-12", { defensive: true, part: "legs" })).toEqual([]);
  });

  test("do not count a head multiplier of an earlier record", () => {
    const ak24 = ARSENALS.bf2042.weapons.get("ak-24");
    const build = ak24 && getBallistics(ak24);
    expect(build).toMatchObject({ headMultiplier: 1.9 });
    expect(build && hasEarlierHead(build)).toBe(true);
  });
});
