import type { Feature } from "#server/context.ts";
import { moveRows } from "#server/people/people.ts";
import { importStatistics } from "./import-statistics.ts";
import { mergeSoldiers } from "./merge.ts";
import { createSchedule, refreshSoldier } from "./refresh.ts";
import { countSoldiers } from "./repository.ts";
import { purgeSoldiers, thinSnapshots } from "./snapshot-repository.ts";

export const soldier = {
  routers: async () => ({ soldier: (await import("./router.ts")).soldierRouter }),
  tables: {
    soldier: { key: "userId", purgeChunkSize: 10, merge: mergeSoldiers, export: { json: ["pendingReading"] } },
    snapshot: {
      key: "userId",
      purgeChunkSize: 10,
      // A small number, because rows have up to tens of kilobytes.
      merge: moveRows("snapshot", 20),
      export: { json: ["figures"], compressed: ["body"] },
    },
    statisticsPage: { purgeChunkSize: 2 },
  },
  getUse: countSoldiers,
  jobs: (parts) => ({ ...refreshSoldier(parts), ...importStatistics(parts) }),
  start: createSchedule,
  chores: () => [purgeSoldiers, thinSnapshots],
} satisfies Feature;
