import { accountRouter } from "./features/account/router.ts";
import { arsenalRouter } from "./features/arsenal/router.ts";
import { catalogueRouter } from "./features/catalogue/router.ts";
import { folderRouter } from "./features/folder/router.ts";
import { invitationRouter } from "./features/invitation/router.ts";
import { jobRouter } from "./features/job/router.ts";
import { lockerImportRouter } from "./features/loadout/import-router.ts";
import { loadoutRouter } from "./features/loadout/router.ts";
import { goalRouter } from "./features/progress/goal-router.ts";
import { progressRouter } from "./features/progress/router.ts";
import { providerRouter } from "./features/provider/router.ts";
import { shareRouter } from "./features/share/router.ts";
import { soldierRouter } from "./features/soldier/router.ts";
import { router } from "./trpc/trpc.ts";

/** Everything under /api/trpc, one line per feature. */
export const appRouter = router({
  account: accountRouter,
  arsenal: arsenalRouter,
  folder: folderRouter,
  goal: goalRouter,
  catalogue: catalogueRouter,
  invitation: invitationRouter,
  job: jobRouter,
  loadout: loadoutRouter,
  lockerImport: lockerImportRouter,
  progress: progressRouter,
  provider: providerRouter,
  share: shareRouter,
  soldier: soldierRouter,
});

export type AppRouter = typeof appRouter;
