import { expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createRandomLoadoutWith, pickRandomWeapons } from "./use-randomize.ts";

const { bf4, bf2042 } = ARSENALS;

test.for([bf4, bf2042])("a random loadout is legal and has the same kit and the given weapons", (arsenal) => {
  for (const kit of KIT_IDS) {
    const now = createStarterLoadout(arsenal, kit);
    // The weapons are chosen before their parts are loaded.
    const weaponIds = pickRandomWeapons(now, { ...arsenal, attachments: new Map() }, Math.random);
    expect(weaponIds).toHaveLength(2);
    const drawn = createRandomLoadoutWith(weaponIds, now, arsenal, Math.random);
    if (isVehicleLoadout(drawn)) throw new Error("Not a soldier");
    expect([drawn.primary.weaponId, drawn.sidearm.weaponId]).toEqual(weaponIds);
    expect(drawn).toMatchObject(now.game === "bf4" ? { kitId: kit } : { classId: kit });
    expect(findViolations(drawn, arsenal)).toEqual([]);
  }
});

test("a random vehicle loadout has the same vehicle class", () => {
  const tank = createVehicleStarter("vehiclembt");
  expect(pickRandomWeapons(tank, bf4, Math.random)).toEqual([]);
  const drawn = createRandomLoadoutWith([], tank, bf4, Math.random);
  expect(drawn).toMatchObject({ vehicleClassId: "vehiclembt" });
  expect(findViolations(drawn, bf4)).toEqual([]);
});
