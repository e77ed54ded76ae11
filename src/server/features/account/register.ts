import { AVATAR_PATH } from "#domain/account/account.ts";
import type { Feature } from "#server/context.ts";
import { serveAvatar } from "./avatar.ts";
import { exportCommand } from "./export-command.ts";

export const account = {
  routers: async () => {
    const { accountRouter, providerRouter } = await import("./router.ts");
    return { account: accountRouter, provider: providerRouter };
  },
  tables: { avatar: { export: {} } },
  routes: (app, { db }) => void app.get(`${AVATAR_PATH}:id`, serveAvatar(db)),
  adminCommands: { export: exportCommand },
} satisfies Feature;
