// The sample soldier and the sample platoon, which are read without a session.
import { expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { SAMPLE_SOLDIER_IDS } from "#domain/soldier/sample.ts";
import { createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { makeWorld } from "#test/harness/world.ts";

test.for(GAMES)("the sample soldier of %s has the figures and goals of a stored sample", async (game) => {
  await using world = await makeWorld();
  const { trpc } = await createGuest(world);
  const visitor = world.visitor();
  const { id: soldierId } = await trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game });
  const sampleId = SAMPLE_SOLDIER_IDS[game];
  const [stored, sample] = [
    await trpc.soldier.get.query({ id: soldierId }),
    await visitor.trpc.soldier.get.query({ id: sampleId }),
  ];
  expect(sample.current).toEqual(stored.current);
  expect(sample.last?.figures).toEqual(stored.last?.figures);
  expect(sample.previous?.figures).toEqual(stored.previous?.figures);
  expect(sample.soldier).toMatchObject({ name: stored.soldier.name, relation: "sample" });
  const snapshots = await visitor.trpc.soldier.snapshots.query({ soldierId: sampleId });
  expect(snapshots.items.map(({ source }) => source)).toEqual(Array(10).fill("sample"));
  const [newest] = snapshots.items;
  const full = await visitor.trpc.soldier.snapshot.query({ soldierId: sampleId, id: newest?.id ?? "" });
  expect(full.statistics).toEqual(sample.current);
  const goals = await visitor.trpc.goal.list.query({ soldierId: sampleId });
  const starters = await trpc.goal.starters.query({ soldierId });
  expect(goals.map(({ goal, progress }) => ({ goal, progress }))).toEqual(
    starters.map(({ goal, progress }) => ({ goal, progress })),
  );
});

test("the sample soldier has the closest unlocks, the checklists and the kit of a stored sample", async () => {
  await using world = await makeWorld();
  const { trpc } = await createGuest(world);
  const visitor = world.visitor();
  const { id: soldierId } = await trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf4" });
  const sampleId = SAMPLE_SOLDIER_IDS.bf4;
  const withoutTimes = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (key === "at" ? null : each)));
  for (const input of [{}, { start: "started" }, { order: "time" }] as const) {
    expect(withoutTimes(await visitor.trpc.progress.next.query({ soldierId: sampleId, ...input }))).toEqual(
      withoutTimes(await trpc.progress.next.query({ soldierId, ...input })),
    );
  }
  const assignments = { kind: "assignment" } as const;
  expect(withoutTimes(await visitor.trpc.progress.checklist.query({ soldierId: sampleId, ...assignments }))).toEqual(
    withoutTimes(await trpc.progress.checklist.query({ soldierId, ...assignments })),
  );
  const { items: closest } = await trpc.progress.next.query({ soldierId, start: "started", limit: 5 });
  const plan = await visitor.trpc.progress.plan.query({ soldierId: sampleId });
  expect(plan.items.map(({ id }) => id)).toEqual(closest.map(({ id }) => id));
  expect(plan.total.units).not.toEqual([]);
  expect(withoutTimes(await visitor.trpc.progress.tonight.query({ soldierId: sampleId, minutes: 60 }))).toEqual(
    withoutTimes(await trpc.progress.tonight.query({ soldierId, minutes: 60 })),
  );
});

test("the sample soldier of Battlefield 2042 has the unlocks of a stored sample", async () => {
  await using world = await makeWorld();
  const { trpc } = await createGuest(world);
  const visitor = world.visitor();
  const { id: soldierId } = await trpc.soldier.addSample.mutate({ id: crypto.randomUUID(), game: "bf2042" });
  const withoutTimes = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (key === "at" ? null : each)));
  const input = { count: "started" } as const;
  const stored = await trpc.progress.criteria.query({ soldierId, ...input });
  const sample = await visitor.trpc.progress.criteria.query({ soldierId: SAMPLE_SOLDIER_IDS.bf2042, ...input });
  expect(stored.items.length).toBeGreaterThan(10);
  expect(withoutTimes(sample)).toEqual(withoutTimes(stored));
  const bf4 = visitor.trpc.progress.criteria.query({ soldierId: SAMPLE_SOLDIER_IDS.bf4 });
  expect(await getAppError(bf4)).toMatchObject({ code: "soldier_missing" });
});

test("the sample soldier is read-only and belongs to no user", async () => {
  await using world = await makeWorld();
  const guest = await createGuest(world);
  const id = SAMPLE_SOLDIER_IDS.bf4;
  expect(await guest.trpc.soldier.list.query()).toEqual([]);
  expect(await getAppError(guest.trpc.soldier.remove.mutate({ id }))).toMatchObject({ code: "soldier_missing" });
  expect(await getAppError(world.visitor().trpc.soldier.remove.mutate({ id }))).toMatchObject({ code: "signed_out" });
  const other = { soldierId: SAMPLE_SOLDIER_IDS.bf2042 };
  const { progress } = world.visitor().trpc;
  expect(await getAppError(progress.next.query(other))).toMatchObject({ code: "soldier_missing" });
  expect(await getAppError(progress.plan.query({ soldierId: null }))).toMatchObject({ code: "signed_out" });
  expect(await getAppError(progress.checklist.query({ soldierId: null, kind: "part" }))).toMatchObject({
    code: "signed_out",
  });
});

test("the sample platoon has a board, loadouts and a feed", async () => {
  await using world = await makeWorld();
  const sample = await world.visitor().trpc.platoon.sample.query();
  expect(sample?.rows.map(({ game }) => game).toSorted()).toEqual(["bf2042", "bf2042", "bf4", "bf4"]);
  for (const { figures, line } of sample?.rows ?? []) {
    expect(figures.kd.value).toBeGreaterThan(0);
    expect(line).toHaveLength(10);
  }
  expect(sample?.loadouts).toHaveLength(3);
  expect(sample?.loadouts.flatMap(({ headlines }) => headlines).every(({ ttkMs }) => ttkMs !== null)).toBe(true);
  expect(new Set(sample?.entries.map(({ kind }) => kind))).toEqual(
    new Set(["proposed", "published", "unlock", "milestone"]),
  );
});
