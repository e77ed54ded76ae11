import { GAMES } from "#domain/game.ts";
import { lazy } from "#platform/cache.ts";
import type { Feature } from "#server/context.ts";
import { late } from "#server/http/late.ts";
import { moveRows } from "#server/people/people.ts";
import { DUEL_PICTURE_PATH, PICTURE_PATH, SQUAD_PICTURE_PATH } from "./opened.ts";
import { REPORT_COMMANDS } from "./report-commands.ts";

export const share = {
  routers: async () => ({ share: (await import("./router.ts")).shareRouter }),
  tables: { share: { merge: moveRows("share", 100), export: { json: ["body"] } } },
  routes(app, context, site) {
    const picture = async () => (await import("./picture.ts")).sharePicture(context);
    app.on("GET", [PICTURE_PATH, DUEL_PICTURE_PATH, SQUAD_PICTURE_PATH], late(picture));
    if (!site) return;
    const pages = lazy(() => import("./page.ts"));
    for (const game of GAMES)
      app.get(
        `/${game}`,
        late(async () => (await pages()).sharePage(context, site, game)),
      );
  },
  adminCommands: REPORT_COMMANDS,
} satisfies Feature;
