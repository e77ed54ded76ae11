import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getStarters } from "#domain/loadout/range-starters.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { type Sweep, type SweepResult, sweep } from "#domain/weapons/simulation/sweep.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { aWeapon } from "#test/fixtures/weapon.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { bestLines, getSweep, listOneHit, splitRanking } from "./sweep-terms.ts";

const gun = (id: string, damage: number, changes: Parameters<typeof aWeapon>[0] = {}) =>
  aWeapon({ id, name: id, damage: { kind: "steps", steps: [{ fromM: 0, damage }] }, rateOfFireRpm: 600, ...changes });
const AIM = { part: "chest", defensive: false, hitRate: 50, health: 100, headPercent: 0, pelletPercent: 100 } as const;

function runSweep(terms: Sweep): SweepResult {
  const run = sweep(terms);
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

describe("the ranking by distance", () => {
  test("leaves out what lacks a public figure, and counts it", () => {
    const weapons = listedWeapons(
      [gun("fast", 50), gun("no-rate", 50, { rateOfFireRpm: null }), aWeapon({ id: "bare" })],
      [],
    );
    const { sweep: terms, leftOut } = getSweep(weapons, AIM);
    expect(terms.contenders.map(({ weaponId }) => weaponId)).toEqual(["fast"]);
    expect(terms).toMatchObject({ hitRate: 0.5, headChance: 0, health: 100 });
    expect(leftOut).toBe(2);
  });

  test("marks the times of a weapon that fires bursts alone as minimums beyond one burst", () => {
    const weapons = listedWeapons([gun("bursts", 25, { hasBurstsOnly: true }), gun("steady", 25)], []);
    const isMinimum = (hitRate: number) =>
      runSweep(getSweep(weapons, { ...AIM, hitRate }).sweep)[0]?.ranking.map(
        ({ ms, exactUpToMs = Number.NaN }) => ms.mean > exactUpToMs,
      );
    expect(isMinimum(100)).toEqual([true, false]);
    expect(isMinimum(50)).toEqual([true, false]);
    const [line] = bestLines(runSweep(getSweep(weapons, { ...AIM, hitRate: 100 }).sweep), (id) => id);
    expect(line?.exactUpTo).toBe(200);
  });

  test("draws the quickest four, each with a band about its mean", () => {
    const weapons = listedWeapons(
      [20, 25, 34, 50, 100].map((damage) => gun(`d${damage}`, damage)),
      [],
    );
    const lines = bestLines(runSweep(getSweep(weapons, AIM).sweep), (id) => id.toUpperCase());
    expect(lines.map(({ name }) => name)).toEqual(["D100", "D50", "D34", "D25"]);
    const [first] = lines;
    const mean = first?.points[0]?.[1] ?? Number.NaN;
    expect(first?.band?.low[0]?.[1]).toBeLessThanOrEqual(mean);
    expect(first?.band?.high[0]?.[1]).toBeGreaterThanOrEqual(mean);
  });

  test("counts the pellets of a shell that hit, and at least one", () => {
    const [shotgun] = listedWeapons([gun("shotgun", 10, { pellets: 9 })], []);
    const pellets = (pelletPercent: number) =>
      getSweep(shotgun ? [shotgun] : [], { ...AIM, pelletPercent }).sweep.contenders.map((one) => one.pellets);
    expect([100, 50, 10].map(pellets)).toEqual([[9], [5], [1]]);
  });

  test("counts as a one-hit kill what any hit kills: a hit to the head alone where every hit is one", () => {
    const weapons = listedWeapons(
      [gun("rifle", 60, { headMultiplier: 2 }), gun("cannon", 100, { headMultiplier: 2 }), gun("bare", 60)],
      [],
    );
    const listed = (headPercent: number) => {
      const { sweep: terms } = getSweep(weapons, { ...AIM, headPercent });
      return [...listOneHit(terms, 100)];
    };
    expect(listed(0)).toEqual(["cannon"]);
    expect(listed(50)).toEqual(["cannon"]);
    expect(listed(100)).toEqual(["rifle", "cannon"]);
  });

  test("lists one class, and one-hit kills apart from those a time orders", () => {
    const ms = (mean: number) => ({ mean, median: mean, p10: mean, p90: mean });
    const ranked = (weaponId: string, mean: number, place: number) => ({
      weaponId,
      configuration: null,
      place,
      ms: ms(mean),
    });
    const ranking = [ranked("bolt", 0, 1), ranked("rifle", 200, 2), ranked("smg", 240, 3), ranked("twin", 240, 3)];
    const { oneHit, timed } = splitRanking(ranking, {
      isListed: (id) => id !== "rifle",
      isOneHit: (id) => id === "bolt",
    });
    expect(oneHit.map(({ weaponId }) => weaponId)).toEqual(["bolt"]);
    expect(timed.map(({ weaponId, place }) => [weaponId, place])).toEqual([
      ["smg", 1],
      ["twin", 1],
    ]);
  });
});

describe.each(GAMES)("the starters of a new loadout of %s", (game) => {
  const { combat, weapons: all } = ARSENALS[game];
  const weapons = [...all.values()].map((weapon) => summarizeWeapon(weapon, combat));
  const health = getHealth(combat, "normal");

  test.each(KIT_IDS)(
    "of %s stand in the ranking as their names promise, where every hit lands on the body",
    (kitId) => {
      const [close, medium, long] = getStarters(weapons, game, kitId, health);
      const ids = [close, medium, long].map((starter) => starter?.weaponId);
      const own = weapons.filter(({ id }) => ids.includes(id));
      const { sweep: terms } = getSweep(listedWeapons(own, []), { ...AIM, hitRate: 100, health: health ?? 0 });
      const getPlace = (rangeM: number, weaponId: string | undefined) =>
        runSweep({ ...terms, distancesM: [rangeM], runs: 1 })[0]?.ranking.find((one) => one.weaponId === weaponId)
          ?.place;
      expect(getPlace(10, close?.weaponId)).toBeLessThan(getPlace(10, medium?.weaponId) ?? 0);
      expect(getPlace(75, long?.weaponId)).toBe(1);
    },
  );
});
