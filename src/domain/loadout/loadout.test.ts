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

test("every field of a content counts, the order of tags included", () => {
  const written = { name: "Tank", note: "", tags: ["a", "b"], loadout: TANK };
  const other = { name: "Heavy", note: "Slow", tags: ["b", "a"], loadout: SCOUT };
  const fields = Object.keys(loadoutContent.shape);
  expect(Object.keys(other).toSorted()).toEqual(fields.toSorted());
  for (const [field, value] of Object.entries(other))
    expect(isSameContent(written, { ...written, [field]: value }), field).toBe(false);
});

test("neither the order of keys nor the record of figures makes another content, nor what else its holder has", () => {
  const written = { name: "Tank", note: "", tags: ["a", "b"], loadout: TANK };
  const { parts, ...rest } = TANK;
  const turned = Object.fromEntries(Object.entries(parts).reverse());
  const saved = { id: "1", version: 2, loadout: { parts: turned, ...rest }, tags: ["a", "b"], note: "", name: "Tank" };
  expect(isSameContent(written, saved)).toBe(true);
  expect(toContent(saved)).toEqual(written);
  const scout = { ...written, loadout: SCOUT };
  expect(isSameContent(scout, { ...scout, loadout: { ...SCOUT, patch: "6.2.0" } })).toBe(true);
});
