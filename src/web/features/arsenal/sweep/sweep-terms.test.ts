import { describe, expect, test } from "vitest";
import { sweep } from "#domain/weapons/simulation/sweep.ts";
import { aWeapon } from "#test/fixtures/weapon.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { bestLines, getSweep } from "./sweep-terms.ts";

const gun = (id: string, damage: number, changes: Parameters<typeof aWeapon>[0] = {}) =>
  aWeapon({ id, name: id, damage: { kind: "steps", steps: [{ fromM: 0, damage }] }, rateOfFireRpm: 600, ...changes });
const AIM = { part: "chest", defensive: false, hitRate: 50, health: 100, headPercent: 0 } as const;

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

  test("draws the quickest four, each with a band about its mean", () => {
    const weapons = listedWeapons(
      [20, 25, 34, 50, 100].map((damage) => gun(`d${damage}`, damage)),
      [],
    );
    const run = sweep(getSweep(weapons, AIM).sweep);
    let step = run.next();
    while (!step.done) step = run.next();
    const lines = bestLines(step.value, (id) => id.toUpperCase());
    expect(lines.map(({ name }) => name)).toEqual(["D100", "D50", "D34", "D25"]);
    const [first] = lines;
    const mean = first?.points[0]?.[1] ?? Number.NaN;
    expect(first?.band?.low[0]?.[1]).toBeLessThanOrEqual(mean);
    expect(first?.band?.high[0]?.[1]).toBeGreaterThanOrEqual(mean);
  });
});
