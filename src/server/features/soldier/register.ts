import type { Feature } from "#server/context.ts";
import { moveRows } from "#server/people/people.ts";
import { importStatistics } from "./import-statistics.ts";
import { mergeSoldiers } from "./merge.ts";
import { createSchedule, refreshSoldier } from "./refresh.ts";
import { purgeSoldiers, thinSnapshots } from "./snapshot-repository.ts";

export const soldier = {
  routers: async () => ({ soldier: (await import("./router.ts")).soldierRouter }),
  tables: {
    soldier: { key: "userId", purgedAtOnce: 10, merge: mergeSoldiers, export: { json: ["pendingReading"] } },
    snapshot: {
      key: "userId",
      purgedAtOnce: 10,
      // Up to tens of kilobytes each.
      merge: moveRows("snapshot", 20),
      export: { json: ["figures"], packed: ["body"] },
    },
    statisticsPage: { purgedAtOnce: 2 },
  },
  jobs: (parts) => ({ ...refreshSoldier(parts), ...importStatistics(parts) }),
  start: createSchedule,
  chores: () => [purgeSoldiers, thinSnapshots],
} satisfies Feature;
