import { describe, expect, test } from "vitest";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { DEFAULT_SCENARIO, getTarget } from "#domain/weapons/scenario.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { figureRows, type Gun } from "./gun-diff.tsx";

const { bf4, bf2042 } = ARSENALS;
const target = getTarget(DEFAULT_SCENARIO, bf4.combat);

function gun(id: string): Gun {
  const weapon = bf4.weapons.get(id);
  return {
    name: weapon?.name ?? id,
    weaponChoice: { weaponId: id, attachments: {} },
    answer: null,
    build: weapon ? getBallistics(weapon) : null,
    mechanics: null,
  };
}

const getRows = (a: Gun | null, b: Gun | null) =>
  new Map(figureRows(a, b, target).map(({ id: _, title, ...row }) => [title, row]));

describe("two guns side by side", () => {
  test("name the better one of each figure", () => {
    const rows = getRows(gun("ak-12"), gun("famas"));
    expect(rows.get("Rate of fire")?.better).toBe("b");
    expect(rows.get("TTK at 30 m")?.better).toBe("b");
    expect(rows.get("Magazine")?.better).toBe("a");
  });

  test("name no minimum as the better time", () => {
    const time = getRows(gun("m16a4"), gun("ace-23")).get("TTK at 30 m");
    expect(time).toEqual({ a: "≥ 300 ms", b: "312 ms", better: null });
  });

  test("that are the same have no better one", () => {
    expect([...getRows(gun("ak-12"), gun("ak-12")).values()].every(({ better }) => better === null)).toBe(true);
  });

  test("have no better one where a figure is not public", () => {
    const rows = getRows(gun("870-mcs"), gun("ak-12"));
    expect(rows.get("TTK at 30 m")).toMatchObject({ a: null, better: null });
    expect(rows.get("Reload, empty")).toEqual({ a: null, b: null, better: null });
    expect(getRows(null, gun("ak-12")).get("Magazine")).toMatchObject({ a: null, better: null });
  });

  test("of Battlefield 2042 are compared by their handling of Season 2 too", () => {
    const mechanics = bf2042.weapons.get("ak-24")?.mechanics ?? expect.fail("no mechanics");
    const rows = getRows(
      { ...gun(""), mechanics: { ...mechanics, adsTransitionS: 0.2 } },
      { ...gun(""), mechanics: { ...mechanics, adsTransitionS: 0.25 } },
    );
    expect(rows.get("Zoom transition, Season 2")).toEqual({ a: "200 ms", b: "250 ms", better: "a" });
  });
});
