// One time per unlock, and the weapons that finish the most unlocks in the time there is.
import { describe, expect, test } from "vitest";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { createGuest, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { createGuestWithSoldier, saveCounters } from "#test/harness/data/soldiers.ts";
import { makeWorld } from "#test/harness/world.ts";

async function createSample(world: Awaited<ReturnType<typeof makeWorld>>) {
  const visitor = await createGuest(world);
  const { id: soldierId } = await visitor.trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
  return { visitor, trpc: visitor.trpc, soldierId };
}

describe("tonight's kit", () => {
  test("proposes legal loadouts whose minutes fit into the time, at the pace with each weapon in hand", async () => {
    await using world = await makeWorld();
    const { trpc, soldierId } = await createSample(world);
    const [short, long] = [
      await trpc.progress.tonight.query({ soldierId, minutes: 30 }),
      await trpc.progress.tonight.query({ soldierId, minutes: 240 }),
    ];
    expect(short?.picks).toHaveLength(1);
    const listItems = (response: typeof long) => response?.picks.flatMap(({ items }) => items) ?? [];
    expect(listItems(long).length).toBeGreaterThan(listItems(short).length);
    for (const [response, minutes] of [
      [short, 30],
      [long, 240],
    ] as const) {
      expect(response?.picks.reduce((sum, pick) => sum + pick.minutes, 0)).toBeLessThanOrEqual(minutes);
      for (const { loadout, weapon, items, ...pick } of response?.picks ?? []) {
        expect(loadout && findViolations(loadout, world.context.arsenals.bf4)).toEqual([]);
        expect([loadout?.primary.weaponId, loadout?.sidearm.weaponId]).toContain(weapon.id);
        for (const { remainder } of items) expect(remainder).toMatchObject({ state: "left", unit: "kills" });
        // The last of its unlocks takes the minutes of the weapon.
        const hours = Math.max(...items.map(({ estimate }) => estimate?.hours ?? Number.NaN));
        expect(Math.ceil(hours * 60)).toBe(pick.minutes);
      }
    }
    const stranger = await createGuest(world);
    expect(await getAppError(stranger.trpc.progress.tonight.query({ soldierId, minutes: 60 }))).toMatchObject({
      code: "soldier_missing",
    });
  });

  test("prefers the caller's own loadout with the weapon, the last changed", async () => {
    await using world = await makeWorld();
    const { trpc, soldierId } = await createSample(world);
    const [pick] = (await trpc.progress.tonight.query({ soldierId, minutes: 240 }))?.picks ?? [];
    if (!pick?.loadout) throw new Error("Nothing is proposed.");
    expect(pick.saved).toBeNull();
    await trpc.loadout.save.mutate(newLoadout(pick.loadout, "Older"));
    const mine = newLoadout(pick.loadout, "Evening");
    await trpc.loadout.save.mutate(mine);
    await trpc.loadout.save.mutate(newLoadout(createStarterLoadout(world.context.arsenals.bf4, "recon"), "Other"));
    const response = await trpc.progress.tonight.query({ soldierId, minutes: 240 });
    const again = response?.picks.find(({ weapon }) => weapon.id === pick.weapon.id);
    expect(again?.saved).toMatchObject({ id: mine.id, name: "Evening" });
  });

  test("is unknown without an estimate", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await saveCounters(visitor, soldierId, { "kills:ace-23": 109 }, { hours: 10 });
    expect(await visitor.trpc.progress.tonight.query({ soldierId, minutes: 60 })).toBeNull();
  });
});

// The sample's F2000 and CZ-805 had three times for one unlock.
test("an unlock takes the same time in what is closest, in the plan, tonight and in the editor", async () => {
  await using world = await makeWorld();
  const { trpc, soldierId } = await createSample(world);
  const { items: closest } = await trpc.progress.next.query({ soldierId, kinds: ["part"] });
  const estimates = new Map(closest.map(({ id, estimate }) => [id, estimate]));
  expect(closest.filter(({ estimate }) => estimate?.basis === "item").length).toBeGreaterThan(5);
  const ids = closest.slice(0, 20).map(({ id }) => id);
  await trpc.progress.planAdd.mutate({ targetIds: ids });
  const plan = await trpc.progress.plan.query({ soldierId });
  expect(plan.items).toHaveLength(ids.length);
  const tonight = await trpc.progress.tonight.query({ soldierId, minutes: 240 });
  const proposed = tonight?.picks.flatMap(({ items }) => items) ?? [];
  const attachment = closest.find(({ weapon, kind }) => weapon && kind === "part");
  const kit = createStarterLoadout(world.context.arsenals.bf4, "assault");
  if (kit.game !== "bf4" || !attachment?.weapon) throw new Error("No attachment is left.");
  const [slot = "", option = ""] = findOption(world, attachment.weapon.id, attachment.id);
  const primary = { weaponId: attachment.weapon.id, attachments: { [slot]: option } };
  const lacking = await trpc.progress.lacking.query({ soldierId, loadout: { ...kit, primary } });
  expect(lacking.map(({ id }) => id)).toContain(attachment.id);
  for (const line of [...plan.items, ...proposed, ...lacking])
    if (estimates.has(line.id)) expect(line.estimate, line.id).toEqual(estimates.get(line.id));
});

/** The slot and the option of an attachment's target. */
function findOption(world: Awaited<ReturnType<typeof makeWorld>>, weaponId: string, targetId: string) {
  const slots = world.context.arsenals.bf4.attachments.get(weaponId)?.slots ?? [];
  const optionId = targetId.split("/")[1];
  const slot = slots.find(({ options }) => options.some(({ id }) => id === optionId));
  return [slot?.slot, optionId];
}
