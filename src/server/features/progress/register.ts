import type { Feature } from "#server/context.ts";
import { moveRows } from "#server/people/people.ts";
import { mergePlan, mergeTicks } from "./merge.ts";
import { countGoals, countPlanned } from "./repository.ts";

export const progress = {
  routers: async () => {
    const [{ progressRouter }, { goalRouter }] = await Promise.all([import("./router.ts"), import("./goal-router.ts")]);
    return { progress: progressRouter, goal: goalRouter };
  },
  tables: {
    goal: { key: "userId", purgeChunkSize: 50, merge: moveRows("goal", 200), export: { json: ["body"] } },
    tick: { key: "userId", purgeChunkSize: 100, merge: mergeTicks, export: {} },
    planItem: { key: "userId", purgeChunkSize: 100, merge: mergePlan, export: {} },
  },
  getUse: async (db, userId) => ({ goals: await countGoals(db, userId), planned: await countPlanned(db, userId) }),
} satisfies Feature;
