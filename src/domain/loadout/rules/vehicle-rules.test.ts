import { describe, expect, test } from "vitest";
import { isVehicleLoadout, loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { getVehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { findViolations } from "./rules.ts";

const { bf4, bf2042 } = ARSENALS;
const createTank = (parts: Record<string, string>): VehicleLoadout => ({
  ...createVehicleStarter("vehiclembt"),
  parts,
});

describe("a vehicle loadout", () => {
  test.for([...bf4.vehicleLoadouts.keys()])("of %s is legal and parses with default parts", (id) => {
    const starter = createVehicleStarter(id);
    expect(findViolations(starter, bf4)).toEqual([]);
    expect(loadout.parse(starter)).toEqual(starter);
  });

  test.for([...bf4.vehicleLoadouts.values()])("of $id has a preset with a legal part in each slot", ({ id, slots }) => {
    const preset = getVehiclePreset(id);
    expect(findViolations(preset, bf4)).toEqual([]);
    expect(Object.keys(preset.parts)).toEqual(slots.map(({ slot }) => slot));
    expect(loadout.parse(preset)).toEqual(preset);
  });

  test("has the default parts as preset if the class has no preset", () => {
    expect(getVehiclePreset("submarine")).toEqual(createVehicleStarter("submarine"));
  });

  test("is distinguished from a soldier's loadout", () => {
    expect([createVehicleStarter("vehiclembt"), createStarterLoadout(bf4, "recon")].map(isVehicleLoadout)).toEqual([
      true,
      false,
    ]);
  });

  test("may have every option of its slots, and no other", () => {
    for (const { id, slots } of bf4.vehicleLoadouts.values()) {
      for (const { slot, options } of slots) {
        for (const option of options) {
          const mounted = { ...createVehicleStarter(id), parts: { [slot]: option.id } };
          expect(findViolations(mounted, bf4)).toEqual([]);
          const elsewhere = { ...createVehicleStarter(id), parts: { [slot]: `${option.id}-x` } };
          expect(findViolations(elsewhere, bf4)).toMatchObject([{ rule: "option-not-for-slot", slot }]);
        }
      }
    }
  });

  test.for<[string, VehicleLoadout, object, string]>([
    [
      "of an unknown vehicle class",
      createVehicleStarter("submarine"),
      { rule: "unknown-vehicle-class" },
      "This loadout is for vehicles that are not in Battlefield 4.",
    ],
    [
      "with an unknown slot",
      createTank({ "left-wing": "he-shell" }),
      { rule: "slot-not-of-vehicle", slot: "left-wing" },
      "Main Battle Tanks have no slot “left-wing”.",
    ],
    [
      "with a shell of another vehicle class",
      createTank({ primary: "25mm-he-shell" }),
      { rule: "option-not-for-slot", slot: "primary", optionId: "25mm-he-shell" },
      "25mm HE Shell does not go into Primary of Main Battle Tanks.",
    ],
  ])("%s breaks one rule", ([, broken, violation, sentence]) => {
    const violations = findViolations(broken, bf4);
    expect(violations).toMatchObject([violation]);
    expect(violations.map((each) => describeViolation(each, bf4))).toEqual([sentence]);
  });

  test("with a slot named like a property of Object is reported as an unknown slot", () => {
    const sentences = ["constructor", "toString"].map((slot) =>
      findViolations(createTank({ [slot]: "he-shell" }), bf4).map((violation) => describeViolation(violation, bf4)),
    );
    expect(sentences).toEqual([
      ["Main Battle Tanks have no slot “constructor”."],
      ["Main Battle Tanks have no slot “toString”."],
    ]);
  });

  test("is not legal in Battlefield 2042", () => {
    expect(findViolations(createTank({}), bf2042)).toEqual([{ rule: "other-game" }]);
  });

  test("is described slot by slot, with the default items", () => {
    expect(describeLoadout(createTank({ "simple-optics": "irnv-optics1" }), bf4).slice(0, 5)).toEqual([
      { label: "Vehicle", value: "Main Battle Tanks" },
      { label: "Primary", value: "AP Shell" },
      { label: "Secondary", value: "Coaxial LMG" },
      { label: "Countermeasure", value: "IR Smoke" },
      { label: "Optics", value: "IRNV Optics" },
    ]);
  });
});
