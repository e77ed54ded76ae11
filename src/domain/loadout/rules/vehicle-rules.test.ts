import { describe, expect, test } from "vitest";
import { isVehicleLoadout, loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { starterLoadout, vehicleStarter } from "#domain/loadout/starter.ts";
import { vehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { describeInSentence } from "#messages/loadout/violation.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { findViolations } from "./rules.ts";

const { bf4, bf2042 } = ARSENALS;
const tank = (parts: Record<string, string>): VehicleLoadout => ({ ...vehicleStarter("vehiclembt"), parts });

describe("a vehicle", () => {
  test.for([...bf4.vehicleLoadouts.keys()])("%s is legal and parses as issued", (id) => {
    const starter = vehicleStarter(id);
    expect(findViolations(starter, bf4)).toEqual([]);
    expect(loadout.parse(starter)).toEqual(starter);
  });

  test.for([...bf4.vehicleLoadouts.values()])(
    "$id begins with a legal choice for each of its slots",
    ({ id, slots }) => {
      const preset = vehiclePreset(id);
      expect(findViolations(preset, bf4)).toEqual([]);
      expect(Object.keys(preset.parts)).toEqual(slots.map(({ slot }) => slot));
      expect(loadout.parse(preset)).toEqual(preset);
    },
  );

  test("begins as issued where nothing is chosen for its class", () => {
    expect(vehiclePreset("submarine")).toEqual(vehicleStarter("submarine"));
  });

  test("differs from a soldier's loadout", () => {
    expect([vehicleStarter("vehiclembt"), starterLoadout(bf4, "recon")].map(isVehicleLoadout)).toEqual([true, false]);
  });

  test("may mount every option of its slots, and no other", () => {
    for (const { id, slots } of bf4.vehicleLoadouts.values()) {
      for (const { slot, options } of slots) {
        for (const option of options) {
          const mounted = { ...vehicleStarter(id), parts: { [slot]: option.id } };
          expect(findViolations(mounted, bf4)).toEqual([]);
          const elsewhere = { ...vehicleStarter(id), parts: { [slot]: `${option.id}-x` } };
          expect(findViolations(elsewhere, bf4)).toMatchObject([{ rule: "option-not-for-slot", slot }]);
        }
      }
    }
  });

  test.for<[string, VehicleLoadout, object, string]>([
    [
      "of no game",
      vehicleStarter("submarine"),
      { rule: "unknown-vehicle-class" },
      "This loadout is for vehicles that are not in Battlefield 4.",
    ],
    [
      "with a slot of none",
      tank({ "left-wing": "he-shell" }),
      { rule: "slot-not-of-vehicle", slot: "left-wing" },
      "Main Battle Tanks have no slot “left-wing”.",
    ],
    [
      "with the cannon of another",
      tank({ primary: "25mm-he-shell" }),
      { rule: "option-not-for-slot", slot: "primary", optionId: "25mm-he-shell" },
      "25mm HE Shell does not go into Primary of Main Battle Tanks.",
    ],
  ])("%s breaks one rule", ([, broken, violation, sentence]) => {
    const violations = findViolations(broken, bf4);
    expect(violations).toMatchObject([violation]);
    expect(violations.map((one) => describeInSentence(one, bf4))).toEqual([sentence]);
  });

  test("with a slot named after JavaScript's own is answered in plain words", () => {
    const sentences = ["constructor", "toString"].map((slot) =>
      findViolations(tank({ [slot]: "he-shell" }), bf4).map((violation) => describeInSentence(violation, bf4)),
    );
    expect(sentences).toEqual([
      ["Main Battle Tanks have no slot “constructor”."],
      ["Main Battle Tanks have no slot “toString”."],
    ]);
  });

  test("is no loadout of Battlefield 2042", () => {
    expect(findViolations(tank({}), bf2042)).toEqual([{ rule: "other-game" }]);
  });

  test("is described slot by slot, with the default items", () => {
    expect(describeLoadout(tank({ "simple-optics": "irnv-optics1" }), bf4).slice(0, 5)).toEqual([
      { label: "Vehicle", value: "Main Battle Tanks" },
      { label: "Primary", value: "AP Shell" },
      { label: "Secondary", value: "Coaxial LMG" },
      { label: "Countermeasure", value: "IR Smoke" },
      { label: "Optics", value: "IRNV Optics" },
    ]);
  });
});
