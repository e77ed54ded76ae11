import { accountRouter } from "./features/account/router.ts";
import { arsenalRouter } from "./features/arsenal/router.ts";
import { invitationRouter } from "./features/invitation/router.ts";
import { loadoutRouter } from "./features/loadout/router.ts";
import { providerRouter } from "./features/provider/router.ts";
import { router } from "./trpc/trpc.ts";

/** Everything under /api/trpc, one line per feature. */
export const appRouter = router({
  account: accountRouter,
  arsenal: arsenalRouter,
  invitation: invitationRouter,
  loadout: loadoutRouter,
  provider: providerRouter,
});

export type AppRouter = typeof appRouter;
