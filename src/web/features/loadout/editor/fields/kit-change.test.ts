import { describe, expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { type Bf4Loadout, isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { withKit } from "./kit-field.tsx";

const { bf4, bf2042 } = ARSENALS;

describe("a change of kit", () => {
  test("keeps allowed items and reports the replaced ones", () => {
    const assault = createStarterLoadout(bf4, "assault");
    const { loadout, replaced } = withKit(assault, "recon", bf4);
    expect(loadout).toMatchObject({ kitId: "recon", sidearm: assault.sidearm });
    expect(loadout.primary.weaponId).not.toBe(assault.primary.weaponId);
    expect(replaced.map(({ label }) => label)).toContain("Primary");
    expect(replaced.map(({ label }) => label)).not.toContain("Sidearm");
  });

  test("keeps a weapon of all kits with its parts", () => {
    const everybodys = [...bf4.weapons.values()].find(
      ({ kitIds, slots }) => kitIds.length === 4 && slots[0] === "primary",
    );
    const weaponId = everybodys?.id ?? "";
    const optic = bf4.attachments.get(weaponId)?.slots[0]?.options.find(({ isDefault }) => !isDefault)?.id;
    const primary = { weaponId, attachments: { optic } };
    const assault = { ...createStarterLoadout(bf4, "assault"), primary } as Bf4Loadout;
    expect(optic).toBeDefined();
    expect(withKit(assault, "recon", bf4).loadout.primary).toEqual(primary);
  });

  test("keeps every weapon in Battlefield 2042", () => {
    const assault = createStarterLoadout(bf2042, "assault");
    const { loadout, replaced } = withKit(assault, "recon", bf2042);
    expect(loadout).toMatchObject({ classId: "recon", primary: assault.primary, sidearm: assault.sidearm });
    expect(replaced.map(({ label }) => label)).toContain("Specialist");
  });

  test.for([bf4, bf2042])("makes every legal loadout a legal loadout", (arsenal) => {
    for (const from of KIT_IDS) {
      for (const to of KIT_IDS) {
        const random = createRandomLoadout(arsenal, { kitId: from }, Math.random);
        if (isVehicleLoadout(random)) throw new Error("Not a soldier");
        expect(findViolations(withKit(random, to, arsenal).loadout, arsenal)).toEqual([]);
      }
    }
  });
});
