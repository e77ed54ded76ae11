import { describe, expect, test } from "vitest";
import type { Bf4Loadout, Bf2042Loadout, VehicleLoadout } from "#domain/loadout/loadout.ts";
import { getDraftKey, getNameProblem, readEditing, readLoadout } from "./editing.ts";

const BF4: Bf4Loadout = {
  game: "bf4",
  kitId: "assault",
  primary: { weaponId: "ak-12", attachments: { optic: "ak-12-kobra-rds" } },
  sidearm: { weaponId: "p226", attachments: {} },
  gadget1Id: "m320-he",
  gadget2Id: null,
  grenadeId: "m67-frag",
  meleeId: "bayonet",
  fieldUpgradeId: "defensive",
};

const BF2042: Bf2042Loadout = {
  game: "bf2042",
  classId: "recon",
  specialistId: "paik",
  primary: { weaponId: "dxr-1", board: { sight: ["m11-6x"], ammunition: [], underbarrel: [], barrel: [] } },
  sidearm: { weaponId: "g57", board: { sight: [], ammunition: [], underbarrel: [], barrel: [] } },
  gadgetIds: ["soflam", null],
  throwableId: "frag-grenade",
};

const TANK: VehicleLoadout = {
  game: "bf4",
  vehicleClassId: "vehiclembt",
  parts: { primary: "he-shell", "gunner-optics": "gunner-irnv2" },
};

describe("a parsed draft", () => {
  test.for([
    ["Battlefield 4", BF4],
    ["a vehicle of Battlefield 4", TANK],
    ["Battlefield 2042", BF2042],
  ] as const)("of %s equals the stored draft", ([, loadout]) => {
    const written = { name: "Mine", note: "Two lines\nof it", tags: ["night", "close"], loadout };
    const editing = { id: "1", seenVersion: 2, folderId: null, ...written };
    expect(readEditing(JSON.parse(JSON.stringify(editing)))).toEqual(editing);
  });

  test("of a release without notes and tags has no note and no tags", () => {
    expect(readEditing({ id: "1", name: "Mine", seenVersion: 2, loadout: TANK })).toEqual({
      ...{ id: "1", name: "Mine", seenVersion: 2, loadout: TANK },
      ...{ note: "", tags: [], folderId: null },
    });
  });

  test.for([null, 7, "text", [], {}, { game: "bf3" }, { game: "bf4", kitId: "pilot" }])("is null for %o", (value) => {
    expect(readLoadout(value)).toBeNull();
    expect(readEditing({ id: "1", name: "Mine", seenVersion: 0, loadout: value })).toBeNull();
  });

  test("of a vehicle has default parts for invalid parts", () => {
    expect(readLoadout({ ...TANK, parts: { primary: 4, secondary: "guided-shell" } })).toEqual({
      ...TANK,
      parts: { secondary: "guided-shell" },
    });
    expect(readLoadout({ ...TANK, parts: "x" })).toEqual({ ...TANK, parts: {} });
  });

  test("has empty slots for invalid items", () => {
    const broken = { ...BF2042, gadgetIds: "x", primary: { weaponId: 4, board: { sight: [1, "k8-holo"] } } };
    expect(readLoadout(broken)).toMatchObject({
      gadgetIds: [null, null],
      primary: { weaponId: null, board: { sight: ["k8-holo"], barrel: [] } },
    });
  });
});

test.for([
  ["", false],
  ["   ", false],
  ["Close", true],
  ["x".repeat(80), true],
  ["x".repeat(81), false],
] as const)("the name “%s” is valid: %s", ([name, fine]) => {
  expect(getNameProblem(name) === null).toBe(fine);
});

test("new loadouts with different initial kits and weapons have separate drafts", () => {
  const keys = [{ edit: "new" }, { edit: "new", kit: "recon" }, { edit: "new", kit: "recon", weapon: "sv-98" }];
  expect(new Set(keys.map((key) => getDraftKey("bf4", key))).size).toBe(3);
});
