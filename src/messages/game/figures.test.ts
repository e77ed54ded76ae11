import { expect, test } from "vitest";
import { formatChange, formatFigure, getLabelWithUnit } from "./figures.ts";

test.for([
  ["zoom", 420, 402, "−18 ms"],
  ["velocity", 700, 805.2, "+105.2 m/s"],
  ["spread", 0.5, 0.4, "−0.1°"],
  ["recoilRight", -0.05, -0.045, "+0.005°"],
  ["reload", 2.18, 3.27, "+1.09 s"],
  ["firstShot", 1, 1.08, "+8 %"],
] as const)("a change of %s from %d to %d is formatted as %s", ([id, before, after, text]) => {
  expect(formatChange(id, before, after)).toBe(text);
});

test("a negative value has a minus sign", () => {
  expect(formatFigure("recoilLeft", -0.2)).toBe("−0.2°");
});

test("only a time to kill is marked as a minimum", () => {
  expect([formatFigure("ttk", 300, true), formatFigure("ttk", 0), formatFigure("flight", 0)]).toEqual([
    "≥ 300 ms",
    "1 hit",
    "0 ms",
  ]);
});

test("the label ends with the unit, if there is one", () => {
  expect([getLabelWithUnit("ttk"), getLabelWithUnit("shots")]).toEqual(["TTK (ms)", "Shots to kill"]);
});
