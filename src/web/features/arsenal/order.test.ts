import { describe, expect, test } from "vitest";
import { aWeapon } from "#test/fixtures/weapon.ts";
import { listedWeapon } from "./listed-weapon.ts";
import { type Row, sorted } from "./order.ts";

const row = (name: string, ttkMs: number | null): Row => ({
  weapon: listedWeapon(aWeapon({ name }), new Map()),
  damage: null,
  shots: null,
  ttkMs,
});
const ROWS = [row("M416", 300), row("AK-12", null), row("ACE 52", 0), row("ACE 23", 300)];
const names = (rows: readonly Row[]) => rows.map(({ weapon }) => weapon.name);

describe("the rows of the arsenal", () => {
  test("by time to kill, equal ones by name, unknown ones last", () => {
    expect(names(sorted(ROWS, "ttk", "asc"))).toEqual(["ACE 52", "ACE 23", "M416", "AK-12"]);
  });

  test("the other way round, unknown ones still last", () => {
    expect(names(sorted(ROWS, "ttk", "desc"))).toEqual(["ACE 23", "M416", "ACE 52", "AK-12"]);
  });

  test("by name, numbers as numbers", () => {
    expect(names(sorted([row("G 100", 1), row("G 36", 1)], "name", "asc"))).toEqual(["G 36", "G 100"]);
  });
});
