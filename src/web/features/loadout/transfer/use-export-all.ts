import { useState } from "react";
import { showToast } from "#web/components/overlays/toasts.ts";
import { getProblem } from "#web/data/problem.ts";
import { useTRPCClient } from "#web/data/trpc.ts";
import { exportLoadouts } from "./export-locker.ts";
import { wholeLocker } from "./whole-locker.ts";

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
