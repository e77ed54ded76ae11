import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { listContenders } from "./contenders.ts";
import { type Contender, SWEEP_LIMITS, type Sweep, type SweepProgress, sweep } from "./sweep.ts";

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

describe("contenders of the data", () => {
  const chest = { part: "chest", defensive: false, reloads: false } as const;
  const { bf4, bf2042 } = ARSENALS;

  test("are the BF4 weapons of known damage, and each 2042 weapon with each pair once", () => {
    const ofBf4 = listContenders(bf4.weapons.values(), bf4.combat, chest);
    const withDamage = [...bf4.weapons.values()].filter(({ damage }) => damage.length > 0);
    expect(ofBf4).toHaveLength(withDamage.length);
    const of2042 = listContenders(bf2042.weapons.values(), bf2042.combat, chest);
    const keys = of2042.map(({ weaponId, configuration }) => JSON.stringify([weaponId, configuration]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(719);
  });

  test("wear the Defensive upgrade in Battlefield 4 alone", () => {
    const armoured = { part: "chest", defensive: true, reloads: false } as const;
    const multipliers = listContenders(bf4.weapons.values(), bf4.combat, armoured).map((one) => one.bodyMultiplier);
    expect(new Set(multipliers)).toEqual(new Set([0.93]));
    expect(listContenders(bf2042.weapons.values(), bf2042.combat, armoured)).toEqual([]);
  });

  test("reload where magazine and reload are known", () => {
    const weapon = bf2042.weapons.get("ak-24");
    const [asIssued] = listContenders(weapon ? [weapon] : [], bf2042.combat, { ...chest, reloads: true });
    expect(asIssued?.magazine).toEqual({ rounds: 31, reloadMs: 2740 });
  });

  test("are all swept in a moment", () => {
    const contenders = listContenders(bf2042.weapons.values(), bf2042.combat, chest);
    const { result } = through({ ...TERMS, contenders, distancesM: [10, 30, 75], hitRate: 0.3, runs: 100 });
    expect(result.map(({ ranking }) => ranking.length)).toEqual([719, 719, 719]);
  });
});
