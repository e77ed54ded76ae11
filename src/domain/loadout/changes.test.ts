import { describe, expect, test } from "vitest";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createStarterLoadout, createVehicleStarter } from "./starter.ts";

const { bf4 } = ARSENALS;
const soldier = createStarterLoadout(bf4, "assault");

describe("the comparison of two loadouts", () => {
  test("lists the changes first, then the other slots in the order of the screen", () => {
    const primary = { weaponId: "ak-12", attachments: { barrel: "ak-12-heavy-barrel" } };
    const changes = diffLoadouts(
      { ...soldier, primary } as typeof soldier,
      {
        ...soldier,
        primary: { weaponId: "ak-12", attachments: { optic: "ak-12-kobra-rds" } },
        meleeId: "shank",
      } as typeof soldier,
      bf4,
    );
    expect(changes.filter(({ changed }) => changed)).toMatchObject([
      {
        label: "Primary, Optic",
        part: { of: "primary", title: "Optic" },
        a: "Stock",
        b: "Kobra (RDS)",
        changed: true,
      },
      { label: "Primary, Barrel", a: "Heavy Barrel", b: "Stock", changed: true, hasDefaultInB: true },
      { label: "Melee", a: "Bayonet", b: "Shank", changed: true },
    ]);
    expect(changes.slice(3).map(({ label }) => label)).toEqual([
      ...["Class", "Primary", "Sidearm", "Gadget 1", "Gadget 2", "Grenade", "Field upgrade"],
    ]);
  });

  test("lists no change between a loadout and itself", () => {
    expect(diffLoadouts(soldier, soldier, bf4).every(({ changed }) => !changed)).toBe(true);
  });

  test("of vehicles includes their default parts", () => {
    const changed = { ...createVehicleStarter("vehiclembt"), parts: { primary: "he-shell" } };
    expect(diffLoadouts(createVehicleStarter("vehiclembt"), changed, bf4)[0]).toEqual({
      label: "Primary",
      a: "AP Shell",
      b: "HE Shell",
      changed: true,
      hasDefaultInB: false,
    });
  });

  test("of a soldier and a vehicle has null for slots that the other lacks", () => {
    const changes = diffLoadouts(soldier, createVehicleStarter("vehiclembt"), bf4);
    expect(changes.find(({ label }) => label === "Class")).toEqual({
      label: "Class",
      a: "Assault",
      b: null,
      changed: true,
      hasDefaultInB: false,
    });
    expect(changes.find(({ label }) => label === "Vehicle")).toMatchObject({ a: null, b: "Main Battle Tanks" });
  });
});
