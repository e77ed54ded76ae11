import { describe, expect, test } from "vitest";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { listFasterBullets, sorted } from "./order.ts";
import type { Row } from "./row-figures.ts";

const TIMES: Record<string, number | null> = { M416: 300, "AK-12": null, "ACE 52": 0, "ACE 23": 300 };
const WEAPONS = listedWeapons(
  Object.keys(TIMES).map((name) => createWeapon({ id: name, name })),
  [],
);
const ROWS = WEAPONS.map(
  (weapon): Row => ({
    weapon,
    own: null,
    damage: null,
    shots: null,
    isMinimum: false,
    flightMs: null,
    ttkMs: TIMES[weapon.id] ?? null,
  }),
);
const names = (rows: readonly Row[]) => rows.map(({ weapon }) => weapon.name);

describe("the rows of the arsenal", () => {
  test("by time to kill, equal ones by name, unknown ones last", () => {
    expect(names(sorted(ROWS, "ttk", "asc"))).toEqual(["ACE 52", "ACE 23", "M416", "AK-12"]);
  });

  test("by time to kill, longest first, still with unknown ones last", () => {
    expect(names(sorted(ROWS, "ttk", "desc"))).toEqual(["ACE 23", "M416", "ACE 52", "AK-12"]);
  });

  test("by time to kill as shown; among equal ones the faster bullet is first and marked", () => {
    const guns = { slow: 400, unknown: null, fast: 720 };
    const equal = listedWeapons(
      Object.entries(guns).map(([name, velocityMps]) => createWeapon({ id: name, name, velocityMps })),
      [],
    ).map((weapon, index): Row => ({ ...ROWS[0], weapon, ttkMs: 267 + index / 10 }) as Row);
    const rows = sorted(equal, "ttk", "asc");
    expect(names(rows)).toEqual(["fast", "slow", "unknown"]);
    expect([...listFasterBullets(rows)]).toEqual(["fast"]);
    expect([...listFasterBullets(sorted(ROWS, "ttk", "asc"))]).toEqual([]);
  });

  test("by name, numbers as numbers", () => {
    const [later, earlier] = listedWeapons(
      [createWeapon({ id: "a", name: "G 100" }), createWeapon({ id: "b", name: "G 36" })],
      [],
    );
    expect(later?.nameRank).toBe(1);
    expect(earlier?.nameRank).toBe(0);
  });
});
