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
const createGun = (damage: number, changes: Partial<Ballistics> = {}): Ballistics => ({
  ...UNKNOWN_BALLISTICS,
  damage: { kind: "steps", steps: [{ fromM: 0, damage }] },
  rateOfFireRpm: 600,
  headMultiplier: 2,
  pellets: 1,
  ...changes,
});
const createGunWithoutHead = (damage: number) => createGun(damage, { headMultiplier: null });
const EVERY_HIT: Target = { rangeM: 25, heads: 0, hitPoints: 100 };
const HEADSHOTS: Target = { ...EVERY_HIT, heads: 1 };
const SOME_HITS: Target = { ...EVERY_HIT, hitRate: 0.35, heads: 0.2 };
const RELOAD = { tacticalS: null, emptyS: 0.9 };

describe("a duel", () => {
  test("has the computed chances for equal guns that kill with one hit", () => {
    // A shot decides with chance p for each side: A alone hits with p(1 − p), both with p²; otherwise the next shot decides.
    const p = 0.4;
    const decisionChance = 1 - (1 - p) ** 2;
    const { wins } = getDuel([createGun(100), createGun(100)], { ...EVERY_HIT, hitRate: p });
    for (const chance of wins) expect(chance).toBeCloseTo((p * (1 - p)) / decisionChance, 10);
    expect(1 - wins[0] - wins[1]).toBeCloseTo(p ** 2 / decisionChance, 10);
  });

  test.for<[string, Target]>([
    ["with random headshots", SOME_HITS],
    ["with the first two hits to the head", { ...SOME_HITS, heads: "two" }],
  ])("has the chances of many simulated fights within four standard deviations, %s", ([, target]) => {
    const builds: Duellists = [
      createGun(26, { rateOfFireRpm: 700, magazine: 7, reloadedRounds: 6, reload: RELOAD }),
      createGun(12, { pellets: 4, rateOfFireRpm: 200 }),
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

  test("is won by the faster bullet between otherwise equal guns if both velocities are known", () => {
    const [fast, slow] = [createGun(100, { velocityMps: 900 }), createGun(100, { velocityMps: 600 })];
    expect(getDuel([fast, slow], EVERY_HIT)).toMatchObject({ wins: [1, 0], hasFlight: true });
    expect(getDuel([fast, createGun(100)], EVERY_HIT)).toMatchObject({ wins: [0, 0], hasFlight: false });
  });

  test("includes the reload of a magazine with one round", () => {
    const slow = createGun(50, { magazine: 1, reloadedRounds: 1, reload: { tacticalS: null, emptyS: 2 } });
    expect(getDuel([slow, createGun(25)], EVERY_HIT).wins).toEqual([0, 1]);
  });

  test("uses the head multiplier for headshots", () => {
    expect(getDuel([createGun(50), createGun(49)], HEADSHOTS).wins).toEqual([1, 0]);
    expect(getDuel([createGun(50), createGun(49)], { ...EVERY_HIT, heads: "first" }).wins).toEqual([1, 0]);
  });

  test("has no headshots on either side if one multiplier is unknown", () => {
    const builds: Duellists = [createGun(25), createGunWithoutHead(30)];
    expect(getDuel(builds, HEADSHOTS)).toMatchObject({ ignoresHeadshots: true, wins: [0, 0] });
    expect(getDuel(builds, EVERY_HIT)).toMatchObject({ ignoresHeadshots: false, decisiveUnknown: null });
    for (const shots of fightOnce(builds, { ...HEADSHOTS, hitRate: 0.5 }, 3))
      expect(shots.some(({ isHead }) => isHead)).toBe(false);
  });

  test("has a winner only if the unknown multiplier cannot change it", () => {
    expect(getDuel([createGun(25), createGunWithoutHead(30)], HEADSHOTS).decisiveUnknown).toBe("head multiplier");
    expect(getDuel([createGunWithoutHead(100), createGun(20)], HEADSHOTS).decisiveUnknown).toBeNull();
  });

  test("has no winner whose times are minimums, but a winner who is faster than the minimums", () => {
    const bursts = { hasBurstsOnly: true };
    // With a burst of three, four hits need a second burst.
    expect(getDuel([createGun(25, bursts), createGun(20)], EVERY_HIT).decisiveUnknown).toBe("burst pause");
    expect(getDuel([createGun(20, bursts), createGun(25)], EVERY_HIT).decisiveUnknown).toBeNull();
    expect(getDuel([createGun(25, bursts), createGun(25)], EVERY_HIT).decisiveUnknown).toBe("burst pause");
    expect(getDuel([createGun(50, bursts), createGun(25)], EVERY_HIT).decisiveUnknown).toBeNull();
  });

  test("assumes the greatest head multiplier of the data", () => {
    const multipliers = [ARSENALS.bf4, ...LAYERS.map((layer) => getArsenalAtLayer(ARSENALS.bf2042, layer))].flatMap(
      ({ weapons }) => [...weapons.values()].map((weapon) => getBallistics(weapon)?.headMultiplier ?? 0),
    );
    expect(Math.max(...multipliers)).toBe(GREATEST_HEAD_MULTIPLIER);
  });

  test("has the same simulated fight for the same seed", () => {
    const builds: Duellists = [createGun(30), createGun(26)];
    expect(fightOnce(builds, SOME_HITS, 1)).toEqual(fightOnce(builds, SOME_HITS, 1));
    expect(fightOnce(builds, SOME_HITS, 1)).not.toEqual(fightOnce(builds, SOME_HITS, 2));
  });

  test("has a simulated fight in which the last hit kills", () => {
    for (const shots of fightOnce([createGun(100), createGun(34)], { ...EVERY_HIT, hitRate: 0.5, heads: 0.5 }, 7)) {
      expect(shots.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThanOrEqual(1);
      expect(shots.slice(0, -1).reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1);
    }
  });

  test("has the time to kill that every screen shows", () => {
    for (const { weapons, combat } of [ARSENALS.bf4, ARSENALS.bf2042] as const) {
      const target = getTarget(DEFAULT_SCENARIO, combat);
      for (const weapon of weapons.values()) {
        const build = getBallistics(weapon);
        if (!build || listMissingFigures(build, target).length > 0) continue;
        const buildWithoutFlight = { ...build, velocityMps: null };
        const [shots] = fightOnce([buildWithoutFlight, buildWithoutFlight], target, 1);
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

  test("are listed", () => {
    expect(listMissing(ARSENALS.bf4, "870-mcs")).toEqual(["damage", "pellets"]);
    expect(listMissing(ARSENALS.bf4, "m60-ult")).toEqual(["rate of fire"]);
    expect(listMissing(ARSENALS.bf4, "ak-12")).toEqual([]);
  });

  test("depend on the scenario", () => {
    expect(listMissing(ARSENALS.bf2042, "ak-24", { health: "hardcore" })).toEqual(["health"]);
    expect(listMissing(ARSENALS.bf2042, "ak-24", { defensive: true })).toEqual(["body multiplier"]);
    expect(listMissing(ARSENALS.bf4, "ak-12", { defensive: true, part: "legs" })).toEqual([]);
  });

  test("do not include a head multiplier of an earlier record", () => {
    const ak24 = ARSENALS.bf2042.weapons.get("ak-24");
    const build = ak24 && getBallistics(ak24);
    expect(build).toMatchObject({ headMultiplier: 1.9 });
    expect(build && hasEarlierHead(build)).toBe(true);
  });
});
