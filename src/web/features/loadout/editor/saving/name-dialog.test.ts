import { expect, test } from "vitest";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getVehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getNameProposal } from "./name-dialog.tsx";

const { bf4 } = ARSENALS;
const starter = createStarterLoadout(bf4, "assault");
const withPrimary = (weaponId: string | null): Loadout =>
  starter.game === "bf4" ? { ...starter, primary: { weaponId, attachments: {} } } : starter;
const loadout = withPrimary("ak-12");

test("the proposed name is weapon and kit, with the first free number", () => {
  expect(getNameProposal(loadout, bf4, new Set())).toBe("AK-12 Assault");
  expect(getNameProposal(loadout, bf4, new Set(["AK-12 Assault"]))).toBe("AK-12 Assault (2)");
  expect(getNameProposal(loadout, bf4, new Set(["AK-12 Assault", "AK-12 Assault (2)"]))).toBe("AK-12 Assault (3)");
});

test("a vehicle has the name of its class, and an unarmed soldier that of the kit", () => {
  expect(getNameProposal(getVehiclePreset("vehiclembt"), bf4, new Set())).toBe("Main Battle Tanks");
  expect(getNameProposal(withPrimary(null), bf4, new Set(["Assault"]))).toBe("Assault (2)");
});
