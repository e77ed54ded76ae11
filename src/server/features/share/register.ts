import { GAMES } from "#domain/game.ts";
import { lazy } from "#platform/cache.ts";
import type { Feature } from "#server/context.ts";
import { lazyHandler } from "#server/http/late.ts";
import { moveRows } from "#server/people/people.ts";
import { PICTURE_PATH, SQUAD_PICTURE_PATH, VERSUS_PICTURE_PATH } from "./opened.ts";
import { REPORT_COMMANDS } from "./report-commands.ts";
import { countShares } from "./repository.ts";

export const share = {
  routers: async () => ({ share: (await import("./router.ts")).shareRouter }),
  tables: { share: { merge: moveRows("share", 100), export: { json: ["body"] } } },
  getUse: countShares,
  routes(app, context, site) {
    const picture = async () => (await import("./picture.ts")).sharePicture(context);
    app.on("GET", [PICTURE_PATH, SQUAD_PICTURE_PATH, VERSUS_PICTURE_PATH], lazyHandler(picture));
    if (!site) return;
    const pages = lazy(() => import("./page.ts"));
    for (const game of GAMES)
      app.get(
        `/${game}`,
        lazyHandler(async () => (await pages()).sharePage(context, site, game)),
      );
  },
  adminCommands: REPORT_COMMANDS,
} satisfies Feature;
