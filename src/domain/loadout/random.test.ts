import { describe, expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { randomLoadout } from "./random.ts";

const { bf4, bf2042 } = ARSENALS;

describe("a random loadout", () => {
  test.for(KIT_IDS)("of %s is legal in both games, and carries over time whatever the kit may", (kitId) => {
    const random = createRandom(1);
    const seen = new Set<unknown>();
    for (let round = 0; round < 600; round += 1) {
      const soldier = randomLoadout(bf4, { kitId }, random);
      expect(findViolations(soldier, bf4)).toEqual([]);
      expect(JSON.stringify(soldier)).not.toContain("no-gadget");
      if ("kitId" in soldier) seen.add(soldier.primary.weaponId).add(soldier.gadget1Id).add(soldier.gadget2Id);
      expect(findViolations(randomLoadout(bf2042, { kitId }, random), bf2042)).toEqual([]);
    }
    const slots = bf4.kits.get(kitId)?.slots;
    const itemIds = [slots?.primary, slots?.gadget1, slots?.gadget2]
      .flatMap((ids) => ids ?? [])
      .filter((id) => !id.startsWith("no-"));
    expect(itemIds.filter((id) => !seen.has(id))).toEqual([]);
  });

  test.for([...bf4.vehicleLoadouts.keys()])("of %s fills every slot with one of its options", (vehicleClassId) => {
    const vehicle = randomLoadout(bf4, { vehicleClassId }, createRandom(7));
    expect(findViolations(vehicle, bf4)).toEqual([]);
    const slots = bf4.vehicleLoadouts.get(vehicleClassId)?.slots ?? [];
    expect(Object.keys("parts" in vehicle ? vehicle.parts : {})).toEqual(slots.map(({ slot }) => slot));
  });

  test("is the same for the same seed, and another for another", () => {
    const of = (seed: number) => randomLoadout(bf4, { kitId: "recon" }, createRandom(seed));
    expect(of(3)).toEqual(of(3));
    expect(of(3)).not.toEqual(of(4));
  });

  test("stays as issued where the armoury knows no parts", () => {
    const loadout = randomLoadout({ ...bf4, attachments: new Map() }, { kitId: "support" }, createRandom(5));
    expect(loadout).toMatchObject({ primary: { attachments: {} }, sidearm: { attachments: {} } });
  });
});
