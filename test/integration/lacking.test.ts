// The unlocks that a soldier still lacks for a loadout.
import { describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createGuest, newLoadout } from "#test/harness/data/lockers.ts";
import { createGuestWithSoldier, saveCounters } from "#test/harness/data/soldiers.ts";
import { makeWorld } from "#test/harness/world.ts";

const BARREL = "part:ace-23/ace-23-hd-33-1x";

describe("a loadout", () => {
  test("lists the unlocks that its soldier still lacks, which can be planned", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129, "award:as31": 1 });
    const loadout = {
      game: "bf4" as const,
      kitId: "assault" as const,
      primary: { weaponId: "ace-23", attachments: { optic: "ace-23-hd-33-1x" } },
      sidearm: { weaponId: "p226", attachments: {} },
      gadget1Id: "medic-bag",
      gadget2Id: null,
      grenadeId: null,
      meleeId: null,
      fieldUpgradeId: null,
    };
    const lacking = await visitor.trpc.progress.lacking.query({ soldierId, loadout });
    expect(lacking).toMatchObject([
      { id: BARREL, remainder: { state: "left", left: 1 }, planned: false },
      { id: "item:medic-bag", remainder: { state: "unknown" } },
    ]);
    await visitor.trpc.progress.planAdd.mutate({ targetIds: lacking.map(({ id }) => id) });
    expect(await visitor.trpc.progress.lacking.query({ soldierId, loadout })).toMatchObject([
      { planned: true },
      { planned: true },
    ]);
  });

  test("is counted only if it is saved and belongs to the caller", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 129 });
    const weaponChoice = { weaponId: "ace-23", attachments: { optic: "ace-23-hd-33-1x" } };
    const starter = createStarterLoadout(world.context.arsenals.bf4, "assault");
    if (!("kitId" in starter)) throw new Error("A starter is carried by a soldier.");
    const [lacking, complete] = [newLoadout({ ...starter, primary: weaponChoice }), newLoadout(starter)];
    for (const stored of [lacking, complete]) await visitor.trpc.loadout.save.mutate({ ...stored, seenVersion: 0 });
    const loadoutIds = [lacking.id, complete.id, crypto.randomUUID()];
    const input = { soldierId, loadoutIds };
    expect(await visitor.trpc.progress.missing.query(input)).toEqual([{ loadoutId: lacking.id, count: 1 }]);
    const other = await createGuest(world);
    await other.trpc.progress.tick.mutate({ targetId: BARREL, count: 129 });
    expect(await other.trpc.progress.missing.query({ soldierId: null, loadoutIds })).toEqual([]);
  });
});
