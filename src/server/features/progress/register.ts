import type { Feature } from "#server/context.ts";
import { moveRows } from "#server/people/people.ts";
import { mergePlan, mergeTicks } from "./merge.ts";

export const progress = {
  routers: async () => {
    const [{ progressRouter }, { goalRouter }] = await Promise.all([import("./router.ts"), import("./goal-router.ts")]);
    return { progress: progressRouter, goal: goalRouter };
  },
  tables: {
    goal: { key: "userId", purgedAtOnce: 50, merge: moveRows("goal", 200), export: { json: ["body"] } },
    tick: { key: "userId", purgedAtOnce: 100, merge: mergeTicks, export: {} },
    planItem: { key: "userId", purgedAtOnce: 100, merge: mergePlan, export: {} },
  },
} satisfies Feature;
