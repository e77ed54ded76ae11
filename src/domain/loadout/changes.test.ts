import { describe, expect, test } from "vitest";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { starterLoadout, vehicleStarter } from "./starter.ts";

const { bf4 } = ARSENALS;
const soldier = starterLoadout(bf4, "assault");

describe("what changed between two builds", () => {
  test("comes first, and the rest follows in the order of the screen", () => {
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
      { label: "Primary, Barrel", a: "Heavy Barrel", b: "Stock", changed: true, isTakenOff: true },
      { label: "Melee", a: "Bayonet", b: "Shank", changed: true },
    ]);
    expect(changes.slice(3).map(({ label }) => label)).toEqual([
      ...["Kit", "Primary", "Sidearm", "Gadget 1", "Gadget 2", "Grenade", "Field upgrade"],
    ]);
  });

  test("is nothing between a build and itself", () => {
    expect(diffLoadouts(soldier, soldier, bf4).every(({ changed }) => !changed)).toBe(true);
  });

  test("between vehicles names what each is issued with", () => {
    const changed = { ...vehicleStarter("vehiclembt"), parts: { primary: "he-shell" } };
    expect(diffLoadouts(vehicleStarter("vehiclembt"), changed, bf4)[0]).toEqual({
      label: "Primary",
      a: "AP Shell",
      b: "HE Shell",
      changed: true,
      isTakenOff: false,
    });
  });

  test("between a soldier and a vehicle leaves slots of the other empty", () => {
    const changes = diffLoadouts(soldier, vehicleStarter("vehiclembt"), bf4);
    expect(changes.find(({ label }) => label === "Kit")).toEqual({
      label: "Kit",
      a: "Assault",
      b: null,
      changed: true,
      isTakenOff: false,
    });
    expect(changes.find(({ label }) => label === "Vehicle")).toMatchObject({ a: null, b: "Main Battle Tanks" });
  });
});
