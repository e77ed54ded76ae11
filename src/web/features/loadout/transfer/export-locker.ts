import { useState } from "react";
import { GAMES } from "#domain/game.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { type Transferred, toLockerFile } from "#messages/loadout/locker-file.ts";
import { gatherLocker, type LockerClients, useLockerClients } from "#web/data/gathered-locker.ts";
import { getErrorText } from "#web/data/problem.ts";
import { download } from "#web/data/stores/download.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** JSON is a whole copy; CSV is a table for spreadsheets. */
export type ExportFormat = "json" | "csv";

/** Hands loadouts to the browser as a file; `folderNames` is by id. */
export function useExportLoadouts() {
  const clients = useLockerClients();
  return async (items: readonly Saved[], folderNames: ReadonlyMap<string, string>, format: ExportFormat) => {
    const now = new Date().toISOString();
    const loadouts = items.map(
      (item): Transferred => ({
        ...toContent(item),
        id: item.id,
        folder: folderNames.get(item.folderId ?? "") ?? null,
        game: item.loadout.game,
      }),
    );
    const file = `fieldlocker-locker-${now.slice(0, 10)}.${format}`;
    try {
      if (format === "csv") download(await getTable(loadouts, clients), file, "text/csv");
      else download(JSON.stringify(toLockerFile(loadouts, now), null, 2), file, "application/json");
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
    }
  };
}

/** A spreadsheet takes a file for UTF-8 only when it begins like this. */
const BYTE_ORDER_MARK = "\uFEFF";

async function getTable(loadouts: readonly Transferred[], clients: LockerClients): Promise<string> {
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

/** Exports the whole locker, both games, in the owner's order. */
export function useExportAll() {
  const clients = useLockerClients();
  const exportLoadouts = useExportLoadouts();
  const [isExporting, setExporting] = useState(false);
  const exportAll = async (format: ExportFormat) => {
    setExporting(true);
    try {
      const { queryClient, trpc } = clients;
      const [items, folders] = await Promise.all([
        gatherLocker(clients),
        queryClient.fetchQuery({ ...trpc.folder.list.queryOptions(), staleTime: 0 }),
      ]);
      if (items.length === 0) showToast(m.loadout_there_is_nothing_to_export_yet());
      else await exportLoadouts(items, new Map(folders.map(({ id, name }) => [id, name])), format);
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
    }
    setExporting(false);
  };
  return { exportAll, isExporting };
}
