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

/** Hands loadouts to the browser as a file that is named after their owner. */
export function useExport(owner: "locker" | "platoon") {
  const clients = useLockerClients();
  const [isExporting, setExporting] = useState(false);
  const exportLoadouts = async (
    gather: () => readonly Transferred[] | Promise<readonly Transferred[]>,
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

/** Loadouts of a locker as a file has them; `folderNames` is by id. */
export const toTransferred = (items: readonly Saved[], folderNames: ReadonlyMap<string, string>): Transferred[] =>
  items.map((item) => ({
    ...toContent(item),
    id: item.id,
    folder: folderNames.get(item.folderId ?? "") ?? null,
    game: item.loadout.game,
  }));

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

/** The whole locker, both games, in the owner's order. */
export async function gatherTransferred(clients: LockerClients): Promise<readonly Transferred[]> {
  const { queryClient, trpc } = clients;
  const [items, folders] = await Promise.all([
    gatherLocker(clients),
    queryClient.fetchQuery({ ...trpc.folder.list.queryOptions(), staleTime: 0 }),
  ]);
  return toTransferred(items, new Map(folders.map(({ id, name }) => [id, name])));
}
