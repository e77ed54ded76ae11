import { describe, expect, test } from "vitest";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS } from "#domain/game-data/patch.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getHealth, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import {
  type Duellist,
  type Duellists,
  fightOnce,
  formatDuel,
  GREATEST_HEAD_MULTIPLIER,
  getDuel,
  getDuellist,
  parseDuel,
} from "./duel.ts";

const HIT = { health: 100, damage: 100, headMultiplier: 2 };
const RIFLE: Duellist = {
  hit: HIT,
  fire: { kind: "steady", rpm: 600 },
  magazine: null,
  flightMs: null,
  hasEarlierHead: false,
  exactUpToMs: Number.POSITIVE_INFINITY,
};
const dealing = (damage: number, changes: Partial<Duellist> = {}): Duellist => ({
  ...RIFLE,
  hit: { ...HIT, damage },
  ...changes,
});
const withoutHead = (damage: number): Duellist => ({ ...RIFLE, hit: { health: 100, damage } });
const SURE = { hitRate: 100, headShare: 0 };

describe("a duel", () => {
  test("of equals who kill with one hit is won as often as the chances say", () => {
    // Each shot decides with chance p: A alone hits with p(1 − p), both with p², and else the next shot decides.
    const p = 0.4;
    const decides = 1 - (1 - p) ** 2;
    const { wins } = getDuel([RIFLE, RIFLE], { hitRate: 40, headShare: 0 });
    for (const won of wins) expect(won).toBeCloseTo((p * (1 - p)) / decides, 10);
    expect(1 - wins[0] - wins[1]).toBeCloseTo(p ** 2 / decides, 10);
  });

  test("agrees with many fights by chance within four standard deviations", () => {
    const sides: Duellists = [
      dealing(26, { fire: { kind: "steady", rpm: 700 }, magazine: { rounds: 7, reloadedRounds: 6, reloadMs: 900 } }),
      dealing(12, { hit: { ...HIT, damage: 12, pellets: 4, bodyMultiplier: 0.9 }, fire: { kind: "steady", rpm: 200 } }),
    ];
    const chances = { hitRate: 35, headShare: 20 };
    const runs = 20_000;
    const won = [0, 0];
    for (let seed = 1; seed <= runs; seed += 1) {
      const [left, right] = fightOnce(sides, chances, seed * 7919).map((shots) => shots.at(-1)?.ms ?? 0);
      if ((left ?? 0) < (right ?? 0)) won[0] = (won[0] ?? 0) + 1;
      if ((right ?? 0) < (left ?? 0)) won[1] = (won[1] ?? 0) + 1;
    }
    getDuel(sides, chances).wins.forEach((chance, at) => {
      expect(Math.abs((won[at] ?? 0) / runs - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / runs));
    });
  });

  test("is decided by the bullet's flight where all else is equal, if both velocities are known", () => {
    const [fast, slow] = [
      { ...RIFLE, flightMs: 20 },
      { ...RIFLE, flightMs: 30 },
    ];
    expect(getDuel([fast, slow], SURE)).toMatchObject({ wins: [1, 0], hasFlight: true });
    expect(getDuel([fast, RIFLE], SURE)).toMatchObject({ wins: [0, 0], hasFlight: false });
  });

  test("of a reload in between: two hits of a magazine of one take the reload", () => {
    const slow = dealing(50, { magazine: { rounds: 1, reloadedRounds: 1, reloadMs: 2000 } });
    expect(getDuel([slow, dealing(25)], SURE)).toMatchObject({ wins: [0, 1], medianMs: [2000, 300] });
  });

  test("in which every hit is to the head takes the hits of a headshot", () => {
    expect(getDuel([dealing(25), RIFLE], { hitRate: 100, headShare: 100 }).medianMs).toEqual([100, 0]);
  });

  test("counts no hit to the head for either where one multiplier is not public", () => {
    const duel = getDuel([dealing(25), withoutHead(30)], { hitRate: 100, headShare: 100 });
    expect(duel).toMatchObject({ isHeadless: true, medianMs: [300, 300], wins: [0, 0] });
    expect(getDuel([dealing(25), withoutHead(30)], SURE)).toMatchObject({ isHeadless: false, open: null });
    for (const shots of fightOnce([dealing(25), withoutHead(30)], { hitRate: 50, headShare: 100 }, 3))
      expect(shots.some(({ isHead }) => isHead)).toBe(false);
  });

  test("names no winner where that multiplier could turn it, and one where it could not", () => {
    const heads = { hitRate: 100, headShare: 100 };
    expect(getDuel([dealing(25), withoutHead(30)], heads).open).toBe("head multiplier");
    expect(getDuel([withoutHead(100), dealing(20)], heads).open).toBeNull();
  });

  test("names no winner whose times are minimums, but one who beats them", () => {
    const bursts = { exactUpToMs: 100 };
    expect(getDuel([dealing(34, bursts), dealing(25)], SURE).open).toBe("burst pause");
    expect(getDuel([dealing(20, bursts), dealing(25)], SURE).open).toBeNull();
    expect(getDuel([dealing(25, bursts), dealing(25)], SURE).open).toBe("burst pause");
    // Two hits fall within the burst.
    expect(getDuel([dealing(50, bursts), dealing(25)], SURE).open).toBeNull();
  });

  test("knows the greatest multiplier of the data", () => {
    const all = [ARSENALS.bf4, ...LAYERS.map((layer) => atLayer(ARSENALS.bf2042, layer))].flatMap(({ weapons }) =>
      [...weapons.values()].map((weapon) => getBallistics(weapon)?.headMultiplier ?? 0),
    );
    expect(Math.max(...all)).toBe(GREATEST_HEAD_MULTIPLIER);
  });

  test("has one fight for each seed", () => {
    const sides: Duellists = [dealing(30), dealing(26)];
    const chances = { hitRate: 35, headShare: 20 };
    expect(fightOnce(sides, chances, 1)).toEqual(fightOnce(sides, chances, 1));
    expect(fightOnce(sides, chances, 1)).not.toEqual(fightOnce(sides, chances, 2));
  });

  test("shows a fight whose hits add up to a kill", () => {
    for (const shots of fightOnce([RIFLE, dealing(34)], { hitRate: 50, headShare: 50 }, 7)) {
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
        const shown = getLethality({ ...build, multipliers }, { rangeM: 25, heads: 0, hitPoints: health });
        const still = { ...side, flightMs: null };
        expect(getDuel([still, still], SURE).medianMs[0], weapon.id).toBeCloseTo(shown.ttkMs ?? Number.NaN, 1);
      }
    }
  });

  test("names what is not public of it", () => {
    expect(getSide(ARSENALS.bf4, "870-mcs")).toEqual({ missing: ["damage", "pellets"] });
    expect(getSide(ARSENALS.bf4, "m60-ult")).toEqual({ missing: ["rate of fire"] });
  });

  test("has a head multiplier that may be of an earlier record", () => {
    expect(getSide(ARSENALS.bf2042, "lynx", 150)).toMatchObject({
      hit: expect.not.objectContaining({ headMultiplier: 1 }),
    });
    expect(getSide(ARSENALS.bf2042, "ak-24")).toMatchObject({ hit: { headMultiplier: 1.9 }, hasEarlierHead: true });
    expect(getSide(atLayer(ARSENALS.bf2042, "7.2.0"), "ak-24")).toMatchObject({ hasEarlierHead: false });
  });

  test("is none of a build that the record does not list", () => {
    expect(getDuellist(null, { multipliers: NO_MULTIPLIERS, health: 100, rangeM: 10 })).toEqual({ missing: [] });
  });
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
