import { expect, test } from "vitest";
import { DEMO, seedDemo } from "#test/harness/data/demo.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { makeWorld } from "#test/harness/world.ts";

test("the demo account of `npm run dev` has loadouts, a soldier, a plan and a platoon", async () => {
  await using statistics = await createStatisticsService();
  const environment = { EMAIL_VERIFICATION: "optional", STATS_CACHE_S: "0" };
  await using world = await makeWorld({ statistics, environment, singleProcess: "the demo runs on one server" });
  await seedDemo(world);
  const visitor = world.visitor();
  await visitor.post("/api/auth/sign-in/email", { email: DEMO.email, password: DEMO.password });
  const { trpc } = visitor;
  for (const game of ["bf2042", "bf4"] as const) {
    const { items: all } = await trpc.loadout.list.query({});
    const items = all.filter(({ loadout }) => loadout.game === game);
    expect(items).toHaveLength(4);
    expect(items.filter(({ folderId }) => folderId !== null)).toHaveLength(2);
  }
  const [soldier] = await trpc.soldier.list.query();
  const soldierId = String(soldier?.id);
  const { items: snapshots } = await trpc.soldier.snapshots.query({ soldierId });
  expect(new Set(snapshots.map(({ takenAt }) => takenAt.slice(0, 10))).size).toBe(10);
  expect((await trpc.progress.plan.query({ soldierId })).items).toHaveLength(3);
  const platoons = await (await visitor.fetch("/api/auth/organization/list")).json();
  expect(platoons).toHaveLength(1);
});
