import { describe, expect, test } from "vitest";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { DEFAULT_SCENARIO, getTarget } from "#domain/weapons/scenario.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Gun, listFigureRows } from "./gun-diff.tsx";

const { bf4, bf2042 } = ARSENALS;
const target = getTarget(DEFAULT_SCENARIO, bf4.combat);

function createGun(id: string): Gun {
  const weapon = bf4.weapons.get(id);
  return {
    name: weapon?.name ?? id,
    weaponChoice: { weaponId: id, attachments: {} },
    response: null,
    build: weapon ? getBallistics(weapon) : null,
    mechanics: null,
  };
}

const getRows = (a: Gun | null, b: Gun | null) =>
  new Map(listFigureRows(a, b, target).map(({ id: _, title, ...row }) => [title, row]));

describe("the comparison of two guns", () => {
  test("marks the better gun for each figure", () => {
    const rows = getRows(createGun("ak-12"), createGun("famas"));
    expect(rows.get("Rate of fire")?.better).toBe("b");
    expect(rows.get("TTK at 30 m")?.better).toBe("b");
    expect(rows.get("Magazine")?.better).toBe("a");
  });

  test("does not mark a minimum as the better time", () => {
    const time = getRows(createGun("m16a4"), createGun("ace-23")).get("TTK at 30 m");
    expect(time).toEqual({ a: "≥ 300 ms", b: "312 ms", better: null });
  });

  test("marks nothing if the guns are the same", () => {
    expect([...getRows(createGun("ak-12"), createGun("ak-12")).values()].every(({ better }) => better === null)).toBe(
      true,
    );
  });

  test("marks nothing if a figure is not public", () => {
    const rows = getRows(createGun("870-mcs"), createGun("ak-12"));
    expect(rows.get("TTK at 30 m")).toMatchObject({ a: null, better: null });
    expect(rows.get("Reload, empty")).toEqual({ a: null, b: null, better: null });
    expect(getRows(null, createGun("ak-12")).get("Magazine")).toMatchObject({ a: null, better: null });
  });

  test("includes the handling figures of Season 2 for Battlefield 2042", () => {
    const mechanics = bf2042.weapons.get("ak-24")?.mechanics ?? expect.fail("no mechanics");
    const rows = getRows(
      { ...createGun(""), mechanics: { ...mechanics, adsTransitionS: 0.2 } },
      { ...createGun(""), mechanics: { ...mechanics, adsTransitionS: 0.25 } },
    );
    expect(rows.get("Zoom transition, Season 2")).toEqual({ a: "200 ms", b: "250 ms", better: "a" });
  });
});
