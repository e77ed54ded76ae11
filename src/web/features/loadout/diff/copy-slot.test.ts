import { describe, expect, test } from "vitest";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { starterLoadout, vehicleStarter } from "#domain/loadout/starter.ts";
import { diffLoadouts } from "#messages/loadout/changes.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getWithSlot } from "./diff-rows.tsx";

const { bf4, bf2042 } = ARSENALS;

const changedLabels = (a: Loadout, b: Loadout, armoury: Armoury) =>
  diffLoadouts(a, b, armoury)
    .filter(({ changed }) => changed)
    .map(({ label }) => label);

describe("a slot copied from another build", () => {
  test.for([
    ["Battlefield 4", bf4, { kitId: "support" }],
    ["Battlefield 2042", bf2042, { kitId: "support" }],
    ["a vehicle", bf4, { vehicleClassId: "vehiclembt" }],
  ] as const)("of %s is no difference any more", ([, arsenal, requested]) => {
    for (let round = 0; round < 20; round += 1) {
      const a = randomLoadout(arsenal, requested, Math.random);
      const b = randomLoadout(arsenal, requested, Math.random);
      for (const label of changedLabels(a, b, arsenal)) {
        const copied = getWithSlot(label, a, b, arsenal);
        if (copied) expect(changedLabels(copied, b, arsenal)).not.toContain(label);
        else expect(label).toMatch(/^(Primary|Sidearm), /);
      }
    }
  });

  test("of a weapon brings its parts, a part of another weapon does not come alone", () => {
    const a = starterLoadout(bf4, "assault");
    const primary = { weaponId: "famas", attachments: { optic: "famas-kobra-rds" } };
    const b = { ...a, primary } as Loadout;
    expect(getWithSlot("Primary", a, b, bf4)).toMatchObject({ primary });
    expect(getWithSlot("Primary, Optic", a, b, bf4)).toBeNull();
  });

  test("of a part as issued takes the other one off", () => {
    const b = starterLoadout(bf4, "assault");
    const a = { ...b, primary: { ...b.primary, attachments: { optic: "x" } } } as Loadout;
    expect(getWithSlot("Primary, Optic", a, b, bf4)).toEqual(b);
  });

  test("between a soldier and a vehicle is none", () => {
    expect(getWithSlot("Primary", starterLoadout(bf4, "assault"), vehicleStarter("vehiclembt"), bf4)).toBeNull();
    expect(getWithSlot("Primary", vehicleStarter("vehiclembt"), starterLoadout(bf4, "assault"), bf4)).toBeNull();
  });
});
