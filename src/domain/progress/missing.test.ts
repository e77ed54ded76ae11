import { describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createProgress } from "#messages/progress/targets.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createKnownProgress } from "./known-progress.ts";
import { listMissing } from "./missing.ts";

const progress = createProgress(ARSENALS.bf4);
const counters = { "kills:ace-23": 129, "score:assault": 100_000 };
const knownProgress = createKnownProgress([
  { source: "service", at: "2026-11-20T20:00:00.000Z", counters, targets: {} },
]);

describe("listMissing", () => {
  test("lists missing parts and items in the order of the editor", () => {
    const loadout = {
      game: "bf4",
      kitId: "assault",
      primary: { weaponId: "ace-23", attachments: { optic: "ace-23-hd-33-1x", barrel: "ace-23-muzzle-brake" } },
      sidearm: { weaponId: "p226", attachments: {} },
      gadget1Id: "defibrillator",
      gadget2Id: "medic-bag",
      grenadeId: null,
      meleeId: "boot",
      fieldUpgradeId: "defensive",
    } as const;
    expect(listMissing(loadout, knownProgress, progress)).toMatchObject([
      { target: { id: "item:ace-23" }, remainder: { state: "unknown" } },
      { target: { id: "part:ace-23/ace-23-hd-33-1x" }, remainder: { state: "left", left: 1, unit: "kills" } },
      { target: { id: "item:medic-bag" }, remainder: { state: "left", left: 1000, unit: "score" } },
      { target: { id: "item:boot" }, remainder: { state: "uncounted" } },
    ]);
  });

  test("lists a vehicle's missing options", () => {
    const tank = {
      game: "bf4",
      vehicleClassId: "vehiclembt",
      parts: { primary: "he-shell", secondary: "coaxial-lmg1" },
    } as const;
    expect(listMissing(tank, knownProgress, progress)).toMatchObject([
      { target: { id: "option:vehiclembt/he-shell" }, remainder: { state: "unknown", missing: ["score:vehiclembt"] } },
    ]);
  });

  test("is empty for items that are unlocked from the start, and for Battlefield 2042", () => {
    expect(listMissing(createStarterLoadout(ARSENALS.bf4, "assault"), knownProgress, progress)).toEqual([]);
    expect(listMissing(createStarterLoadout(ARSENALS.bf2042, "assault"), knownProgress, progress)).toEqual([]);
  });
});
