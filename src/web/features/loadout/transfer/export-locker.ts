import { useState } from "react";
import { GAMES } from "#domain/game.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { type FileLoadout, toLockerFile } from "#messages/loadout/locker-file.ts";
import { fetchLocker, type LockerClients, useLockerClients } from "#web/data/gathered-locker.ts";
import { getErrorText } from "#web/data/problem.ts";
import { download } from "#web/data/stores/download.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** JSON has the complete content; CSV is for spreadsheets. */
export type ExportFormat = "json" | "csv";

/** Returns a function that downloads loadouts as a file, which is named after `owner`. */
export function useExport(owner: "locker" | "platoon") {
  const clients = useLockerClients();
  const [isExporting, setExporting] = useState(false);
  const exportLoadouts = async (
    gather: () => readonly FileLoadout[] | Promise<readonly FileLoadout[]>,
    format: ExportFormat = "json",
  ) => {
    setExporting(true);
    try {
      const loadouts = await gather();
      const now = new Date().toISOString();
      const file = `fieldlocker-${owner}-${now.slice(0, 10)}.${format}`;
      if (loadouts.length === 0) showToast(m.loadout_there_is_nothing_to_export_yet());
      else if (format === "csv") download(await getTable(loadouts, clients), file, "text/csv");
      else download(JSON.stringify(toLockerFile(loadouts, now), null, 2), file, "application/json");
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
    }
    setExporting(false);
  };
  return { exportLoadouts, isExporting };
}

/** Converts loadouts to the file format; `folderNames` has the names of folders by id. */
export const toFileLoadouts = (
  items: readonly SavedLoadout[],
  folderNames: ReadonlyMap<string, string>,
): FileLoadout[] =>
  items.map((item) => ({
    ...toContent(item),
    id: item.id,
    folder: folderNames.get(item.folderId ?? "") ?? null,
    game: item.loadout.game,
  }));

/** Spreadsheets need it to recognize UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

async function getTable(loadouts: readonly FileLoadout[], clients: LockerClients): Promise<string> {
  const [{ toLockerCsv }, { loadArmouries }] = await Promise.all([
    import("#messages/loadout/locker-csv.ts"),
    import("./preview.ts"),
  ]);
  const armouries = await loadArmouries(
    loadouts.map(({ loadout }) => loadout),
    clients,
  );
  const books = GAMES.map(async (game) => {
    const armoury = armouries[game];
    if (!armoury) return [];
    const codebook = await clients.queryClient.ensureQueryData(clients.trpc.arsenal.codebook.queryOptions({ game }));
    return [[game, { armoury, codebook }] as const];
  });
  return BYTE_ORDER_MARK + toLockerCsv(loadouts, Object.fromEntries((await Promise.all(books)).flat()));
}

/** Loads the whole locker with both games, in the owner's order. */
export async function loadFileLoadouts(clients: LockerClients): Promise<readonly FileLoadout[]> {
  const { queryClient, trpc } = clients;
  const [items, folders] = await Promise.all([
    fetchLocker(clients),
    queryClient.fetchQuery({ ...trpc.folder.list.queryOptions(), staleTime: 0 }),
  ]);
  return toFileLoadouts(items, new Map(folders.map(({ id, name }) => [id, name])));
}
