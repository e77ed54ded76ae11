import { expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { starterLoadout, vehicleStarter } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { randomizableWeapons, randomizeWith } from "./use-randomize.ts";

const { bf4, bf2042 } = ARSENALS;

test.for([bf4, bf2042])("a randomize is legal, of the same kit, and with the weapons drawn before", (arsenal) => {
  for (const kit of KIT_IDS) {
    const now = starterLoadout(arsenal, kit);
    // The weapons are drawn while the parts of none of them are known.
    const weaponIds = randomizableWeapons(now, { ...arsenal, attachments: new Map() }, Math.random);
    expect(weaponIds).toHaveLength(2);
    const drawn = randomizeWith(weaponIds, now, arsenal, Math.random);
    if (isVehicleLoadout(drawn)) throw new Error("Not a soldier");
    expect([drawn.primary.weaponId, drawn.sidearm.weaponId]).toEqual(weaponIds);
    expect(drawn).toMatchObject(now.game === "bf4" ? { kitId: kit } : { classId: kit });
    expect(findViolations(drawn, arsenal)).toEqual([]);
  }
});

test("a randomize for a vehicle stays with its class", () => {
  const tank = vehicleStarter("vehiclembt");
  expect(randomizableWeapons(tank, bf4, Math.random)).toEqual([]);
  const drawn = randomizeWith([], tank, bf4, Math.random);
  expect(drawn).toMatchObject({ vehicleClassId: "vehiclembt" });
  expect(findViolations(drawn, bf4)).toEqual([]);
});
