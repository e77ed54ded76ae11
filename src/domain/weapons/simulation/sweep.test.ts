import { describe, expect, test } from "vitest";
import type { Weapon } from "#domain/game-data/arsenal.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getFire } from "#domain/weapons/fire.ts";
import { getBodyMultiplier, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Contender, SWEEP_LIMITS, type Sweep, type SweepProgress, sweep } from "./sweep.ts";

const CHEST = { part: "chest", defensive: false } as const;

const gun = (weaponId: string, changes: Partial<Contender> = {}): Contender => ({
  weaponId,
  configuration: null,
  damage: {
    kind: "steps",
    steps: [
      { fromM: 0, damage: 25 },
      { fromM: 50, damage: 20 },
    ],
  },
  pellets: 1,
  headMultiplier: 2,
  bodyMultiplier: 1,
  fire: { kind: "steady", rpm: 600 },
  magazine: null,
  ...changes,
});
const TERMS: Sweep = {
  contenders: [gun("slow", { fire: { kind: "steady", rpm: 300 } }), gun("quick")],
  distancesM: [0, 60],
  health: 100,
  hitRate: 1,
  headChance: 0,
  seed: 1,
  runs: 200,
};

function through(terms: Sweep) {
  const steps: SweepProgress[] = [];
  const walk = sweep(terms);
  for (;;) {
    const { done, value } = walk.next();
    if (done) return { steps, result: value };
    steps.push(value);
  }
}

describe("a sweep", () => {
  test("reports progress after each contender, then ranks them, fastest first", () => {
    const { steps, result } = through(TERMS);
    expect(steps).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
    expect(result.map(({ ranking }) => ranking.map(({ weaponId, place, ms }) => [place, weaponId, ms.mean]))).toEqual([
      [
        [1, "quick", 300],
        [2, "slow", 600],
      ],
      [
        [1, "quick", 400],
        [2, "slow", 800],
      ],
    ]);
  });

  test("gives the same luck to all, so that equals share a place", () => {
    const { result } = through({ ...TERMS, contenders: [gun("a"), gun("b"), gun("c", { pellets: 2 })], hitRate: 0.4 });
    expect(result[0]?.ranking.map(({ place, weaponId }) => [place, weaponId])).toEqual([
      [1, "c"],
      [2, "a"],
      [2, "b"],
    ]);
  });

  test("has a band of 10 to 90 % around the mean", () => {
    const ms = through({ ...TERMS, hitRate: 0.5 }).result[0]?.ranking[0]?.ms;
    expect(ms?.p10).toBeLessThan(ms?.mean ?? 0);
    expect(ms?.p90).toBeGreaterThan(ms?.mean ?? 0);
  });

  test("fights anew wherever other hits kill, and gives what a sweep of that distance alone gives", () => {
    const slope = { kind: "linear", max: 36, min: 16, dropStartM: 5, dropEndM: 65 } as const;
    // 33 and 25 kill with four hits to the body alike; one to the head of factor 1.5 makes it three for the first only.
    const steps: Contender["damage"] = {
      kind: "steps",
      steps: [
        { fromM: 0, damage: 33 },
        { fromM: 50, damage: 25 },
      ],
    };
    const contenders = [gun("slope", { damage: slope }), gun("steps", { damage: steps, headMultiplier: 1.5 })];
    const terms = { ...TERMS, contenders, hitRate: 0.4, headChance: 0.3 };
    const distancesM = Array.from({ length: 15 }, (_, at) => at * 5);
    const alone = distancesM.flatMap((distanceM) => through({ ...terms, distancesM: [distanceM] }).result);
    expect(through({ ...terms, distancesM }).result).toEqual(alone);
    const getMeans = (id: string) =>
      alone.map(({ ranking }) => ranking.find(({ weaponId }) => weaponId === id)?.ms.mean);
    expect(new Set(getMeans("slope")).size).toBeGreaterThan(4);
    expect(new Set(getMeans("steps")).size).toBe(2);
  });

  test("leaves out who lacks a figure that counts", () => {
    const contenders = [gun("no-rate", { fire: null }), gun("no-head", { headMultiplier: null })];
    const ids = (changes: Partial<Sweep>) =>
      through({ ...TERMS, contenders, ...changes }).result[0]?.ranking.map(({ weaponId }) => weaponId);
    expect(ids({})).toEqual(["no-head"]);
    expect(ids({ headChance: 0.5 })).toEqual([]);
    expect(ids({ health: 25 })).toEqual(["no-rate", "no-head"]);
    expect(ids({ hitRate: 0 })).toEqual([]);
  });

  test("may be stopped between two contenders", () => {
    const walk = sweep(TERMS);
    walk.next();
    expect(walk.return([])).toEqual({ done: true, value: [] });
    expect(walk.next().done).toBe(true);
  });

  test("takes and gives what can be sent to a worker", () => {
    expect(structuredClone(TERMS)).toEqual(TERMS);
    const { result } = through(TERMS);
    expect(structuredClone(result)).toEqual(result);
  });

  test.for([
    ["contenders", { contenders: Array.from({ length: SWEEP_LIMITS.contenders + 1 }, () => gun("one")) }],
    ["distances", { distancesM: Array.from({ length: SWEEP_LIMITS.distances + 1 }, (_, at) => at) }],
    ["fights", { runs: SWEEP_LIMITS.runs + 1 }],
  ] as const)("refuses too many %s", ([, changes]) => {
    expect(() => sweep({ ...TERMS, ...changes }).next()).toThrow(RangeError);
  });
});

describe("a sweep of the data", () => {
  /** Each weapon of 2042 with each pair of barrel and ammunition of its sheet. */
  const contenders = [...ARSENALS.bf2042.weapons.values()].flatMap((weapon) =>
    weapon.configurations.flatMap(({ barrel, ammunition }) => listContender(weapon, { barrel, ammunition })),
  );

  function listContender(weapon: Weapon, configuration: NonNullable<Contender["configuration"]>): Contender[] {
    const build = getBallistics(weapon, configuration);
    const bodyMultiplier = getBodyMultiplier(getMultipliers(weapon, ARSENALS.bf2042.combat), CHEST);
    if (!build?.damage || build.pellets === null || bodyMultiplier === null) return [];
    const { damage, pellets, headMultiplier } = build;
    const fire = getFire(build);
    return [
      { weaponId: weapon.id, configuration, damage, pellets, headMultiplier, bodyMultiplier, fire, magazine: null },
    ];
  }

  test("ranks every weapon with every pair once at each distance", () => {
    const { result } = through({ ...TERMS, contenders, distancesM: [10, 30, 75], hitRate: 0.3, runs: 100 });
    expect(result.map(({ ranking }) => ranking.length)).toEqual([719, 719, 719]);
  });
});
