import { describe, expect, test } from "vitest";
import { getBallistics, UNKNOWN_BALLISTICS } from "#domain/weapons/ballistics.ts";
import { type FigureSubject, getSubject } from "#domain/weapons/figures.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Contestant, compareFigure, type FigureRow, getFigureRows } from "./versus-rows.ts";

const { bf4, bf2042 } = ARSENALS;

/** A weapon with one figure. */
const withFigure = (id: "ttk" | "velocity" | "pellets", value: number | null): FigureSubject => ({
  build: { ...UNKNOWN_BALLISTICS, velocityMps: value, pellets: value },
  at: { ...NO_LETHALITY, ttkMs: id === "ttk" ? value : null, flightMs: null },
});
const NO_LETHALITY = getLethality(UNKNOWN_BALLISTICS, { heads: 0, hitPoints: 100, rangeM: 0 });

describe("the best of a row", () => {
  test.for([
    ["the lowest if lower is better", "ttk", [300, 200, 400], [false, true, false]],
    ["the highest if higher is better", "velocity", [300, 200, 400], [false, false, true]],
    ["all with the same shown value", "ttk", [200.2, 200, 400], [true, true, false]],
    ["none if all are equal", "ttk", [200, 200], [false, false]],
    ["none if only one is known", "ttk", [null, 200], [false, false]],
    ["never an unknown figure", "ttk", [null, 200, 300], [false, true, false]],
    ["none if neither direction is better", "pellets", [1, 8], [false, false]],
  ] as const)("is %s", ([, id, values, expected]) => {
    const subjects = values.map((value) => withFigure(id, value));
    expect(compareFigure(id, subjects).best).toEqual(expected);
  });

  test("of horizontal recoil is the one nearest to 0, to the left or right", () => {
    const subjects = ["ac-42", "k30", "m5a3"].map((id) => getSubject(null, TARGET, bf2042.weapons.get(id)?.mechanics));
    const { texts, best } = compareFigure("recoilRight", subjects);
    expect(texts).toEqual(["−0.05°", "−0.2°", expect.stringMatching(/^0/)]);
    expect(best).toEqual([true, false, false]);
  });

  test("weapons differ if they show different values, or if only one figure is known", () => {
    const differ = (values: readonly (number | null)[]) =>
      compareFigure(
        "ttk",
        values.map((value) => withFigure("ttk", value)),
      ).differs;
    expect([differ([200.2, 200]), differ([200, null]), differ([null, null]), differ([1, 2])]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

const TARGET = { heads: 0, hitPoints: 100, rangeM: 30 } as const;

function getContestant(game: "bf4" | "bf2042", id: string): Contestant {
  const weapon = { bf4, bf2042 }[game].weapons.get(id);
  if (!weapon) throw new Error(`There is no ${id}.`);
  const build = getBallistics(weapon);
  const mechanics = weapon.game === "bf2042" ? weapon.mechanics : null;
  return { key: id, weaponId: id, name: weapon.name, build, mechanics, disputed: [] };
}

const target = { heads: 0, hitPoints: 100 } as const;
const getValues = (rows: readonly FigureRow[], label: string, rangeM = 10) =>
  rows.find((each) => each.label === label)?.readAt(rangeM).texts;

describe("the rows of Versus", () => {
  const rows = getFigureRows([getContestant("bf4", "ak-12"), getContestant("bf4", "scar-h")], target);

  test("show the figures of each weapon at the range", () => {
    expect(getValues(rows, "Shots to kill")).toEqual(["5", "4"]);
    expect(getValues(rows, "Shots to kill", 100)).toEqual(["6", "5"]);
  });

  test("show recoil and spread of Battlefield 4 as unknown", () => {
    for (const label of ["Recoil", "Spread", "Time to aim", "Reload, empty"])
      expect(getValues(rows, label)).toEqual([null, null]);
  });

  test("show the handling of Season 2 for the guns of 2042 that have it", () => {
    const guns = getFigureRows([getContestant("bf2042", "ak-24"), getContestant("bf2042", "m5a3")], target);
    expect(getValues(guns, "Vertical recoil, aimed")?.every((value) => value !== null)).toBe(true);
  });

  test("show the mean and the time of nine of ten fights when not every shot hits", () => {
    const rowsWithMisses = getFigureRows([getContestant("bf4", "ak-12")], { ...target, hitRate: 0.5 });
    // (5 ÷ 0.5 − 1) × 60,000 ÷ 680; nine of ten fights end with the 14th shot.
    expect(getValues(rowsWithMisses, "TTK")).toEqual(["794 ms"]);
    expect(getValues(rowsWithMisses, "9 of 10 kills within")).toEqual(["1,147 ms"]);
  });
});
