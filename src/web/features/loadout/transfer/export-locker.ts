import { useState } from "react";
import { type Transferred, toLockerFile } from "#domain/loadout/transfer.ts";
import { showToast } from "#web/components/overlays/toasts.ts";
import { getProblem } from "#web/data/problem.ts";
import { download } from "#web/data/stores/download.ts";
import { type DataClient, useTRPCClient } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

/** Hands these loadouts to the browser as a file; `folderNames` is by id. */
export function exportLoadouts(items: readonly Saved[], folderNames: ReadonlyMap<string, string>): void {
  const now = new Date().toISOString();
  const loadouts = items.map(
    ({ id, name, note, tags, folderId, loadout }): Transferred => ({
      id,
      name,
      note,
      tags,
      folder: folderNames.get(folderId ?? "") ?? null,
      game: loadout.game,
      loadout,
    }),
  );
  download(
    JSON.stringify(toLockerFile(loadouts, now), null, 2),
    `fieldlocker-locker-${now.slice(0, 10)}.json`,
    "application/json",
  );
}

/** Exports the whole locker, both games, however many pages it has. */
export function useExportAll() {
  const client = useTRPCClient();
  const [isExporting, setExporting] = useState(false);
  const exportAll = async () => {
    setExporting(true);
    try {
      const [items, folders] = await Promise.all([wholeLocker(client), client.folder.list.query()]);
      if (items.length === 0) showToast("There is nothing to export yet.");
      else exportLoadouts(items, new Map(folders.map(({ id, name }) => [id, name])));
    } catch (error) {
      showToast(getProblem(error).text, { tone: "error" });
    }
    setExporting(false);
  };
  return { exportAll, isExporting };
}

type Cursor = { key: string; id: string } | null;

/** Every loadout of the locker, of both games, in the owner's order. */
export async function wholeLocker({ loadout }: DataClient): Promise<Saved[]> {
  const all: Saved[] = [];
  let cursor: Cursor = null;
  do {
    const page: { items: Saved[]; nextCursor: Cursor } = await loadout.list.query({ order: "own", cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}
