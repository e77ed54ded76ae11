import { expect, test } from "vitest";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { createNewLoadout } from "./editor-loader.tsx";

const { bf4, bf2042 } = ARSENALS;

test.for([
  [
    "a kit and its weapon",
    bf4,
    { kit: "assault", weapon: "famas" },
    { kitId: "assault", primary: { weaponId: "famas" } },
  ],
  [
    "the weapon of a kit's preset",
    bf4,
    { kit: "support", weapon: "m249" },
    { gadget1Id: "ammo-box", primary: { weaponId: "m249", attachments: { optic: "m249-holo-1x" } } },
  ],
  ["a weapon of one kit", bf4, { weapon: "m249" }, { kitId: "support", primary: { weaponId: "m249" } }],
  ["a sidearm", bf4, { weapon: "g18" }, { sidearm: { weaponId: "g18" } }],
  ["an underslung shotgun", bf4, { weapon: "m26-mass" }, { kitId: "assault", gadget1Id: "m26-mass" }],
  ["a gun of 2042", bf2042, { kit: "recon", weapon: "ak-24" }, { classId: "recon", primary: { weaponId: "ak-24" } }],
  ["a vehicle", bf4, { vehicle: "vehiclembt" }, { vehicleClassId: "vehiclembt", parts: { primary: "ap-shell" } }],
  ["an unknown vehicle", bf4, { vehicle: "submarine" }, { kitId: "assault" }],
  ["an unknown weapon", bf4, { weapon: "railgun" }, { kitId: "assault" }],
] as const)("a new loadout with %s is legal", ([, arsenal, beginning, expected]) => {
  const loadout = createNewLoadout(arsenal, beginning);
  expect(loadout).toMatchObject(expected);
  expect(findViolations(loadout, arsenal)).toEqual([]);
});

test("ids are UUIDs of version 4", () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId()).not.toBe(newId());
});
