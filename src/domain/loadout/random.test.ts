import { describe, expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createRandomLoadout } from "./random.ts";

const { bf4, bf2042 } = ARSENALS;

describe("a random loadout", () => {
  test.for(KIT_IDS)("for %s is legal in both games, and every item of the kit is eventually chosen", (kitId) => {
    const random = createRandom(1);
    const seen = new Set<unknown>();
    for (let round = 0; round < 600; round += 1) {
      const soldier = createRandomLoadout(bf4, { kitId }, random);
      expect(findViolations(soldier, bf4)).toEqual([]);
      expect(JSON.stringify(soldier)).not.toContain("no-gadget");
      if ("kitId" in soldier) seen.add(soldier.primary.weaponId).add(soldier.gadget1Id).add(soldier.gadget2Id);
      expect(findViolations(createRandomLoadout(bf2042, { kitId }, random), bf2042)).toEqual([]);
    }
    const slots = bf4.kits.get(kitId)?.slots;
    const itemIds = [slots?.primary, slots?.gadget1, slots?.gadget2]
      .flatMap((ids) => ids ?? [])
      .filter((id) => !id.startsWith("no-"));
    expect(itemIds.filter((id) => !seen.has(id))).toEqual([]);
  });

  test.for([...bf4.vehicleLoadouts.keys()])(
    "for the vehicle class %s has an option in every slot",
    (vehicleClassId) => {
      const vehicle = createRandomLoadout(bf4, { vehicleClassId }, createRandom(7));
      expect(findViolations(vehicle, bf4)).toEqual([]);
      const slots = bf4.vehicleLoadouts.get(vehicleClassId)?.slots ?? [];
      expect(Object.keys("parts" in vehicle ? vehicle.parts : {})).toEqual(slots.map(({ slot }) => slot));
    },
  );

  test("depends only on the seed", () => {
    const createRecon = (seed: number) => createRandomLoadout(bf4, { kitId: "recon" }, createRandom(seed));
    expect(createRecon(3)).toEqual(createRecon(3));
    expect(createRecon(3)).not.toEqual(createRecon(4));
  });

  test("has the default parts if the armoury lists no parts", () => {
    const loadout = createRandomLoadout({ ...bf4, attachments: new Map() }, { kitId: "support" }, createRandom(5));
    expect(loadout).toMatchObject({ primary: { attachments: {} }, sidearm: { attachments: {} } });
  });
});
