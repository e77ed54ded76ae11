import { describe, expect, test } from "vitest";
import type { Weapon } from "#domain/game-data/arsenal.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getSubject, getTimes, readFigure } from "#domain/weapons/figures.ts";
import { DEFAULT_SCENARIO, getTarget, type Scenario } from "#domain/weapons/scenario.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createTtkSeries } from "#web/data/range-lines.ts";

const { bf4, bf2042 } = ARSENALS;

function getBuild(weapon: Weapon | undefined) {
  const build = weapon && getBallistics(weapon);
  if (!build) throw new Error("No figures");
  return build;
}
const AK = getBuild(bf4.weapons.get("ak-12"));
const createTarget = (changes: Partial<Scenario>) => getTarget({ ...DEFAULT_SCENARIO, ...changes }, bf4.combat);

// The expected times are those of docs/figures.md, which were computed independently.
describe("the AK-12", () => {
  test("kills at 60 m with six hits in 441 ms, five soldiers per magazine", () => {
    const kill = getSubject(AK, createTarget({ rangeM: 60 }));
    expect(kill.at).toMatchObject({ damage: 18, shots: 6 });
    expect(readFigure("magazineKills", kill)).toBe(Math.floor((AK.magazine ?? 0) / 6));
    expect(readFigure("ttk", kill)).toBeCloseTo(441.176, 2);
  });

  test("kills in 574 ms on average on a hardcore server with a hit rate of 40 %", () => {
    const kill = getSubject(AK, createTarget({ rangeM: 40, hitPercent: 40, health: "hardcore" }));
    expect(readFigure("ttk", kill)).toBeCloseTo(573.529, 2);
    expect(getTimes(kill)?.p10).toBeCloseTo(264.706, 2);
    expect(getTimes(kill)?.p90).toBeCloseTo(970.588, 2);
    expect(readFigure("meanShots", kill)).toBeCloseTo(7.5, 9);
    expect(readFigure("magazineKills", kill)).toBeCloseTo((AK.magazine ?? 0) / 7.5, 9);
  });

  test("needs fewer hits to the head", () => {
    expect(readFigure("shots", getSubject(AK, createTarget({ heads: "first" })))).toBe(4);
    expect(readFigure("shots", getSubject(AK, createTarget({ heads: 100 })))).toBe(3);
  });

  test("has a chart of times that begins at 0 m and increases", () => {
    const points = createTtkSeries("AK-12", AK, createTarget({}))?.points ?? [];
    const times = points.map(([, ms]) => ms);
    expect(points[0]?.[0]).toBe(0);
    expect(times).toEqual(times.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  });
});

const KILL = ["shots", "meanShots", "ttk", "magazineKills"] as const;

test("a shotgun of Battlefield 4 has no time to kill, as no source gives its pellets", () => {
  const shotgun = getBuild(bf4.weapons.get("870-mcs"));
  const kill = getSubject(shotgun, createTarget({}));
  expect(KILL.map((id) => readFigure(id, kill))).toEqual([null, null, null, null]);
  expect(createTtkSeries("870 MCS", shotgun, createTarget({}))).toBeNull();
});

test("Battlefield 2042 has no time to kill with hardcore health, which it lacks", () => {
  const target = getTarget({ ...DEFAULT_SCENARIO, health: "hardcore" }, bf2042.combat);
  const kill = getSubject(getBuild(bf2042.weapons.get("ak-24")), target);
  expect(KILL.map((id) => readFigure(id, kill))).toEqual([null, null, null, null]);
});
