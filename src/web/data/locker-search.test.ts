import { expect, test } from "vitest";
import { getItemNames } from "#domain/loadout/item-names.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { createSearch } from "#domain/loadout/locker-query.ts";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { getVehicleClassTitle } from "#messages/game/titles.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { setReaderLanguage } from "#test/harness/reader-language.ts";
import type { Saved } from "#web/data/offline/locker.ts";
import { createWordCache } from "./locker-search.ts";

const buildSavedLoadout = (loadout: Loadout, name = "One", version = 1): Saved => ({
  id: "1",
  name,
  note: "",
  tags: [],
  loadout,
  version,
  folderId: null,
  pinnedAt: null,
  place: "a0",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  deletedAt: null,
});

/** Returns the item names as the server sends them in the reader's language. */
const readNames = () => ({
  bf4: getItemNames(
    ARSENALS.bf4,
    [...ARSENALS.bf4.vehicleLoadouts.values()].map((vehicleLoadout) => ({
      id: vehicleLoadout.id,
      name: getVehicleClassTitle(vehicleLoadout),
    })),
  ),
  bf2042: getItemNames(ARSENALS.bf2042, []),
});

const find = (saved: Saved, q: string) => createSearch<Saved>({ q }, createWordCache(readNames()))(saved);

test("a loadout is found by the names of its weapons, attachments and gadgets, with and without hyphens", () => {
  const bf4 = createStarterLoadout(ARSENALS.bf4, "support");
  const bf2042 = createStarterLoadout(ARSENALS.bf2042, "recon");
  for (const [loadout, weapons] of [
    [bf4, ARSENALS.bf4.weapons],
    [bf2042, ARSENALS.bf2042.weapons],
  ] as const) {
    const { name = "" } = weapons.get(("primary" in loadout && loadout.primary.weaponId) || "") ?? {};
    for (const q of [name, name.replaceAll(/[^a-z0-9]/gi, "")])
      expect(find(buildSavedLoadout(loadout), q), q).toBe(true);
    expect(find(buildSavedLoadout(loadout), "railgun")).toBe(false);
  }
  if (bf4.game !== "bf4") throw new Error("It is of another game.");
  const withPart = { ...bf4, primary: { weaponId: "ace-23", attachments: { optic: "ace-23-kobra-rds" } } };
  expect(find(buildSavedLoadout(withPart), "kobra ace23")).toBe(true);
});

test("kits, vehicle classes and default vehicle parts are found in the reader's language and in English", () => {
  const soldier = buildSavedLoadout(createStarterLoadout(ARSENALS.bf4, "assault"));
  const tank = buildSavedLoadout(createVehicleStarter("vehiclembt"));
  for (const q of ["assault"]) expect(find(soldier, q)).toBe(true);
  expect(find(soldier, "sturm")).toBe(false);
  setReaderLanguage("de");
  for (const q of ["assault", "sturm", "sturm one"]) expect(find(soldier, q), q).toBe(true);
  const title = getVehicleClassTitle({ id: "vehiclembt", name: "Main Battle Tanks" });
  expect(title).not.toBe("Main Battle Tanks");
  for (const q of ["main battle", title, "ap shell", "coaxial"]) expect(find(tank, q), q).toBe(true);
  const changed = buildSavedLoadout({ ...createVehicleStarter("vehiclembt"), parts: { primary: "he-shell" } });
  expect([find(changed, "he shell"), find(changed, "ap shell")]).toEqual([true, false]);
});

test("a new version of a loadout is found by its new name", () => {
  const isFound = createSearch<Saved>({ q: "two" }, createWordCache(readNames()));
  const loadout = createStarterLoadout(ARSENALS.bf4, "assault");
  expect([isFound(buildSavedLoadout(loadout)), isFound(buildSavedLoadout(loadout, "Two", 2))]).toEqual([false, true]);
});
