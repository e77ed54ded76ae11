// The time to kill of weapons that fire bursts is the same number on every screen; of whole builds,
// test/integration/one-figure.test.ts.
import { expect, test } from "vitest";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { exactTtkMs } from "#domain/loadout/range-starters.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getSubject, isMinimum, readFigure } from "#domain/weapons/figures.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { sayAt } from "#web/components/charts/chart-scale.ts";
import { ttkLine } from "#web/features/arsenal/compare/chart-lines.ts";
import { compareRows } from "#web/features/arsenal/compare/compare-rows.ts";

// Three at 1,199 a minute, 159 times a minute: the fifth hit is the second of the second burst, 377.36 + 50.04 ms.
test.for([
  ["ac-42", 427.4],
  ["g57", 386.15],
  ["ak-24", 369.8],
] as const)("of the bursts of %s in Season 2 at 30 m", ([id, ms]) => {
  const { weapons, combat } = atLayer(ARSENALS.bf2042, SEASON_TWO);
  const weapon = weapons.get(id);
  const build = weapon && getBallistics(weapon);
  if (!weapon || !build) throw new Error(`No figures of "${id}".`);
  const target = { rangeM: 30, head: "0", hitPoints: 100 } as const;
  const line = ttkLine(id, build, target)?.points ?? [];
  const [row] = compareRows([{ id, name: id, build, mechanics: null, disputed: [] }], target).filter(
    ({ label }) => label === "TTK",
  );
  const times = [
    getLethality(build, target).ttkMs,
    getLethality(summarizeWeapon(weapon, combat), target).ttkMs,
    readFigure("expected", getSubject(build, target)),
    line.findLast(([fromM]) => fromM <= target.rangeM)?.[1],
  ];
  for (const time of times) expect(time).toBeCloseTo(ms, 1);
  expect(row?.readAt(target.rangeM).texts).toEqual([formatTtk(ms)]);
});

test("of a weapon that fires bursts alone is a minimum on every screen beyond one burst", () => {
  const weapon = ARSENALS.bf4.weapons.get("m16a4");
  const other = ARSENALS.bf4.weapons.get("ak-12");
  const [build, real] = [weapon && getBallistics(weapon), other && getBallistics(other)];
  if (!build || !real) throw new Error("No figures");
  const target = { rangeM: 30, head: "0", hitPoints: 100 } as const;
  const sides = [build, real].map((one, at) => {
    return { id: String(at), name: String(at), build: one, mechanics: null, disputed: [] };
  });
  const row = compareRows(sides, target).find(({ label }) => label === "TTK");
  expect(row?.readAt(30)).toMatchObject({ texts: ["≥ 300 ms", "353 ms"], best: [false, false] });
  const line = ttkLine("M16A4", build, target);
  expect(line && sayAt(line, 30, formatTtk)).toBe("≥ 300 ms");
  expect(isMinimum("expected", getSubject(build, target))).toBe(true);
  expect(isMinimum("expected", getSubject(real, target))).toBe(false);
  expect(exactTtkMs(build, 30, 100)).toBeNull();
});
