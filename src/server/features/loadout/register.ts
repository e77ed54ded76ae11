import type { Feature } from "#server/context.ts";
import { mergeFolders, mergeLoadouts, moveIntoFolder } from "./merge.ts";
import { purgeLoadouts } from "./repository.ts";

export const loadout = {
  routers: async () => {
    const [{ loadoutRouter }, { lockerImportRouter }, { folderRouter }] = await Promise.all([
      import("./router.ts"),
      import("./import-router.ts"),
      import("./folder-router.ts"),
    ]);
    return { loadout: loadoutRouter, lockerImport: lockerImportRouter, folder: folderRouter };
  },
  tables: {
    folder: { key: "userId", purgedAtOnce: 50, merge: mergeFolders, onIdChanged: moveIntoFolder, export: {} },
    loadout: { key: "userId", purgedAtOnce: 20, merge: mergeLoadouts, export: { json: ["body", "tags"] } },
    lockerImport: { key: "userId", purgedAtOnce: 50 },
    importedLoadout: { key: "userId", purgedAtOnce: 20 },
  },
  chores: () => [purgeLoadouts],
} satisfies Feature;
