// The weapons that finish the most started unlocks in the time there is.
import { describe, expect, test } from "vitest";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { getAppError, guest } from "#test/harness/data/lockers.ts";
import { counted, getSoldier } from "#test/harness/data/soldiers.ts";
import { makeWorld } from "#test/harness/world.ts";

describe("tonight's kit", () => {
  test("proposes legal loadouts whose kills fit into the time at the own pace, for started unlocks alone", async () => {
    await using world = await makeWorld();
    const visitor = await guest(world);
    const { trpc } = visitor;
    const { id: soldierId } = await trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
    const [short, long] = [
      await trpc.progress.tonight.query({ soldierId, minutes: 30 }),
      await trpc.progress.tonight.query({ soldierId, minutes: 240 }),
    ];
    expect(short?.pace.snapshots).toBeGreaterThan(1);
    expect(short?.picks).toHaveLength(1);
    const finished = (answer: typeof long) => answer?.picks.flatMap(({ items }) => items) ?? [];
    expect(finished(long).length).toBeGreaterThan(finished(short).length);
    for (const [answer, minutes] of [
      [short, 30],
      [long, 240],
    ] as const) {
      const kills = answer?.picks.reduce((sum, pick) => sum + pick.kills, 0) ?? Number.NaN;
      expect(kills).toBeLessThanOrEqual(((answer?.pace.lowPerHour ?? 0) * minutes) / 60);
      for (const { loadout, weapon, items } of answer?.picks ?? []) {
        expect(loadout && findViolations(loadout, world.context.arsenals.bf4)).toEqual([]);
        expect([loadout?.primary.weaponId, loadout?.sidearm.weaponId]).toContain(weapon.id);
        for (const { remainder } of items) expect(remainder).toMatchObject({ state: "left", unit: "kills" });
        expect(items.every(({ remainder }) => remainder.state === "left" && remainder.done > 0)).toBe(true);
      }
    }
    const stranger = await guest(world);
    expect(await getAppError(stranger.trpc.progress.tonight.query({ soldierId, minutes: 60 }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("is unknown without a pace", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    await counted(visitor, soldierId, { "kills:ace-23": 109 }, { hours: 10 });
    expect(await visitor.trpc.progress.tonight.query({ soldierId, minutes: 60 })).toBeNull();
  });
});
