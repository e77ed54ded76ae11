import { describe, expect, test } from "vitest";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getHealth, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import {
  DUEL_RUNS,
  type Duellist,
  type Duellists,
  fightOnce,
  formatDuel,
  getDuellist,
  parseDuel,
  simulateDuel,
} from "./duel.ts";

const RIFLE: Duellist = {
  health: 100,
  body: 100,
  head: 200,
  fire: { kind: "steady", rpm: 600 },
  magazine: null,
  flightMs: null,
  hasNoHead: false,
  hasEarlierHead: false,
  isMinimum: false,
};

/** Four standard deviations of a share among DUEL_RUNS fights. */
const tolerance = (share: number) => 4 * Math.sqrt((share * (1 - share)) / DUEL_RUNS);

describe("a duel", () => {
  test("of equals who kill with one hit is won as often as the chances say", () => {
    // Each shot decides with chance p: A alone hits with p(1 − p), both with p², and else the next shot decides.
    const p = 0.4;
    const decides = 1 - (1 - p) ** 2;
    const { wins } = simulateDuel([RIFLE, RIFLE], { hitRate: 40, headShare: 0 });
    const alone = (p * (1 - p)) / decides;
    for (const won of wins) expect(Math.abs(won / DUEL_RUNS - alone)).toBeLessThan(tolerance(alone));
    const both = 1 - (wins[0] + wins[1]) / DUEL_RUNS;
    expect(Math.abs(both - p ** 2 / decides)).toBeLessThan(tolerance(p ** 2 / decides));
  });

  test("is decided by the bullet's flight where all else is equal, if both velocities are known", () => {
    const [fast, slow] = [
      { ...RIFLE, flightMs: 20 },
      { ...RIFLE, flightMs: 30 },
    ];
    expect(simulateDuel([fast, slow], { hitRate: 100, headShare: 0 })).toMatchObject({
      wins: [DUEL_RUNS, 0],
      hasFlight: true,
    });
    expect(simulateDuel([fast, RIFLE], { hitRate: 100, headShare: 0 })).toMatchObject({
      wins: [0, 0],
      hasFlight: false,
    });
  });

  test("of a reload in between: two hits of a magazine of one take the reload", () => {
    const slow: Duellist = { ...RIFLE, body: 50, magazine: { rounds: 1, reloadMs: 2000 } };
    const { wins, medianMs } = simulateDuel([slow, { ...RIFLE, body: 25 }], { hitRate: 100, headShare: 0 });
    expect(wins).toEqual([0, DUEL_RUNS]);
    expect(medianMs).toEqual([2000, 300]);
  });

  test("in which every hit is to the head takes the hits of a headshot", () => {
    const { medianMs } = simulateDuel([{ ...RIFLE, body: 25, head: 50 }, RIFLE], { hitRate: 100, headShare: 100 });
    expect(medianMs).toEqual([100, 0]);
  });

  test("has the same result each time, and one fight for each seed", () => {
    const sides: Duellists = [
      { ...RIFLE, body: 30 },
      { ...RIFLE, body: 26 },
    ];
    const chances = { hitRate: 35, headShare: 20 };
    expect(simulateDuel(sides, chances)).toEqual(simulateDuel(sides, chances));
    expect(fightOnce(sides, chances, 1)).toEqual(fightOnce(sides, chances, 1));
    expect(fightOnce(sides, chances, 1)).not.toEqual(fightOnce(sides, chances, 2));
  });

  test("shows a fight whose hits add up to a kill", () => {
    for (const shots of fightOnce([RIFLE, { ...RIFLE, body: 34, head: 68 }], { hitRate: 50, headShare: 50 }, 7)) {
      expect(shots.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThanOrEqual(1);
      expect(shots.slice(0, -1).reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1);
    }
  });
});

const NO_MULTIPLIERS = { chest: 1, legs: 1, chestDefensive: null };

describe("a side of a duel", () => {
  const getSide = (arsenal: Arsenal, id: string, rangeM = 25) => {
    const weapon = arsenal.weapons.get(id);
    const build = weapon && getBallistics(weapon);
    if (!build) throw new Error(`No weapon ${id}.`);
    const health = getHealth(arsenal.combat, "normal");
    return getDuellist(build, { multipliers: getMultipliers(weapon, arsenal.combat), health, rangeM });
  };

  test("kills in the time every other screen shows, when every shot hits the chest", () => {
    for (const arsenal of [ARSENALS.bf4, ARSENALS.bf2042] as const) {
      const health = getHealth(arsenal.combat, "normal");
      for (const weapon of arsenal.weapons.values()) {
        const build = getBallistics(weapon);
        const multipliers = getMultipliers(weapon, arsenal.combat);
        const side = build && getDuellist(build, { multipliers, health, rangeM: 25 });
        if (!build || !side || "missing" in side) continue;
        const shown = getLethality({ ...build, multipliers }, { rangeM: 25, head: "0", hitPoints: health });
        const still = { ...side, flightMs: null, magazine: null };
        const { medianMs } = simulateOne(still);
        expect(medianMs, weapon.id).toBeCloseTo(shown.ttkMs ?? Number.NaN, 1);
      }
    }
  });

  test("names what is not public of it", () => {
    expect(getSide(ARSENALS.bf4, "870-mcs")).toEqual({ missing: ["damage", "pellets"] });
    expect(getSide(ARSENALS.bf4, "m60-ult")).toEqual({ missing: ["rate of fire"] });
  });

  test("without a public head multiplier hits the head like the body", () => {
    expect(getSide(ARSENALS.bf2042, "lynx", 150)).toMatchObject({ hasNoHead: true, head: 75, body: 75 });
    expect(getSide(ARSENALS.bf2042, "ak-24")).toMatchObject({ hasNoHead: false, hasEarlierHead: true });
    expect(getSide(atLayer(ARSENALS.bf2042, "7.2.0"), "ak-24")).toMatchObject({ hasEarlierHead: false });
  });

  test("is none of a build that the record does not list", () => {
    expect(getDuellist(null, { multipliers: NO_MULTIPLIERS, health: 100, rangeM: 10 })).toEqual({ missing: [] });
  });

  /** All of a duel but its ten thousand fights. */
  function simulateOne(side: Duellist) {
    const [shots] = fightOnce([side, side], { hitRate: 100, headShare: 0 }, 1);
    return { medianMs: shots.at(-1)?.ms ?? Number.NaN };
  }
});

describe("the address of a duel", () => {
  test("stands for builds, range and chances", () => {
    const text = "ak-24:6KU:High Power,m5a3,40,35,20";
    const duel = parseDuel(text);
    expect(duel).toEqual({
      builds: [{ weaponId: "ak-24", barrel: "6KU", ammunition: "High Power" }, { weaponId: "m5a3" }],
      rangeM: 40,
      hitRate: 35,
      headShare: 20,
    });
    expect(duel && formatDuel(duel)).toBe(text);
    expect(parseDuel("ak-24::High Power,m5a3")?.builds[0]).toEqual({ weaponId: "ak-24", ammunition: "High Power" });
  });

  test("takes defaults for figures out of bounds, and nothing without two weapons", () => {
    expect(parseDuel("ak-12,famas,9999,0,x")).toMatchObject({ rangeM: 25, hitRate: 40, headShare: 10 });
    expect(parseDuel("ak-12")).toBeNull();
    expect(parseDuel("")).toBeNull();
  });

  test("holds every name of the figures", () => {
    for (const { configurations } of ARSENALS.bf2042.records.values())
      for (const { barrel, ammunition } of [...configurations.values()].flat())
        expect(barrel + ammunition).not.toMatch(/[,:]/);
  });
});
