import { expect, test } from "vitest";
import { type Bf2042Loadout, isSameContent, loadoutContent, toContent, type VehicleLoadout } from "./loadout.ts";

const TANK: VehicleLoadout = { game: "bf4", vehicleClassId: "vehiclembt", parts: { a: "one", b: "two" } };
const SCOUT: Bf2042Loadout = {
  game: "bf2042",
  classId: "recon",
  specialistId: null,
  primary: { weaponId: null, board: { sight: [], ammunition: [], underbarrel: [], barrel: [] } },
  sidearm: { weaponId: null, board: { sight: [], ammunition: [], underbarrel: [], barrel: [] } },
  gadgetIds: [null, null],
  throwableId: null,
};

test("two contents differ if any field differs, including the order of tags", () => {
  const written = { name: "Tank", note: "", tags: ["a", "b"], loadout: TANK };
  const changed = { name: "Heavy", note: "Slow", tags: ["b", "a"], loadout: SCOUT };
  const fields = Object.keys(loadoutContent.shape);
  expect(Object.keys(changed).toSorted()).toEqual(fields.toSorted());
  for (const [field, value] of Object.entries(changed))
    expect(isSameContent(written, { ...written, [field]: value }), field).toBe(false);
});

test("the order of keys, the record of figures and fields outside the content do not make contents differ", () => {
  const written = { name: "Tank", note: "", tags: ["a", "b"], loadout: TANK };
  const { parts, ...rest } = TANK;
  const reversed = Object.fromEntries(Object.entries(parts).reverse());
  const saved = {
    id: "1",
    version: 2,
    loadout: { parts: reversed, ...rest },
    tags: ["a", "b"],
    note: "",
    name: "Tank",
  };
  expect(isSameContent(written, saved)).toBe(true);
  expect(toContent(saved)).toEqual(written);
  const scout = { ...written, loadout: SCOUT };
  expect(isSameContent(scout, { ...scout, loadout: { ...SCOUT, patch: "6.2.0" } })).toBe(true);
});
