import { describe, expect, test } from "vitest";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { copySlot } from "./diff-rows.tsx";

const { bf4, bf2042 } = ARSENALS;

const listChangedLabels = (a: Loadout, b: Loadout, armoury: Armoury) =>
  diffLoadouts(a, b, armoury)
    .filter(({ changed }) => changed)
    .map(({ label }) => label);

describe("a slot copied from another loadout", () => {
  test.for([
    ["Battlefield 4", bf4, { kitId: "support" }],
    ["Battlefield 2042", bf2042, { kitId: "support" }],
    ["a vehicle", bf4, { vehicleClassId: "vehiclembt" }],
  ] as const)("is equal in both loadouts afterwards: %s", ([, arsenal, requested]) => {
    for (let round = 0; round < 20; round += 1) {
      const a = createRandomLoadout(arsenal, requested, Math.random);
      const b = createRandomLoadout(arsenal, requested, Math.random);
      for (const label of listChangedLabels(a, b, arsenal)) {
        const copied = copySlot(label, a, b, arsenal);
        if (copied) expect(listChangedLabels(copied, b, arsenal)).not.toContain(label);
        else expect(label).toMatch(/^(Primary|Sidearm), /);
      }
    }
  });

  test("includes the parts of a weapon, but a part of another weapon cannot be copied", () => {
    const a = createStarterLoadout(bf4, "assault");
    const primary = { weaponId: "famas", attachments: { optic: "famas-kobra-rds" } };
    const b = { ...a, primary } as Loadout;
    expect(copySlot("Primary", a, b, bf4)).toMatchObject({ primary });
    expect(copySlot("Primary, Optic", a, b, bf4)).toBeNull();
  });

  test("removes the chosen part if the other loadout has the default part", () => {
    const b = createStarterLoadout(bf4, "assault");
    const a = { ...b, primary: { ...b.primary, attachments: { optic: "x" } } } as Loadout;
    expect(copySlot("Primary, Optic", a, b, bf4)).toEqual(b);
  });

  test("cannot be copied between a soldier and a vehicle", () => {
    expect(
      copySlot("Primary", createStarterLoadout(bf4, "assault"), createVehicleStarter("vehiclembt"), bf4),
    ).toBeNull();
    expect(
      copySlot("Primary", createVehicleStarter("vehiclembt"), createStarterLoadout(bf4, "assault"), bf4),
    ).toBeNull();
  });
});
