import { describe, expect, test } from "vitest";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type CompareRow, type Contestant, compareRows, getReading } from "./compare-rows.ts";

const round = (value: number) => String(Math.round(value));

describe("the best of a row", () => {
  test.for([
    ["the least where less is better", [300, 200, 400], "low", [false, true, false]],
    ["the greatest where more is", [300, 200, 400], "high", [false, false, true]],
    ["all of those that show the same", [200.2, 200, 400], "low", [true, true, false]],
    ["none where all are alike", [200, 200], "low", [false, false]],
    ["none where only one is known", [null, 200], "low", [false, false]],
    ["never what is not public", [null, 200, 300], "low", [false, true, false]],
    ["none where it is a matter of taste", [1, 8], null, [false, false]],
  ] as const)("is %s", ([, values, better, expected]) => {
    expect(getReading(values, round, better).best).toEqual(expected);
  });

  test("weapons differ where they show something else, or where one figure is not public", () => {
    const differ = (values: readonly (number | null)[]) => getReading(values, round, "low").differs;
    expect([differ([200.2, 200]), differ([200, null]), differ([null, null]), differ([1, 2])]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

function getContestant(game: "bf4" | "bf2042", id: string): Contestant {
  const weapon = ARSENALS[game].weapons.get(id);
  if (!weapon) throw new Error(`There is no ${id}.`);
  const build = getBallistics(weapon);
  const mechanics = weapon.game === "bf2042" ? weapon.mechanics : null;
  return { id, name: weapon.name, build, lethal: build, mechanics, disputed: [] };
}

const target = { head: "0", hitPoints: 100 } as const;
const getValues = (rows: readonly CompareRow[], label: string, rangeM = 10) =>
  rows.find((one) => one.label === label)?.readAt(rangeM).texts;

describe("the rows of a comparison", () => {
  const rows = compareRows([getContestant("bf4", "ak-12"), getContestant("bf4", "scar-h")], target);

  test("say what each weapon does at the range", () => {
    expect(getValues(rows, "Shots to kill")).toEqual(["5", "4"]);
    expect(getValues(rows, "Shots to kill", 100)).toEqual(["6", "5"]);
  });

  test("say of Battlefield 4 that recoil and spread are not public", () => {
    for (const label of ["Recoil", "Spread", "Time to aim", "Reload, empty"])
      expect(getValues(rows, label)).toEqual([null, null]);
  });

  test("have the handling of Season 2 where a gun of 2042 has it", () => {
    const guns = compareRows([getContestant("bf2042", "ak-24"), getContestant("bf2042", "m5a3")], target);
    expect(getValues(guns, "Vertical recoil, aimed")?.every((value) => value !== null)).toBe(true);
  });

  test("below a sure hit tell the mean and what nine of ten fights stay within", () => {
    const unsure = compareRows([getContestant("bf4", "ak-12")], { ...target, hitRate: 0.5 });
    // (5 ÷ 0.5 − 1) × 60,000 ÷ 680; nine of ten fights end with the 14th shot.
    expect(getValues(unsure, "Expected TTK")).toEqual(["794 ms"]);
    expect(getValues(unsure, "9 of 10 fights within")).toEqual(["1,147 ms"]);
  });
});
