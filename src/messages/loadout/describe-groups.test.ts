import { expect, test } from "vitest";
import { getGroups } from "./describe.ts";

test("a soldier's lines are grouped by weapon", () => {
  const lines = [
    { label: "Class", value: "Recon" },
    { label: "Primary", value: "M98B" },
    { label: "Primary, Optic", value: "Hunter (20x)", part: { of: "primary" as const, title: "Optic" } },
    { label: "Sidearm", value: "P226" },
    { label: "Gadget 1", value: "C4" },
  ];
  expect(getGroups(lines)).toEqual([
    { title: "Soldier", lines: [{ label: "Class", value: "Recon" }] },
    {
      title: "Primary",
      lines: [
        { label: "Weapon", value: "M98B" },
        { label: "Optic", value: "Hunter (20x)" },
      ],
    },
    { title: "Sidearm", lines: [{ label: "Weapon", value: "P226" }] },
    { title: "Equipment", lines: [{ label: "Gadget 1", value: "C4" }] },
  ]);
});

test("a vehicle's primary weapon is grouped with its mounted parts", () => {
  const lines = [
    { label: "Vehicle", value: "Main Battle Tanks" },
    { label: "Primary", value: "AP Shell" },
  ];
  expect(getGroups(lines)).toEqual([
    { title: "Vehicle", lines: [{ label: "Vehicle", value: "Main Battle Tanks" }] },
    { title: "Mounted", lines: [{ label: "Primary", value: "AP Shell" }] },
  ]);
});
