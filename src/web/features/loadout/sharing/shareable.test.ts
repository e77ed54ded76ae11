import { expect, test } from "vitest";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { getShareable } from "./shareable.ts";

const TANK: Loadout = { game: "bf4", vehicleClassId: "vehiclembt", parts: {} };
const ARMED: Loadout = { ...TANK, parts: { secondary: "guided-shell" } };
const SAVED = { name: "Heavy", note: "Stay back.", tags: [] as string[], loadout: TANK };
const HELD = { id: "1", name: "Heavy", loadout: TANK, seenVersion: 1 };

test("a loadout that is not being edited is shared as saved", () => {
  expect(getShareable(null, SAVED)).toEqual({ ...SAVED, isUnsaved: false });
});

test("the edited loadout is shared instead of the saved loadout, with the saved note", () => {
  expect(getShareable({ ...HELD, loadout: ARMED }, SAVED)).toEqual({ ...SAVED, loadout: ARMED, isUnsaved: true });
});

test("an edited loadout without changes is not unsaved", () => {
  expect(getShareable(HELD, SAVED)?.isUnsaved).toBe(false);
  expect(getShareable({ ...HELD, note: "Go in." }, SAVED)).toMatchObject({ note: "Go in.", isUnsaved: true });
});

test("a new loadout is unsaved, and a missing loadout is null", () => {
  expect(getShareable(HELD, null)).toMatchObject({ note: "", isUnsaved: true });
  expect(getShareable(null, null)).toBeNull();
});
