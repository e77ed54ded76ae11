import type { Feature } from "#server/context.ts";
import { countFolders } from "./folder-repository.ts";
import { getImportBytes } from "./locker-import.ts";
import { mergeFolders, mergeLoadouts, moveIntoFolder } from "./merge.ts";
import { purgeLoadouts } from "./repository.ts";
import { getLoadoutUse } from "./room.ts";

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
    folder: { key: "userId", purgeChunkSize: 50, merge: mergeFolders, onIdChanged: moveIntoFolder, export: {} },
    loadout: { key: "userId", purgeChunkSize: 20, merge: mergeLoadouts, export: { json: ["body", "tags"] } },
    lockerImport: { key: "userId", purgeChunkSize: 50 },
    importedLoadout: { key: "userId", purgeChunkSize: 20 },
  },
  getUse: async (db, userId) => ({
    ...(await getLoadoutUse(db, userId)),
    importBytes: await getImportBytes(db, userId),
    folders: await countFolders(db, userId),
  }),
  chores: () => [purgeLoadouts],
} satisfies Feature;
