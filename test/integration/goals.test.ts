// @postgres
// Goals that a user sets for a soldier.
import { describe, expect, test } from "vitest";
import type { StatisticsRow } from "#domain/soldier/statistics.ts";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const AIM = { kind: "row", table: "weapons", rowId: "ak-24", columnId: "kills" } as const;
const RATIO = { kind: "figure", figureId: "humanKillDeath" } as const;

const createRow = (kills: number): StatisticsRow => ({ id: "ak-24", name: "AK-24", isKnown: true, values: { kills } });

async function createGuestWithSoldier(world: World): Promise<{ visitor: Visitor; soldierId: string }> {
  const visitor = await createGuest(world);
  const { id } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin", "bf2042"));
  return { visitor, soldierId: id };
}

const addSnapshot = ({ trpc }: Visitor, soldierId: string, kills: number, humanKillDeath = 1.5) => {
  const statistics = buildStatistics(
    0,
    { tables: { weapons: [createRow(kills)] }, figures: { humanKillDeath } },
    "bf2042",
  );
  const takenAt = new Date().toISOString();
  return trpc.soldier.saveTyped.mutate({ id: crypto.randomUUID(), soldierId, takenAt, statistics });
};

const createGoal = (soldierId: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  soldierId,
  aim: AIM,
  amount: 1000,
  fromNow: false,
  ...more,
});

describe("a goal", () => {
  test("is saved, updated with each snapshot, and stays reached", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { trpc } = visitor;
    await addSnapshot(visitor, soldierId, 812);
    const [starter] = await trpc.goal.starters.query({ soldierId });
    expect(starter).toMatchObject({
      name: "AK-24",
      label: "Kills",
      goal: { aim: AIM, amount: 1000 },
      progress: { left: 188 },
    });
    const absolute = createGoal(soldierId);
    const more = createGoal(soldierId, { amount: 50, fromNow: true });
    const ratio = createGoal(soldierId, { aim: RATIO, amount: 2 });
    for (const one of [absolute, more, ratio, more]) await trpc.goal.save.mutate(one);
    world.turnClock(60_000);
    await addSnapshot(visitor, soldierId, 862, 2.1);
    world.turnClock(60_000);
    expect(await trpc.goal.list.query({ soldierId })).toMatchObject([
      { id: absolute.id, progress: { done: 862, left: 138 }, reachedAt: null },
      { id: more.id, goal: { from: 812 }, progress: { done: 50, left: 0, reached: true } },
      { id: ratio.id, progress: { reached: true }, reachedAt: expect.any(String) },
    ]);
    await addSnapshot(visitor, soldierId, 863, 1.9);
    const [, , last] = await trpc.goal.list.query({ soldierId });
    expect(last).toMatchObject({ progress: { reached: false }, reachedAt: expect.any(String) });
    for (const _ of [1, 2]) await trpc.goal.remove.mutate({ id: ratio.id });
    expect(await trpc.goal.list.query({ soldierId })).toHaveLength(2);
  });

  test("relative to a start value keeps that value when its amount is changed", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await addSnapshot(visitor, soldierId, 100);
    const more = createGoal(soldierId, { amount: 50, fromNow: true });
    await visitor.trpc.goal.save.mutate(more);
    world.turnClock(60_000);
    await addSnapshot(visitor, soldierId, 120);
    expect(await visitor.trpc.goal.save.mutate({ ...more, amount: 80 })).toMatchObject({
      goal: { from: 100, amount: 80 },
    });
  });

  test("is refused when no value measures it", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const save = (more: object) => getAppError(visitor.trpc.goal.save.mutate(createGoal(soldierId, more)));
    expect(await save({ fromNow: true })).toMatchObject({ code: "goal_unmeasured", status: 409 });
    expect(await save({ aim: { kind: "figure", figureId: "scorePerMinute" } })).toMatchObject({
      code: "input_invalid",
    });
    await addSnapshot(visitor, soldierId, 100);
    expect(await save({ aim: RATIO, fromNow: true })).toMatchObject({ code: "input_invalid" });
    expect(await visitor.trpc.goal.list.query({ soldierId })).toEqual([]);
  });

  test("of a guest is refused beyond fifty goals", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await addSnapshot(visitor, soldierId, 100);
    const goals = Array.from({ length: 50 }, () => createGoal(soldierId));
    for (const one of goals) await visitor.trpc.goal.save.mutate(one);
    const one = goals[0] ?? createGoal(soldierId);
    await visitor.trpc.goal.save.mutate({ ...one, amount: 2 });
    expect(await getAppError(visitor.trpc.goal.save.mutate(createGoal(soldierId)))).toMatchObject({
      code: "goals_full",
      status: 409,
    });
  });

  test("is neither visible to other users nor changed by them", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    await addSnapshot(visitor, soldierId, 100);
    const own = createGoal(soldierId);
    await visitor.trpc.goal.save.mutate(own);
    const other = await createGuestWithSoldier(world);
    await addSnapshot(other.visitor, other.soldierId, 100);
    const { trpc } = other.visitor;
    expect(await getAppError(trpc.goal.list.query({ soldierId }))).toMatchObject({ code: "soldier_missing" });
    await trpc.goal.remove.mutate({ id: own.id });
    // A goal of another user may have the same id.
    await trpc.goal.save.mutate({ ...own, amount: 2000, soldierId: other.soldierId });
    expect(await visitor.trpc.goal.list.query({ soldierId })).toMatchObject([{ id: own.id, goal: { amount: 1000 } }]);
  });
});
